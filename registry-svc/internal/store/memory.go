// Package store stores registrations in memory.
package store

import (
	"context"
	"crypto/rand"
	"slices"
	"sync"
	"time"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/catalog"
)

// Memory stores the registrations of one process, for as long as the process lives.
type Memory struct {
	mu        sync.Mutex
	byLease   map[string]*registrations.Registration
	ordered   []*registrations.Registration // the same, by service and instance id
	listed    []registrations.Registration  // the same, for all who ask; nil once something has changed
	beat      time.Time                     // the last
	published registrations.Published
	changes   []registrations.Change // the last, up to the revision of published
	departed  []registrations.Departed
	pins      *pinsFile // nil remembers no definition
	repin     bool      // what is remembered has changed since Pinned was set
}

var _ registrations.Store = (*Memory)(nil)

// OpenMemory returns a store without registrations, which remembers definitions in a file. It makes the file when it
// remembers the first, in a folder that is there.
func OpenMemory(file string) (*Memory, error) {
	pins, err := readPins(file)
	if err != nil {
		return nil, err
	}
	m := NewMemory()
	m.pins = pins
	return m, nil
}

// NewMemory returns an empty store that remembers no definition.
func NewMemory() *Memory {
	return &Memory{
		byLease: map[string]*registrations.Registration{},
		published: registrations.Published{
			History: rand.Text(), Definitions: map[string]*catalog.Definition{}, Instances: map[catalog.InstanceKey]catalog.Instance{},
		},
	}
}

// RememberAtMost sets of how many services definitions are remembered, at least 1. It is called before the store is used.
func (m *Memory) RememberAtMost(services int) { m.pins.most = services }

// Put implements registrations.Store.
func (m *Memory) Put(
	_ context.Context, r registrations.Registration, admit registrations.Admit,
) (added *registrations.Pin, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	others := m.list()
	var replaced *registrations.Registration
	if at, found := m.place(r.Instance.Key()); found {
		replaced = new(others[at])
		others = slices.Concat(others[:at], others[at+1:])
	}
	if err := admit(m.pins.pinned(r).Pinned, replaced, others); err != nil {
		return nil, err
	}
	m.listed = nil
	added, err = m.pins.remember(r, func(service, version string) bool {
		return slices.ContainsFunc(others, func(o registrations.Registration) bool {
			return o.Definition.Service == service && (version == "" || o.Definition.Version == version)
		})
	})
	if err != nil {
		return nil, err
	}
	if replaced != nil {
		m.remove(replaced.LeaseID)
	} else {
		m.departed = registrations.Returned(m.departed, r.Instance)
	}
	r.Condition = registrations.Condition{}
	r, m.repin = m.pins.pinned(r), m.repin || added != nil
	at, _ := m.place(r.Instance.Key())
	m.byLease[r.LeaseID], m.ordered = &r, slices.Insert(m.ordered, at, &r)
	return added, nil
}

// place returns where an instance is in the order, or belongs, and whether it is there.
func (m *Memory) place(key catalog.InstanceKey) (at int, found bool) {
	return slices.BinarySearchFunc(m.ordered, key, func(r *registrations.Registration, key catalog.InstanceKey) int {
		return r.Instance.Key().Compare(key)
	})
}

// remove removes the registration of a lease, if there is one.
func (m *Memory) remove(leaseID string) (gone *registrations.Registration) {
	if gone = m.byLease[leaseID]; gone == nil {
		return nil
	}
	delete(m.byLease, leaseID)
	m.listed = nil
	at, _ := m.place(gone.Instance.Key())
	m.ordered = slices.Delete(m.ordered, at, at+1)
	return gone
}

// Renew implements registrations.Store.
func (m *Memory) Renew(_ context.Context, leaseIDs []string, now, expires time.Time) (renewed []string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, leaseID := range leaseIDs {
		r, ok := m.byLease[leaseID]
		if !ok || !r.Expires.After(now) {
			continue
		}
		if expires.After(r.Expires) {
			r.Expires, m.listed = expires, nil
		}
		renewed = append(renewed, leaseID)
	}
	return renewed, nil
}

// Delete implements registrations.Store.
func (m *Memory) Delete(_ context.Context, leaseID string, depart registrations.Depart) (registrations.Registration, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	gone := m.remove(leaseID)
	if gone == nil {
		return registrations.Registration{}, registrations.ErrNoLease
	}
	m.depart(depart, *gone)
	return *gone, nil
}

