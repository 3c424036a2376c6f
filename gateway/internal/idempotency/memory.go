package idempotency

import (
	"container/list"
	"context"
	"sync"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

const (
	// maxBytes is how much all keys may take in a process. Of more, the oldest answers are forgotten: those of the caller
	// who stores, if that has more than its share, else of all.
	maxBytes = 64 << 20
	// overhead is about what a key takes besides its answer.
	overhead = 512
)

// memory keeps keys in the process, which forgets them when it ends.
type memory struct {
	clock              clock.Clock
	maxBytes, maxOwned int

	mu      sync.Mutex
	bytes   int
	records map[record]*entry
	oldest  list.List // of *entry, finished ones, by the time they expire
	owners  map[string]*holdings
}

type entry struct {
	record
	fingerprint string
	token       string // empty when it is finished
	answer      []byte
	expires     time.Time

	global, own *list.Element // nil while it runs
}

// holdings is what one owner has.
type holdings struct {
	keys, bytes int
	oldest      list.List
}

func newMemory(clock clock.Clock) *memory {
	return &memory{
		clock: clock, maxBytes: maxBytes, maxOwned: maxKeys, records: map[record]*entry{}, owners: map[string]*holdings{},
	}
}

func (m *memory) begin(_ context.Context, r record, fingerprint, token string, lease time.Duration) (state, []byte, error) {
	now := m.clock.Now()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.expire(now)
	known := m.records[r]
	if known != nil && known.token != "" && !known.expires.After(now) {
		m.drop(known)
		known = nil
	}
	switch {
	case known == nil:
	case known.fingerprint != fingerprint:
		return different, nil, nil
	case known.token != "":
		return running, nil, nil
	default:
		return done, known.answer, nil
	}
	holder := m.owners[r.owner]
	if holder == nil {
		holder = &holdings{}
		m.owners[r.owner] = holder
	}
	if holder.keys >= m.maxOwned {
		return tooMany, nil, nil
	}
	holder.keys++
	m.records[r] = &entry{record: r, fingerprint: fingerprint, token: token, expires: now.Add(lease)}
	m.weigh(holder, overhead)
	return begun, nil, nil
}

func (m *memory) finish(_ context.Context, r record, token string, answer []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.records[r]
	if e == nil || e.token != token {
		return nil // its lease ended, and somebody else may have begun
	}
	holder := m.owners[r.owner]
	e.token, e.answer, e.expires = "", answer, m.clock.Now().Add(keep)
	e.global, e.own = m.oldest.PushBack(e), holder.oldest.PushBack(e)
	m.weigh(holder, len(answer))
	for m.bytes > m.maxBytes {
		m.evict(holder)
	}
	return nil
}

func (m *memory) release(_ context.Context, r record, token string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e := m.records[r]; e != nil && e.token == token {
		m.drop(e)
	}
	return nil
}

// evict forgets the oldest answer of an owner that has more than its share, or else of all. There is one: what runs is small,
// and bounded by the calls in flight.
func (m *memory) evict(holder *holdings) {
	front := m.oldest.Front()
	if holder.bytes > m.maxBytes/len(m.owners) && holder.oldest.Len() > 0 {
		front = holder.oldest.Front()
	}
	m.drop(front.Value.(*entry))
}

func (m *memory) expire(now time.Time) {
	for front := m.oldest.Front(); front != nil && !front.Value.(*entry).expires.After(now); front = m.oldest.Front() {
		m.drop(front.Value.(*entry))
	}
}

func (m *memory) drop(e *entry) {
	holder := m.owners[e.owner]
	if e.global != nil {
		m.oldest.Remove(e.global)
		holder.oldest.Remove(e.own)
	}
	delete(m.records, e.record)
	m.weigh(holder, -overhead-len(e.answer))
	if holder.keys--; holder.keys == 0 {
		delete(m.owners, e.owner)
	}
}

func (m *memory) weigh(holder *holdings, bytes int) {
	holder.bytes += bytes
	m.bytes += bytes
}
