package registrations

import "fmt"

// ServiceTakenError refuses an instance of a service whose name another holder has.
type ServiceTakenError struct{ Service string }

func (e *ServiceTakenError) Error() string {
	return fmt.Sprintf("the service name %q is held by instances that registered from another host; choose another name, or "+
		"have the registry require the platform's credential (--credential-file), so that instances can run on any host", e.Service)
}

// InstanceTakenError refuses an instance that would replace another one without showing its lease.
type InstanceTakenError struct{ Service string }

func (e *InstanceTakenError) Error() string {
	return fmt.Sprintf("an instance of %s with this id holds a live lease; show that lease, wait until it has ended, "+
		"or choose another id", e.Service)
}

// FullError refuses an offer that would take the registry over a limit for all registrations.
type FullError struct {
	// What there is too much of, and the limit.
	What  string
	Limit int
}

func (e *FullError) Error() string {
	return fmt.Sprintf("the registry is full: at most %d %s", e.Limit, e.What)
}

// UnsettledError means that the registry has just started and does not know all services yet.
type UnsettledError struct{}

func (*UnsettledError) Error() string {
	return "the registry has just started and is waiting for the services to register again; try again in a few seconds"
}
