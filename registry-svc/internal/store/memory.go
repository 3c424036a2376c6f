// Package store stores registrations in memory.
package store

import (
	"context"
	"crypto/rand"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/catalog"
)

// Memory stores the registrations of one process, for as long as the process lives.
type Memory struct {
	mu        sync.Mutex
	byLease   map[string]registrations.Registration
	beat      time.Time // the last
	published registrations.Published
	changes   []registrations.Change // the last, up to the revision of published
}

var _ registrations.Store = (*Memory)(nil)

// NewMemory returns an empty store.
func NewMemory() *Memory {
	return &Memory{
		byLease: map[string]registrations.Registration{},
		published: registrations.Published{
			History: rand.Text(), Definitions: map[string]*catalog.Definition{}, Instances: map[catalog.InstanceKey]catalog.Instance{},
		},
	}
}

// Put implements registrations.Store.
func (m *Memory) Put(_ context.Context, r registrations.Registration, admit registrations.Admit) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	var replaced *registrations.Registration
	others := make([]registrations.Registration, 0, len(m.byLease))
	for _, other := range m.byLease {
		if other.Instance.Key() == r.Instance.Key() {
			replaced = &other
		} else {
			others = append(others, other)
		}
	}
	if err := admit(replaced, others); err != nil {
		return err
	}
	if replaced != nil {
		delete(m.byLease, replaced.LeaseID)
	}
	r.Condition = registrations.Condition{}
	m.byLease[r.LeaseID] = r
	return nil
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
			r.Expires = expires
			m.byLease[leaseID] = r
		}
		renewed = append(renewed, leaseID)
	}
	return renewed, nil
}

// Delete implements registrations.Store.
func (m *Memory) Delete(_ context.Context, leaseID string) (registrations.Registration, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, ok := m.byLease[leaseID]
	if !ok {
		return registrations.Registration{}, registrations.ErrNoLease
	}
	delete(m.byLease, leaseID)
	return r, nil
}

// DeleteExpired implements registrations.Store.
func (m *Memory) DeleteExpired(
	_ context.Context, now time.Time,
) (expired []registrations.Registration, next time.Time, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range m.byLease {
		switch {
		case !r.Expires.After(now):
			expired = append(expired, r)
		case next.IsZero() || r.Expires.Before(next):
			next = r.Expires
		}
	}
	for _, r := range expired {
		delete(m.byLease, r.LeaseID)
	}
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
		lost = gap
		for leaseID, r := range m.byLease {
			r.Expires = r.Expires.Add(lost)
			m.byLease[leaseID] = r
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
			r.Condition = condition
			m.byLease[leaseID] = r
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
	byInstance := func(a, b registrations.Registration) int { return a.Instance.Key().Compare(b.Instance.Key()) }
	return slices.SortedFunc(maps.Values(m.byLease), byInstance)
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

// Changed implements registrations.Store.
func (m *Memory) Changed() <-chan struct{} { return nil }
