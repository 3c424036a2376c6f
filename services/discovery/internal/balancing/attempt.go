package balancing

import (
	"context"
	"sync"
)

// Attempt is a unary call on its way: the picker learns from it what it may do, and it from the picker where the call
// went. Only calls whose context has one count for or against an instance; streams have none, for one may be silent for
// long. It is safe for concurrent use.
type Attempt struct {
	movable bool
	avoid   *instance

	mu     sync.Mutex
	picked *instance
	among  *rotation
}

// NewAttempt is a first attempt. A movable call can have a second, and is therefore the one to try with whether a hung
// instance answers again.
func NewAttempt(movable bool) *Attempt { return &Attempt{movable: movable} }

type attemptKey struct{}

// Context gives the context to call with.
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

// Elsewhere is a second attempt, to go to another instance; nil while there is none that answers, or the first has not
// gone anywhere.
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
