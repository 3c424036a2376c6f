package balancing

import (
	"google.golang.org/grpc/resolver"

	"github.com/salaatflow/platform/services/clock"
)

type clockKey struct{}

// WithClock lets the policies for the instances in a state go by a clock; without one it is the system's. gRPC makes
// policies by name and config alone, so that nothing else can be given to them.
func WithClock(state resolver.State, c clock.Clock) resolver.State {
	state.Attributes = state.Attributes.WithValue(clockKey{}, c)
	return state
}

func clockOf(state resolver.State) clock.Clock {
	if c, ok := state.Attributes.Value(clockKey{}).(clock.Clock); ok {
		return c
	}
	return clock.System()
}
