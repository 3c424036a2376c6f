package registrations

import (
	"cmp"
	"context"
	"errors"
	"net/netip"
	"slices"
	"time"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/ownership"
)

// Departed is what is remembered of an instance that is registered no more.
type Departed struct {
	// Instance is the instance as it was registered, Version is that of its service, and Host registered it.
	Instance catalog.Instance
	Version  string
	Host     netip.Addr
	// Tools are the names of its tools, at most MostDepartedTools.
	Tools []string
	// Since is when it had registered, and At when its lease ended.
	Since, At time.Time
	// Stopped is set if it ended its lease itself. Otherwise it is gone: nobody knows why.
	Stopped bool
	// Error is what was last found wrong with it; empty if it stopped.
	Error string
}

// Bounds of what is remembered of departed instances. What departed last is kept. Of the platform's services each has its own
// room, so that others can never fill it.
const (
	// KeptDeparted is how long they are remembered unless they return.
	KeptDeparted = 24 * time.Hour
	// MostDepartedTools is how many names of tools are remembered of one.
	MostDepartedTools = 64

	mostDepartedOfService = 16
	mostDepartedOfHost    = 32  // of services that are not the platform's
	mostDepartedForeign   = 128 // of services that are not the platform's
)

// leaseEnded is what is wrong with a lost instance of which no health check failed.
const leaseEnded = "its lease ended: it was not renewed"

// ErrNoneDeparted means that no such departed instance is remembered.
var ErrNoneDeparted = errors.New("no such instance is remembered as gone")

// Depart returns what is remembered of departed instances, ordered by service and instance id, once some registrations are
// removed and others, ordered likewise, are left.
type Depart func(departed []Departed, left, removed []Registration) []Departed

// depart remembers instances that stopped, or that are lost, unless others have taken their places.
func (r *Registry) depart(now time.Time, stopped bool) Depart {
	lease := r.end(now).Sub(now)
	return func(departed []Departed, left, removed []Registration) []Departed {
		for i := range removed {
			one := &removed[i]
			followed := func(other Registration) bool {
				return other.Instance.Service == one.Instance.Service && (stopped || other.Since.After(one.Expires.Add(-lease)))
			}
			if !slices.ContainsFunc(left, followed) {
				departed = append(departed, one.departed(now, stopped))
			}
		}
		return bounded(departed, now, r.Owners)
	}
}

func (r *Registration) departed(now time.Time, stopped bool) Departed {
	tools := r.Definition.ToolNames
	gone := Departed{
		Instance: r.Instance, Version: r.Definition.Version, Host: r.Holder.Host, Tools: tools[:min(len(tools), MostDepartedTools)],
		Since: r.Since, At: now, Stopped: stopped,
	}
	if !stopped {
		gone.At, gone.Error = r.Expires, cmp.Or(r.Condition.Error, leaseEnded)
	}
	return gone
}

// bounded leaves out what departed too long ago, or too much of, and returns the rest ordered by service and instance id.
func bounded(departed []Departed, now time.Time, owners ownership.Owners) []Departed {
	latest := slices.Clone(departed)
	slices.SortStableFunc(latest, func(a, b Departed) int { return b.At.Compare(a.At) })
	var (
		foreign   int
		seen      = map[catalog.InstanceKey]bool{}
		ofService = map[string]int{}
		ofHost    = map[netip.Addr]int{}
	)
	kept := slices.DeleteFunc(latest, func(d Departed) bool {
		service := d.Instance.Service
		if seen[d.Instance.Key()] || d.isForgotten(now) || ofService[service] >= mostDepartedOfService {
			return true
		}
		if !owners.Owns(service) {
			if foreign >= mostDepartedForeign || ofHost[d.Host] >= mostDepartedOfHost {
				return true
			}
			foreign++
			ofHost[d.Host]++
		}
		seen[d.Instance.Key()] = true
		ofService[service]++
		return false
	})
	slices.SortFunc(kept, CompareDeparted)
	return kept
}

func (d *Departed) isForgotten(now time.Time) bool { return now.Sub(d.At) >= KeptDeparted }

// CompareDeparted orders departed instances by service and instance id.
func CompareDeparted(a, b Departed) int { return a.Instance.Key().Compare(b.Instance.Key()) }

// Returned returns what is remembered of departed instances once an instance has registered that was not registered before:
// its service runs again, so none of it has stopped, and it takes the place of one that was gone. That is itself, or the one that
// had its address, or else the one that departed first.
func Returned(departed []Departed, returned catalog.Instance) []Departed {
	place, best := -1, 0
	for i, d := range departed {
		if d.Instance.Service != returned.Service || d.Stopped {
			continue
		}
		rank := 1
		switch {
		case d.Instance.ID == returned.ID:
			rank = 3
		case d.Instance.Address == returned.Address:
			rank = 2
		}
		if rank > best || rank == best && d.At.Before(departed[place].At) {
			place, best = i, rank
		}
	}
	var kept []Departed
	for i, d := range departed {
		if i != place && (d.Instance.Service != returned.Service || !d.Stopped) {
			kept = append(kept, d)
		}
	}
	return kept
}

// Departed returns the departed instances of a service or, if that is empty, of all, ordered by service and instance id.
func (r *Registry) Departed(ctx context.Context, service string) ([]Departed, error) {
	all, err := r.Store.Departed(ctx)
	if err != nil {
		return nil, err
	}
	now := r.Clock.Now()
	return slices.DeleteFunc(all, func(d Departed) bool {
		return d.isForgotten(now) || service != "" && d.Instance.Service != service
	}), nil
}

// Forget forgets a departed instance or, if instance is empty, all of the service, and returns how many. It fails with
// ErrNoneDeparted if there is none.
func (r *Registry) Forget(ctx context.Context, service, instance string) (int, error) {
	forgotten, err := r.Store.Forget(ctx, service, instance)
	if err == nil && forgotten == 0 {
		return 0, ErrNoneDeparted
	}
	return forgotten, err
}
