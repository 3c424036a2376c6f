package access

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

// CheckArguments wraps a connection to a service: a call is refused where the rules about arguments do not hold for its request.
// The caller is that of the context, who was allowed to call already. Refused is told of each refusal.
func (d *Decider) CheckArguments(
	conn grpc.ClientConnInterface, service protoreflect.ServiceDescriptor,
	refused func(ctx context.Context, method *Method, request proto.Message, reason *apperr.Error),
) grpc.ClientConnInterface {
	if d == nil {
		return conn
	}
	methods := map[string]*Method{}
	for i := range service.Methods().Len() {
		method := NewMethod(service.Methods().Get(i))
		methods["/"+method.RPC] = method
	}
	return checking{conn, d, methods, refused}
}

type checking struct {
	grpc.ClientConnInterface
	decider *Decider
	methods map[string]*Method
	refused func(context.Context, *Method, proto.Message, *apperr.Error)
}

func (c checking) Invoke(ctx context.Context, name string, request, response any, options ...grpc.CallOption) error {
	method, described := c.methods[name]
	if message, ok := request.(proto.Message); ok && described {
		if refused := c.decider.DecideArguments(ctx, identity.FromContext(ctx), method, message).Err(); refused != nil {
			c.refused(ctx, method, message, refused)
			return refused
		}
	}
	return c.ClientConnInterface.Invoke(ctx, name, request, response, options...)
}
