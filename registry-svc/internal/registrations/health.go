package registrations

import "time"

// Health is the result of a health check.
type Health int

const (
	// Serving: the instance answered that it serves, or has no health service.
	Serving Health = iota
	// NotServing: the instance answered that it does not serve.
	NotServing
	// Unreachable: the instance did not answer.
	Unreachable
)

// unreachableChecks is how many consecutive checks must fail to reach an instance before it is removed. One is enough
// if its lease is not being renewed either.
const unreachableChecks = 2

// condition is what this registry knows of an instance. Its zero value is that of an instance that has just registered.
type condition struct {
	known       Condition // what all registries know
	noted       bool      // something was found here that all should know
	kept        bool      // its lease has been renewed
	health      Health
	why         string    // what the first check of those that found this health said
	unreachable int       // consecutive checks that did not reach it
	silent      bool      // the stream that renewed its lease broke, and no other has taken over
	since       time.Time // when that stream broke, if it was one of this registry's
	offered     bool      // the instance is in the catalogue
	waits       bool      // its version skips a major one, and others are there
	steady      bool      // it is among the steady ones
	learned     uint64    // when it was last seen in the store, as the registry counts
}

// isKept reports whether, as far as is known, the lease is being renewed.
func (c *condition) isKept() bool { return c != nil && c.kept && !c.silent }

func (c *condition) observe(health Health, why string) {
	if health != c.health || health == Serving {
		c.why = why // and not at each check that fails: what all know would change each time
	}
	c.health, c.noted = health, true
	if health == Unreachable {
		c.unreachable++
	} else {
		c.unreachable = 0
	}
}

func (c *condition) lost() bool {
	return c.unreachable >= unreachableChecks || c.silent && c.unreachable > 0
}

// found returns what all registries should know.
func (c *condition) found() Condition {
	return Condition{Renewed: c.kept, Silent: c.silent, NotServing: c.health == NotServing, Lost: c.lost(), Error: c.why}
}

// learn takes over what all registries know, unless something else was found here meanwhile.
func (c *condition) learn(known Condition) {
	c.known = known
	if c.noted || c.found() == known {
		return
	}
	c.kept, c.silent, c.since, c.health, c.why = known.Renewed, known.Silent, time.Time{}, Serving, known.Error
	switch {
	case known.Lost:
		c.health, c.unreachable = Unreachable, max(c.unreachable, unreachableChecks)
	case known.NotServing:
		c.health, c.unreachable = NotServing, 0
	default:
		c.unreachable = 0
	}
}

// callable returns the registrations whose instances can be called. What an instance reports of itself counts at once.
// That an instance cannot be reached counts only while most instances can be. If more than half cannot, the fault is
// probably the registry's own: then the instances stay, and their leases, which they renew from their side, decide.
func callable(registrations []*Registration) []*Registration {
	lost := 0
	for _, registration := range registrations {
		if registration.Condition.Lost {
			lost++
		}
	}
	blind := 2*lost > len(registrations)
	kept := make([]*Registration, 0, len(registrations))
	for _, registration := range registrations {
		if c := registration.Condition; !c.NotServing && (!c.Lost || blind) {
			kept = append(kept, registration)
		}
	}
	return kept
}

// String returns the name of the result for logs.
func (h Health) String() string {
	return [...]string{"serving", "not serving", "unreachable"}[h]
}
