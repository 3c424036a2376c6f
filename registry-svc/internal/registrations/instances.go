package registrations

import (
	"context"
	"time"

	"github.com/salaatflow/platform/services/catalog"
)

// InstanceState is whether an instance is called, or why not.
type InstanceState string

// The states of instances.
const (
	InstanceServing     InstanceState = "serving"
	InstanceNotServing  InstanceState = "not_serving" // by its own word
	InstanceUnreachable InstanceState = "unreachable"
	InstanceQuarantined InstanceState = "quarantined" // nobody has accepted its definition
	// InstanceWaiting is that of one behind another at the same address, or whose version is far ahead of what is there.
	InstanceWaiting InstanceState = "waiting"
	// InstanceGone and InstanceStopped are those of departed instances.
	InstanceGone    InstanceState = "gone"
	InstanceStopped InstanceState = "stopped"
)

// ListedInstance is a registration with its state.
type ListedInstance struct {
	Registration
	State InstanceState
}

// Instances returns the instances that are registered, of one service or, if that is empty, of all, ordered by service and id,
// and how long a lease is when it is renewed.
func (r *Registry) Instances(ctx context.Context, service string) ([]ListedInstance, time.Duration, error) {
	all, err := r.Store.List(ctx)
	if err != nil {
		return nil, 0, err
	}
	called := map[catalog.InstanceKey]bool{}
	for _, registration := range decide(all) {
		called[registration.Instance.Key()] = true
	}
	var found []ListedInstance
	for _, registration := range all {
		if service == "" || service == registration.Instance.Service {
			found = append(found, ListedInstance{registration, stateOf(registration, called[registration.Instance.Key()])})
		}
	}
	now := r.Clock.Now()
	return found, r.end(now).Sub(now), nil
}

func stateOf(registration Registration, called bool) InstanceState {
	switch {
	case registration.Condition.NotServing:
		return InstanceNotServing
	case registration.Condition.Lost:
		return InstanceUnreachable
	case called:
		return InstanceServing
	case registration.Pinned != nil:
		return InstanceQuarantined
	default:
		return InstanceWaiting
	}
}
