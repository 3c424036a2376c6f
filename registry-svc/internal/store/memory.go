// Package store stores registrations in memory.
package store

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
)

// Memory stores the registrations of one process, for as long as the process lives.
type Memory struct {
	mu      sync.Mutex
	byLease map[string]registrations.Registration
}

var _ registrations.Store = (*Memory)(nil)

// NewMemory returns an empty store.
func NewMemory() *Memory {
	return &Memory{byLease: map[string]registrations.Registration{}}
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
	m.byLease[r.LeaseID] = r
	return nil
}

// Renew implements registrations.Store.
func (m *Memory) Renew(_ context.Context, leaseID string, now, expires time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, ok := m.byLease[leaseID]
	if !ok || !r.Expires.After(now) {
		return registrations.ErrNoLease
	}
	r.Expires = expires
	m.byLease[leaseID] = r
	return nil
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

// Postpone implements registrations.Store.
func (m *Memory) Postpone(_ context.Context, by time.Duration) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for leaseID, r := range m.byLease {
		r.Expires = r.Expires.Add(by)
		m.byLease[leaseID] = r
	}
	return nil
}

// List implements registrations.Store.
func (m *Memory) List(context.Context) ([]registrations.Registration, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	byInstance := func(a, b registrations.Registration) int { return a.Instance.Key().Compare(b.Instance.Key()) }
	return slices.SortedFunc(maps.Values(m.byLease), byInstance), nil
}
