// Package hedging asks a second instance when the first is slow to answer. gRPC's own hedging policy is not in grpc-go.
package hedging

import (
	"context"
	"time"

	"google.golang.org/grpc"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/discovery/internal/balancing"
)

// Delay is how long the first instance has to answer before a second is asked.
const Delay = 250 * time.Millisecond

// Unary returns an interceptor for one connection. A call of a read-only method that has no answer after Delay is sent to
// another instance as well; the first answer counts, and the other call is cancelled. At most one call in twenty is hedged,
// after ten to begin with. Beyond that, a call is sent again only when its instance is hung, which is load that the other
// instance would have had anyway. Other calls are sent once. All calls count for and against the instances, so that hung
// ones are left out. The clock times the delay.
func Unary(readOnly func(method string) bool, clock clock.Clock) grpc.UnaryClientInterceptor {
	return (&hedger{readOnly: readOnly, clock: clock}).unary
}

type hedger struct {
	readOnly func(method string) bool
	clock    clock.Clock
	budget   budget
}

func (h *hedger) unary(
	ctx context.Context, method string, request, response any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker,
	options ...grpc.CallOption,
) error {
	answer := placeOf(response)
	if answer == nil || !h.readOnly(method) || watched(options) {
		return invoke(balancing.NewAttempt(false).Context(ctx), method, request, response, conn, options...)
	}
	h.budget.earn()
	ctx, cancel, done := withCancel(ctx)
	defer done()
	r := &race{
		budget: &h.budget, clock: h.clock, first: balancing.NewAttempt(true), cancel: cancel,
		send: func(attempt *balancing.Attempt, into any, options []grpc.CallOption) error {
			return invoke(attempt.Context(ctx), method, request, into, conn, options...)
		},
	}
	return r.run(answer, options)
}

// watched reports whether an option tells the caller about the attempt, so that there can be only one.
func watched(options []grpc.CallOption) bool {
	for _, option := range options {
		switch option.(type) {
		case grpc.PeerCallOption, grpc.OnFinishCallOption:
			return true
		}
	}
	return false
}
