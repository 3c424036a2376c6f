package registrations

import (
	"context"
	"iter"
	"slices"

	"github.com/salaatflow/platform/services/catalog"
)

// decide returns the registrations whose instances can be called, of all, ordered by service; mostly that is the slice itself.
func decide(all []Registration) []Registration {
	there, _ := eligible(all)
	there = callable(there)
	if len(there) == len(all) && !slices.ContainsFunc(there, func(r *Registration) bool { return r.Pinned != nil }) {
		return all
	}
	return accepted(there)
}

// eligible returns the registrations that count, of all, ordered by service, and the leases of those that wait. A service of one
// instance, as most are, is not looked at: thousands of services are decided on at each change.
func eligible(all []Registration) (there []*Registration, waiting map[string]bool) {
	there = make([]*Registration, 0, len(all))
	for same := range byService(all) {
		if len(same) == 1 {
			there = append(there, &same[0])
			continue
		}
		kept, held := established(occupants(same))
		there = append(there, kept...)
		for lease := range held {
			if waiting == nil {
				waiting = map[string]bool{}
			}
			waiting[lease] = true
		}
	}
	return there, waiting
}

// byService yields the registrations of each service, of all, ordered by service.
func byService(all []Registration) iter.Seq[[]Registration] {
	return func(yield func([]Registration) bool) {
		for first := 0; first < len(all); {
			next := first + 1
			for next < len(all) && all[next].Instance.Service == all[first].Instance.Service {
				next++
			}
			if !yield(all[first:next:next]) {
				return
			}
			first = next
		}
	}
}

// occupants keeps only one of the instances of a service that have the same address, because one process is behind it.
// It keeps the earliest one whose lease is being renewed. If there is none, it keeps the latest one, which has taken
// the place of one that crashed.
func occupants(ofService []Registration) []*Registration {
	occupant := make(map[string]*Registration, len(ofService))
	for i := range ofService {
		next := &ofService[i]
		if other := occupant[next.Instance.Address]; other == nil || displaces(next, other) {
			occupant[next.Instance.Address] = next
		}
	}
	stay := make([]*Registration, 0, len(occupant))
	for i := range ofService {
		if r := &ofService[i]; occupant[r.Instance.Address] == r {
			stay = append(stay, r)
		}
	}
	return stay
}

func displaces(next, other *Registration) bool {
	alive, otherAlive := next.Condition.isKept(), other.Condition.isKept()
	if alive != otherAlive {
		return alive
	}
	if alive {
		return next.Since.Before(other.Since)
	}
	return next.Since.After(other.Since)
}

// established leaves out instances of a service whose version is far ahead of what was there before them, unless both holders
// have shown the credential. Otherwise whoever registers under a service's name could draw its calls with a high version.
// Such instances wait until what was there has gone; waiting holds their leases.
func established(ofService []*Registration) (kept []*Registration, waiting map[string]bool) {
	arrived := slices.Clone(ofService)
	slices.SortFunc(arrived, func(a, b *Registration) int { return a.Since.Compare(b.Since) })
	waiting = map[string]bool{}
	var there []*Registration
	for _, next := range arrived {
		if slices.ContainsFunc(there, next.isFarAheadOf) {
			waiting[next.LeaseID] = true
			continue
		}
		there = append(there, next)
	}
	return slices.DeleteFunc(ofService, func(r *Registration) bool { return waiting[r.LeaseID] }), waiting
}

// noteWaiting notes whose instances wait, and logs who begins to and who no longer does. The caller holds mu.
func (r *Registry) noteWaiting(ctx context.Context, registrations []Registration, waiting map[string]bool) {
	if before := r.waiting.Load(); before != nil && len(*before) == 0 && len(waiting) == 0 {
		return
	}
	counts := map[string]int64{}
	defer r.waiting.Store(&counts)
	for _, registration := range registrations {
		if waiting[registration.LeaseID] {
			counts[registration.Instance.Service]++
		}
		c := r.conditions[registration.LeaseID]
		if c.waits == waiting[registration.LeaseID] {
			continue
		}
		c.waits = !c.waits
		log := r.Logger.With("registrant", registration.Instance.Service, "version", registration.Definition.Version,
			"instance", registration.Instance.ID, "address", registration.Instance.Address)
		if c.waits {
			log.InfoContext(ctx, "an instance gets no calls while others of its service are there: its version skips a major one")
		} else {
			log.InfoContext(ctx, "the instance no longer waits")
		}
	}
}

// isFarAheadOf reports whether r's version skips a major version after older's, and not both holders are trusted.
func (r *Registration) isFarAheadOf(older *Registration) bool {
	return !r.Holder.trusts(older.Holder) && catalog.Major(r.Definition.Version)-catalog.Major(older.Definition.Version) > 1
}
