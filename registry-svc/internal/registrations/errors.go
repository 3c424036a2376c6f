package registrations

import "fmt"

// NameTakenError refuses an offer that claims a name of another service.
type NameTakenError struct {
	// Name is the name that is claimed, and Holder the service that holds it.
	Name, Holder string
	// Claim and Held are the kinds of the name, such as a tool name and an alias.
	Claim, Held Kind
}

func (e *NameTakenError) Error() string {
	return fmt.Sprintf("the %s %q is held by %s as its %s; choose another, or register once %s has given it up",
		e.Claim, e.Name, e.Holder, e.Held, e.Holder)
}

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

// InvalidError refuses an offer that is malformed or over a limit for one registration.
type InvalidError struct{ Cause error }

func (e *InvalidError) Error() string { return "the registration is invalid: " + e.Cause.Error() }

func (e *InvalidError) Unwrap() error { return e.Cause }

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
