package operations

import (
	"context"
	"errors"
	"strings"

	"buf.build/go/protovalidate"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	gatewayv1 "github.com/salaatflow/platform/proto/salaatflow/gateway/v1"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/transcode"
)

// inProcess is a connection to a Server without a network between. It checks requests against their rules, as servers do.
type inProcess struct{ server *Server }

// Invoke implements grpc.ClientConnInterface.
func (c inProcess) Invoke(ctx context.Context, method string, request, response any, _ ...grpc.CallOption) error {
	name := method[strings.LastIndexByte(method, '/')+1:]
	for _, found := range gatewayv1.GatewayService_ServiceDesc.Methods {
		if found.MethodName != name {
			continue
		}
		began := c.server.Clock.Now()
		answer, err := found.Handler(c.server, ctx, func(into any) error { return take(into, request) }, nil)
		if err != nil {
			return apperr.From(err).GRPCStatus().Err()
		}
		if said := audit.MethodOf(method); said.Records(identity.FromContext(ctx), nil) {
			c.server.Audit.Allowed(ctx, said.Tool, c.server.Clock.Since(began))
		}
		return copied(response, answer)
	}
	return status.Errorf(codes.Unimplemented, "there is no %s", method)
}

// NewStream implements grpc.ClientConnInterface. The service has no streams.
func (inProcess) NewStream(context.Context, *grpc.StreamDesc, string, ...grpc.CallOption) (grpc.ClientStream, error) {
	return nil, status.Error(codes.Unimplemented, "the gateway has no streams")
}

// take copies a request and checks it.
func take(into, request any) error {
	if err := copied(into, request); err != nil {
		return err
	}
	message := into.(proto.Message) //nolint:forcetypeassert // copied has checked it
	toolspec.Normalize(message)
	violations := toolspec.NULViolations(message)
	if err := protovalidate.Validate(message); err != nil {
		violations = append(violations, toolspec.RuleViolations(err)...)
	}
	if len(violations) > 0 {
		return apperr.Invalid(violations...)
	}
	return nil
}

func copied(into, from any) error {
	message, is := from.(proto.Message)
	if answer, ok := into.(*transcode.Answer); ok && is {
		return answer.Of(message)
	}
	to, ok := into.(proto.Message)
	if !ok || !is || to.ProtoReflect().Descriptor() != message.ProtoReflect().Descriptor() {
		return apperr.Internal(errors.New("a message of another type"))
	}
	proto.Merge(to, message)
	return nil
}
