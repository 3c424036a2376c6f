package bulkhead

import (
	"context"
	"net/netip"

	"google.golang.org/grpc"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/services/identity"
)

// Caller identifies calls that count together: those of a user, or those without a user from one network. The zero
// Caller stands for all calls from unknown networks.
type Caller struct {
	UserID  int32
	Network netip.Prefix
}

// CallerOf returns the caller in a context, by its identity or else by the address of the request.
func CallerOf(ctx context.Context) Caller {
	if user := identity.FromContext(ctx).UserID; user != 0 {
		return Caller{UserID: user}
	}
	return Caller{Network: authn.FromContext(ctx).Network()}
}

// Unary is a client interceptor for connections to the service. Each call, from any edge, holds a slot while it runs.
func (s *Service) Unary(
	ctx context.Context, method string, request, response any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker,
	options ...grpc.CallOption,
) error {
	slot, refused := s.Acquire(ctx, CallerOf(ctx))
	if refused != nil {
		return refused
	}
	defer slot.Release()
	return invoke(ctx, method, request, response, conn, options...)
}

// Stream is Unary for RPCs that answer a stream: it holds its slot until the stream has ended.
func (s *Service) Stream(
	ctx context.Context, desc *grpc.StreamDesc, conn *grpc.ClientConn, method string, open grpc.Streamer, options ...grpc.CallOption,
) (grpc.ClientStream, error) {
	slot, refused := s.Acquire(ctx, CallerOf(ctx))
	if refused != nil {
		return nil, refused
	}
	stream, err := open(ctx, desc, conn, method, options...)
	if err != nil {
		slot.Release()
		return nil, err
	}
	context.AfterFunc(stream.Context(), slot.Release) // the context of a stream ends with it
	return stream, nil
}
