package balancing

import (
	"time"

	"google.golang.org/grpc/resolver"
)

// Observer learns what happens to the instances of services. Its methods are called while calls wait, and must not block.
type Observer interface {
	// Hangs is called when calls begin to go past an instance because it hangs.
	Hangs(service, address string)
	// Answers is called when such an instance answers again.
	Answers(service, address string)
	// Fails is called when an instance gets no calls for a time because it keeps failing.
	Fails(service, address string, ejected time.Duration)
}

type observerKey struct{}

// WithObserver returns a state whose instances an observer learns about. Observers are compared with ==.
func WithObserver(state resolver.State, observer Observer) resolver.State {
	state.Attributes = state.Attributes.WithValue(observerKey{}, observer)
	return state
}

func observerOf(state resolver.State) Observer {
	if observer, ok := state.Attributes.Value(observerKey{}).(Observer); ok {
		return observer
	}
	return nobody{}
}

type nobody struct{}

func (nobody) Hangs(string, string)                {}
func (nobody) Answers(string, string)              {}
func (nobody) Fails(string, string, time.Duration) {}
