package registrations

import (
	"context"
	"slices"

	"github.com/salaatflow/platform/services/catalog"
)

// decide returns the registrations whose instances can be called, of all.
func decide(all []Registration) []Registration {
	there, _ := established(occupants(slices.Clone(all)))
	return accepted(callable(there))
}

// occupants keeps only one of the instances of a service that have the same address, because one process is behind it.
// It keeps the earliest one whose lease is being renewed. If there is none, it keeps the latest one, which has taken
// the place of one that crashed.
func occupants(registrations []Registration) []Registration {
	type place struct{ service, address string }
	occupant := make(map[place]*Registration, len(registrations))
	for i := range registrations {
		next := &registrations[i]
		at := place{next.Instance.Service, next.Instance.Address}
		if other := occupant[at]; other == nil || displaces(next, other) {
			occupant[at] = next
		}
	}
	if len(occupant) == len(registrations) {
		return registrations
	}
	stay := make(map[string]bool, len(occupant))
	for _, r := range occupant {
		stay[r.LeaseID] = true
	}
	return slices.DeleteFunc(registrations, func(r Registration) bool { return !stay[r.LeaseID] })
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

// established leaves out instances whose version is far ahead of what was there before them, unless both holders have
// shown the credential. Otherwise whoever registers under a service's name could draw its calls with a high version.
// Such instances wait until what was there has gone; waiting holds their leases.
func established(registrations []Registration) (kept []Registration, waiting map[string]bool) {
	ofService := map[string][]*Registration{}
	for i := range registrations {
		service := registrations[i].Instance.Service
		ofService[service] = append(ofService[service], &registrations[i])
	}
	waiting = map[string]bool{}
	for _, all := range ofService {
		if len(all) == 1 {
			continue
		}
		slices.SortFunc(all, func(a, b *Registration) int { return a.Since.Compare(b.Since) })
		var there []*Registration
		for _, next := range all {
			if slices.ContainsFunc(there, next.isFarAheadOf) {
				waiting[next.LeaseID] = true
				continue
			}
			there = append(there, next)
		}
	}
	if len(waiting) == 0 {
		return registrations, waiting
	}
	return slices.DeleteFunc(registrations, func(r Registration) bool { return waiting[r.LeaseID] }), waiting
}

// noteWaiting notes whose instances wait, and logs who begins to and who no longer does. The caller holds mu.
func (r *Registry) noteWaiting(ctx context.Context, registrations []Registration, waiting map[string]bool) {
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
