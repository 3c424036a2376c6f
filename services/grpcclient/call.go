package grpcclient

import (
	"context"
	"time"

	"google.golang.org/grpc"

	"github.com/salaatflow/platform/services/identity"
)

// unary forwards the identity and bounds a call that nothing else bounds.
func unary(deadline time.Duration) grpc.UnaryClientInterceptor {
	return func(
		ctx context.Context, method string, req, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker,
		options ...grpc.CallOption,
	) error {
		ctx = identity.OutgoingContext(ctx, identity.FromContext(ctx))
		if _, bounded := ctx.Deadline(); !bounded && deadline > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, deadline)
			defer cancel()
		}
		return invoke(ctx, method, req, reply, conn, options...)
	}
}

// stream forwards the identity.
func stream(
	ctx context.Context, desc *grpc.StreamDesc, conn *grpc.ClientConn, method string, streamer grpc.Streamer,
	options ...grpc.CallOption,
) (grpc.ClientStream, error) {
	return streamer(identity.OutgoingContext(ctx, identity.FromContext(ctx)), desc, conn, method, options...)
}
