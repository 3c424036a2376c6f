package balancing

import (
	"context"
	"sync"
)

// Attempt is a unary call on its way. The picker learns from it what may be done with the call, and notes in it where the
// call went. Only calls with an Attempt in their context count for or against an instance; streams have none, since a
// stream may be silent for long. It is safe for concurrent use.
type Attempt struct {
	movable bool
	avoid   *instance

	mu     sync.Mutex
	picked *instance
	among  *rotation
}

// NewAttempt returns a first attempt. A movable call may have a second one, so it is the best probe of a hung instance.
func NewAttempt(movable bool) *Attempt { return &Attempt{movable: movable} }

type attemptKey struct{}

// Context returns the context to call with.
func (a *Attempt) Context(ctx context.Context) context.Context {
	return context.WithValue(ctx, attemptKey{}, a)
}

func attemptOf(ctx context.Context) *Attempt {
	attempt, _ := ctx.Value(attemptKey{}).(*Attempt)
	return attempt
}

func (a *Attempt) went(to *instance, among *rotation) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.picked, a.among = to, among
}

func (a *Attempt) where() (*instance, *rotation) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.picked, a.among
}

// Elsewhere returns a second attempt, which goes to another instance. It returns nil while no other instance answers, or
// the first attempt has not gone anywhere.
func (a *Attempt) Elsewhere() *Attempt {
	picked, among := a.where()
	if picked == nil {
		return nil
	}
	second := &Attempt{avoid: picked}
	now := among.clock.Now()
	for i := range among.ready {
		if among.fits(&among.ready[i], second, now) {
			return second
		}
	}
	return nil
}

// Stuck reports whether the instance that the attempt went to is hung, and others are not.
func (a *Attempt) Stuck() bool {
	picked, among := a.where()
	return picked != nil && among.hung(picked, among.clock.Now())
}
