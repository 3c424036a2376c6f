package balancing

import (
	"time"

	"google.golang.org/grpc/resolver"
)

// Observer is told when calls begin to go past an instance of a service because it hangs, when it answers again, and when
// it gets none for a time because it keeps failing. It is called while calls wait, and must not block.
type Observer interface {
	Hangs(service, address string)
	Answers(service, address string)
	Fails(service, address string, ejected time.Duration)
}

type observerKey struct{}

// WithObserver lets an observer know of the instances in a state. Observers are compared with ==.
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
