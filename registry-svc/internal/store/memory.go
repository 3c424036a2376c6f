// Package store keeps registrations in memory.
package store

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/catalog"
)

// Memory keeps registrations of one process and forgets them with it.
type Memory struct {
	mu         sync.Mutex
	byLease    map[string]registrations.Registration
	byInstance map[catalog.InstanceKey]string // lease
}

var _ registrations.Store = (*Memory)(nil)

// NewMemory makes an empty store.
func NewMemory() *Memory {
	return &Memory{
		byLease:    map[string]registrations.Registration{},
		byInstance: map[catalog.InstanceKey]string{},
	}
}

// Put implements registrations.Store.
func (m *Memory) Put(
	_ context.Context, r registrations.Registration, admit func(others []registrations.Registration) error,
) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	replaced := m.byInstance[r.Instance.Key()]
	others := make([]registrations.Registration, 0, len(m.byLease))
	for lease, other := range m.byLease {
		if lease != replaced {
			others = append(others, other)
		}
	}
	if err := admit(others); err != nil {
		return err
	}
	delete(m.byLease, replaced)
	m.byLease[r.LeaseID] = r
	m.byInstance[r.Instance.Key()] = r.LeaseID
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
	m.delete(r)
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
		m.delete(r)
	}
	return expired, next, nil
}

// List implements registrations.Store.
func (m *Memory) List(context.Context) ([]registrations.Registration, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	byInstance := func(a, b registrations.Registration) int { return a.Instance.Key().Compare(b.Instance.Key()) }
	return slices.SortedFunc(maps.Values(m.byLease), byInstance), nil
}

func (m *Memory) delete(r registrations.Registration) {
	delete(m.byLease, r.LeaseID)
	delete(m.byInstance, r.Instance.Key())
}