// depart remembers the instances of registrations that were removed.
func (m *Memory) depart(depart registrations.Depart, removed ...registrations.Registration) {
	if depart != nil && len(removed) > 0 {
		m.departed = depart(m.departed, m.list(), removed)
	}
}

// Departed implements registrations.Store.
func (m *Memory) Departed(context.Context) ([]registrations.Departed, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.departed), nil
}

// Forget implements registrations.Store.
func (m *Memory) Forget(_ context.Context, service, instance string) (forgotten int, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	before := len(m.departed)
	m.departed = slices.DeleteFunc(m.departed, func(d registrations.Departed) bool {
		return d.Instance.Service == service && (instance == "" || d.Instance.ID == instance)
	})
	return before - len(m.departed), nil
}

// DeleteExpired implements registrations.Store.
func (m *Memory) DeleteExpired(
	_ context.Context, now time.Time, depart registrations.Depart,
) (expired []registrations.Registration, next time.Time, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range m.byLease {
		switch {
		case !r.Expires.After(now):
			expired = append(expired, *r)
		case next.IsZero() || r.Expires.Before(next):
			next = r.Expires
		}
	}
	for _, r := range expired {
		m.remove(r.LeaseID)
	}
	m.depart(depart, expired...)
	return expired, next, nil
}

// Beat implements registrations.Store.
func (m *Memory) Beat(_ context.Context, last, now time.Time, tolerance time.Duration) (lost time.Duration, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.beat.After(last) {
		last = m.beat
	}
	if gap := now.Sub(last); !last.IsZero() && gap > tolerance {
		lost, m.listed = gap, nil
		for _, r := range m.byLease {
			r.Expires = r.Expires.Add(lost)
		}
	}
	if now.After(m.beat) {
		m.beat = now
	}
	return lost, nil
}

// Mark implements registrations.Store.
func (m *Memory) Mark(_ context.Context, conditions map[string]registrations.Condition) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for leaseID, condition := range conditions {
		if r, ok := m.byLease[leaseID]; ok {
			r.Condition, m.listed = condition, nil
		}
	}
	return nil
}

// Lead implements registrations.Store: nobody else is there.
func (m *Memory) Lead(context.Context, time.Time, time.Time) (bool, error) { return true, nil }

// List implements registrations.Store.
func (m *Memory) List(context.Context) ([]registrations.Registration, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.list(), nil
}

func (m *Memory) list() []registrations.Registration {
	if m.listed == nil {
		m.listed = make([]registrations.Registration, len(m.ordered))
		for i, r := range m.ordered {
			if m.repin {
				*r = m.pins.pinned(*r)
			}
			m.listed[i] = *r
		}
		m.repin = false
	}
	return slices.Clip(m.listed)
}

// Publish implements registrations.Store.
func (m *Memory) Publish(_ context.Context, decide registrations.Decide) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.changes = append(m.changes, m.published.Offer(decide(m.list()))...)
	m.changes = registrations.Keep(m.changes, registrations.KeptChanges, m.published.Definitions,
		func(c registrations.Change) *catalog.Definition { return c.DefinitionAdded })
	return nil
}

// Settle implements registrations.Store.
func (m *Memory) Settle(context.Context) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.published.Settled = true
	return nil
}

// Published implements registrations.Store.
func (m *Memory) Published(context.Context) (registrations.Published, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.published.Clone(), nil
}

// Changes implements registrations.Store.
func (m *Memory) Changes(
	_ context.Context, history string, after int64,
) (changes []registrations.Change, settled bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	missed := m.published.Revision - after
	if history != m.published.History || missed < 0 || missed > int64(len(m.changes)) {
		return nil, false, registrations.ErrNoChanges
	}
	return slices.Clone(m.changes[int64(len(m.changes))-missed:]), m.published.Settled, nil
}

// Pins implements registrations.Store.
func (m *Memory) Pins(_ context.Context, service string) ([]registrations.Pin, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.pins.list(service), nil
}

// PinsOf implements registrations.Store.
func (m *Memory) PinsOf(_ context.Context, service, version string) ([]registrations.Pin, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.pins.of(service, version)), nil
}

// Decide implements registrations.Store.
func (m *Memory) Decide(_ context.Context, hash string, verdict registrations.Verdict) (registrations.Pin, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.listed, m.repin = nil, true
	return m.pins.decide(hash, verdict)
}

// Changed implements registrations.Store.
func (m *Memory) Changed() <-chan struct{} { return nil }
