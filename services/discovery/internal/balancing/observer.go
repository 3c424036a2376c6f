package balancing

import "google.golang.org/grpc/resolver"

// Observer is told when calls begin to go past an instance of a service because it hangs, and when it answers again. It is
// called while calls wait, and must not block.
type Observer interface {
	Hangs(service, address string)
	Answers(service, address string)
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

func (nobody) Hangs(string, string)   {}
func (nobody) Answers(string, string) {}
