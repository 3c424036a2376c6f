package edges

import (
	"context"
	"encoding/json"
	"fmt"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/compactjson"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/toolresult"
)

// GRPC calls the services themselves, as internal services do.
type GRPC struct {
	// Services declare the tools.
	Services []protoreflect.ServiceDescriptor
	// Conn returns a connection to a gRPC service.
	Conn func(service protoreflect.FullName) grpc.ClientConnInterface
}

// Name returns the edge's name in tests.
func (GRPC) Name() string { return "gRPC" }

// Call calls the tool's RPC with the identity as metadata.
func (e GRPC) Call(ctx context.Context, user int32, tool string, arguments json.RawMessage) (*toolresult.Result, error) {
	method := methodOf(e.Services, tool)
	if method == nil {
		return nil, fmt.Errorf("no RPC has the tool %s", tool)
	}
	request, response := dynamicpb.NewMessage(method.Input()), dynamicpb.NewMessage(method.Output())
	if err := protojson.Unmarshal(arguments, request); err != nil {
		return nil, err
	}
	if user != 0 {
		ctx = identity.NewContext(ctx, identity.Caller{UserID: user, Role: identity.RoleUser})
	}
	name := fmt.Sprintf("/%s/%s", method.Parent().FullName(), method.Name())
	if err := e.Conn(method.Parent().FullName()).Invoke(ctx, name, request, response); err != nil {
		return toolresult.FromError(apperr.From(err)), nil
	}
	data, err := compactjson.Append(nil, response)
	return toolresult.OK(data), err
}
