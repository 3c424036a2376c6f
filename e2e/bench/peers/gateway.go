// Package peers has what the platform's gateway is compared with: other programs that make tools or HTTP of the same services, each
// as its authors show it, alone in a process.
package peers

import (
	"context"
	"net/http"
	"strconv"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/encoding/protojson"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/services/identity"
)

// Services are connections to the services that all call.
type Services struct{ Tasks, Users *grpc.ClientConn }

// Dial returns connections as grpc-go makes them.
func Dial(tasks, users string) (s Services, err error) {
	if s.Tasks, err = Plain(tasks); err != nil {
		return Services{}, err
	}
	s.Users, err = Plain(users)
	return s, err
}

// Plain returns a connection as grpc-go makes it.
func Plain(address string) (*grpc.ClientConn, error) {
	return grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
}

// Gateway returns grpc-gateway in front of the services without anything of ours: it checks no arguments, knows no user but the
// one that X-User-Id names, limits, counts and logs nothing. It writes JSON with our options, so that both write the same.
func Gateway(ctx context.Context, services Services) (http.Handler, error) {
	mux := runtime.NewServeMux(
		runtime.WithMarshalerOption(runtime.MIMEWildcard, &runtime.JSONPb{MarshalOptions: written}),
		runtime.WithMetadata(func(ctx context.Context, r *http.Request) metadata.MD {
			md, _ := metadata.FromOutgoingContext(asUser(ctx, r.Header.Get("X-User-Id")))
			return md
		}),
	)
	if err := tasksv1.RegisterTaskServiceHandler(ctx, mux, services.Tasks); err != nil {
		return nil, err
	}
	return mux, usersv1.RegisterUserServiceHandler(ctx, mux, services.Users)
}

// written is how the platform writes JSON.
var written = protojson.MarshalOptions{UseProtoNames: true, EmitUnpopulated: true}

// asUser returns a context for calls of services as the user with this id; who has none is nobody.
func asUser(ctx context.Context, id string) context.Context {
	n, err := strconv.ParseInt(id, 10, 32)
	if err != nil {
		return ctx
	}
	return identity.OutgoingContext(ctx, identity.Caller{UserID: int32(n), Role: identity.RoleUser})
}
