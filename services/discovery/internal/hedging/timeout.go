package hedging

import (
	"context"
	"time"
)

// WithTimeout is context.WithTimeout for one call. Where the call has two attempts, the end of the context ends the slower one, so that
// it needs no further context for that.
func WithTimeout(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	return &bounded{ctx, cancel}, cancel
}

// bounded is a context of one call.
type bounded struct {
	context.Context
	cancel context.CancelFunc
}

type boundedKey struct{}

// Value implements context.Context.
func (b *bounded) Value(key any) any {
	if key == (boundedKey{}) {
		return b
	}
	return b.Context.Value(key)
}

// withCancel returns a context that cancel ends: the call's own, if it is of WithTimeout and nobody has set another end since; then it is
// only to be ended early. Otherwise, done must be called after the call.
func withCancel(ctx context.Context) (of context.Context, cancel, done context.CancelFunc) {
	if b, ok := ctx.Value(boundedKey{}).(*bounded); ok && b.Done() == ctx.Done() {
		return ctx, b.cancel, func() {}
	}
	ctx, cancel = context.WithCancel(ctx)
	return ctx, cancel, cancel
}
