package grpcclient

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/status"

	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/requestid"
	"github.com/salaatflow/platform/services/tracing"
)

// caller makes the calls of a connection.
type caller struct {
	deadline time.Duration
	origin   func(context.Context) string
	tracer   *tracing.Tracer
	methods  sync.Map // full method name -> tracing.Method, used while tracing
}

// unary forwards the identity and the trace, and sets a deadline where the call has none.
func (c *caller) unary(
	ctx context.Context, method string, req, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker,
	options ...grpc.CallOption,
) error {
	if _, bounded := ctx.Deadline(); !bounded && c.deadline > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.deadline)
		defer cancel()
	}
	if c.tracer == nil {
		return asSent(invoke(outgoing(ctx, c.origin), method, req, reply, conn, options...))
	}
	ctx, span := c.tracer.Start(ctx, c.traced(method))
	err := asSent(invoke(outgoing(ctx, c.origin), method, req, reply, conn, options...))
	tracing.End(span, status.Code(err), err != nil)
	return err
}

// asSent returns the error that the service sent. After the last retry, grpc-go puts words of its own around it, which would
// reach people as part of the message.
func asSent(err error) error {
	var sent interface{ GRPCStatus() *status.Status }
	if errors.As(err, &sent) {
		return sent.GRPCStatus().Err()
	}
	return err
}

// stream forwards the identity and the trace.
func (c *caller) stream(
	ctx context.Context, desc *grpc.StreamDesc, conn *grpc.ClientConn, method string, streamer grpc.Streamer,
	options ...grpc.CallOption,
) (grpc.ClientStream, error) {
	return streamer(outgoing(ctx, c.origin), desc, conn, method, options...)
}

// outgoing returns the context with the identity, the request's ID, the trace and the origin as metadata. All but the trace are put
// there at once, because each time costs several pieces of memory.
func outgoing(ctx context.Context, origin func(context.Context) string) context.Context {
	const most = 4
	var pairs [most]string
	more := requestid.Outgoing(ctx, pairs[:0])
	if origin != nil {
		more = append(more, identity.MetadataOrigin, origin(ctx))
	}
	return tracing.Inject(identity.OutgoingContext(ctx, identity.FromContext(ctx), more...))
}

func (c *caller) traced(method string) tracing.Method {
	if known, ok := c.methods.Load(method); ok {
		return known.(tracing.Method)
	}
	known, _ := c.methods.LoadOrStore(method, tracing.ClientMethod(strings.TrimPrefix(method, "/")))
	return known.(tracing.Method)
}
