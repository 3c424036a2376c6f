package registrations

import "fmt"

// NameTakenError refuses an offer that claims what another service holds.
type NameTakenError struct {
	// Name is what is claimed, and Holder the service that holds it.
	Name, Holder string
	// Claim and Held say as what, such as a tool name and an alias.
	Claim, Held Kind
}

func (e *NameTakenError) Error() string {
	return fmt.Sprintf("the %s %q is held by %s as its %s; choose another, or register when %s has given it up",
		e.Claim, e.Name, e.Holder, e.Held, e.Holder)
}

// ServiceTakenError refuses an instance of a service whose name is held by others than its holder.
type ServiceTakenError struct{ Service string }

func (e *ServiceTakenError) Error() string {
	return fmt.Sprintf("the service name %q is held by instances that registered from another host; take another name, or "+
		"have the registry require the platform's credential (--credential-file), with which instances run on any host", e.Service)
}

// InstanceTakenError refuses an instance that would replace another without showing its lease.
type InstanceTakenError struct{ Service string }

func (e *InstanceTakenError) Error() string {
	return fmt.Sprintf("an instance of %s with this id holds a lease that lives; show it, wait until it has ended, "+
		"or take another id", e.Service)
}

// InvalidError refuses an offer that is malformed or over a limit of one registration.
type InvalidError struct{ Cause error }

func (e *InvalidError) Error() string { return "the registration is invalid: " + e.Cause.Error() }

func (e *InvalidError) Unwrap() error { return e.Cause }

// FullError refuses an offer that would take the registry over a limit of all registrations.
type FullError struct {
	// What there is too much of, and how much is allowed.
	What  string
	Limit int
}

func (e *FullError) Error() string {
	return fmt.Sprintf("the registry is full: at most %d %s", e.Limit, e.What)
}

// UnsettledError says that the registry has only just started, so that what it knows is not the whole.
type UnsettledError struct{}

func (*UnsettledError) Error() string {
	return "the registry has just started and is waiting for the services to register again; try again in a few seconds"
}
