package registrations

// Health is what a check of an instance found.
type Health int

const (
	// Serving: it answered that it serves, or answered without having a health service.
	Serving Health = iota
	// NotServing: it answered that it does not serve.
	NotServing
	// Unreachable: it did not answer.
	Unreachable
)

// unreachableChecks is how many checks in a row must fail to reach an instance before it is taken out. One is enough
// when its lease is not being kept alive either.
const unreachableChecks = 2

// condition is what the registry knows of an instance beside its lease. The zero condition is a healthy one's: an
// instance that registers is taken to serve until a check says otherwise.
type condition struct {
	health      Health
	unreachable int  // checks in a row that did not reach it
	silent      bool // the stream that kept its lease alive broke, and no other has taken over
	offered     bool // the instance is in the catalogue
	kept        bool // its lease has been kept alive
}

// isKept reports whether the lease is being kept alive, as far as is known.
func (c *condition) isKept() bool { return c != nil && c.kept && !c.silent }

func (c *condition) observe(health Health) {
	c.health = health
	if health == Unreachable {
		c.unreachable++
	} else {
		c.unreachable = 0
	}
}

func (c *condition) lost() bool {
	return c.unreachable >= unreachableChecks || c.silent && c.unreachable > 0
}

// callable gives the registrations whose instances can be called. What an instance says of itself counts at once. That
// it cannot be reached counts only while most of them can: when more than half cannot, the fault is taken to be the
// registry's own, the instances stay, and the leases, which they keep alive from their side, decide.
func callable(registrations []Registration, conditions map[string]*condition) []Registration {
	lost := 0
	for _, registration := range registrations {
		if c := conditions[registration.LeaseID]; c != nil && c.lost() {
			lost++
		}
	}
	blind := 2*lost > len(registrations)
	kept := make([]Registration, 0, len(registrations))
	for _, registration := range registrations {
		c := conditions[registration.LeaseID]
		if c != nil && (c.health == NotServing || c.lost() && !blind) {
			continue
		}
		kept = append(kept, registration)
	}
	return kept
}

// String names the health for logs.
func (h Health) String() string {
	return [...]string{"serving", "not serving", "unreachable"}[h]
}
