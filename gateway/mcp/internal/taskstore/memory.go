package taskstore

import (
	"bytes"
	"context"
	"sync"

	"github.com/salaatflow/platform/services/clock"
)

// Memory keeps tasks in the process.
type Memory struct {
	limits Limits
	clock  clock.Clock

	mu      sync.Mutex
	tasks   map[string]*Task
	oldest  []*Task // all of them, by when they began
	owners  map[string]int
	changed func(id string, status Status)
}

// NewMemory returns an empty store.
func NewMemory(limits Limits, clk clock.Clock) *Memory {
	return &Memory{limits: limits, clock: clk, tasks: map[string]*Task{}, owners: map[string]int{}}
}

// Create implements Store.
func (m *Memory) Create(_ context.Context, id, owner string) (*Task, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.expire()
	if len(m.tasks) >= m.limits.Max || m.owners[owner] >= m.limits.MaxOfOwner {
		return nil, nil
	}
	now := m.clock.Now()
	created := &Task{ID: id, Owner: owner, Status: Working, Created: now, Updated: now}
	m.tasks[id] = created
	m.oldest = append(m.oldest, created)
	m.owners[owner]++
	return copied(created), nil
}

func copied(task *Task) *Task {
	c := *task
	return &c
}

// expire forgets tasks that were kept for long enough.
func (m *Memory) expire() {
	now := m.clock.Now()
	for len(m.oldest) > 0 && now.Sub(m.oldest[0].Created) >= m.limits.Kept {
		forgotten := m.oldest[0]
		m.oldest[0] = nil
		m.oldest = m.oldest[1:]
		delete(m.tasks, forgotten.ID)
		if m.owners[forgotten.Owner]--; m.owners[forgotten.Owner] == 0 {
			delete(m.owners, forgotten.Owner)
		}
	}
}

func (m *Memory) of(id, owner string) *Task {
	m.expire()
	known := m.tasks[id]
	if known == nil || known.Owner != owner {
		return nil
	}
	return known
}

// Get implements Store.
func (m *Memory) Get(_ context.Context, id, owner string) (*Task, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	known := m.of(id, owner)
	if known == nil {
		return nil, nil
	}
	return copied(known), nil
}

// Renew implements Store.
func (m *Memory) Renew(_ context.Context, id string) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	known := m.tasks[id]
	return known != nil && known.Status == Working, nil
}

// End implements Store.
func (m *Memory) End(_ context.Context, id string, status Status, body []byte) error {
	m.change(id, Working, nil, status, body)
	return nil
}

// Pause implements Store.
func (m *Memory) Pause(_ context.Context, id string, body []byte) error {
	m.change(id, Working, nil, InputRequired, body)
	return nil
}

// Swap implements Store.
func (m *Memory) Swap(_ context.Context, id string, before, body []byte) (bool, error) {
	return m.change(id, InputRequired, before, InputRequired, body), nil
}

// Resume implements Store.
func (m *Memory) Resume(_ context.Context, id string, before []byte) (bool, error) {
	return m.change(id, InputRequired, before, Working, nil), nil
}

// change changes a task of a status and, unless that is nil, a body. It reports whether there was one.
func (m *Memory) change(id string, from Status, before []byte, status Status, body []byte) bool {
	m.mu.Lock()
	known := m.tasks[id]
	if known == nil || known.Status != from || before != nil && !bytes.Equal(known.Body, before) {
		m.mu.Unlock()
		return false
	}
	tell := m.set(known, status, body)
	m.mu.Unlock()
	tell()
	return true
}

// set changes a task, and returns what tells of it. The caller holds mu while it sets, and not while it tells.
func (m *Memory) set(task *Task, status Status, body []byte) (tell func()) {
	task.Status, task.Body, task.Updated = status, body, m.clock.Now()
	id, changed := task.ID, m.changed
	return func() {
		if changed != nil {
			changed(id, status)
		}
	}
}

// Cancel implements Store.
func (m *Memory) Cancel(_ context.Context, id, owner string) (bool, error) {
	m.mu.Lock()
	known := m.of(id, owner)
	tell := func() {}
	if known != nil && !known.Status.HasEnded() {
		tell = m.set(known, Cancelled, nil)
	}
	m.mu.Unlock()
	tell()
	return known != nil, nil
}

// Listen implements Store. It is for one listener.
func (m *Memory) Listen(ctx context.Context, changed func(id string, status Status)) {
	m.mu.Lock()
	m.changed = changed
	m.mu.Unlock()
	<-ctx.Done()
}
