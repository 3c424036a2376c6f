package memory

import (
	"container/list"
	"context"
	"crypto/rand"
	"sync"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

// Limits bound what is kept. Zero in a field means the default.
type Limits struct {
	// Expiry is how long a conversation is kept after its last turn. Default an hour.
	Expiry time.Duration
	// Conversations is how many are kept in all, of which nobody's may be half. Default 10,000.
	Conversations int
	// PerUser is how many are kept of one user. Default 50.
	PerUser int
}

func (l Limits) orDefault() Limits {
	if l.Expiry <= 0 {
		l.Expiry = time.Hour
	}
	if l.Conversations < 1 {
		l.Conversations = 10_000
	}
	if l.PerUser < 1 {
		l.PerUser = 50
	}
	return l
}

// InProcess keeps conversations in this process: they end with it.
type InProcess struct {
	limits Limits
	clock  clock.Clock

	mu    sync.Mutex
	byID  map[string]*kept
	all   *list.List           // of *kept, the one used last in front
	owned map[int32]*list.List // the same by owner
}

// kept is a conversation in the store.
type kept struct {
	id    string
	owner int32
	state Conversation
	used  time.Time
	turn  chan struct{} // has a value while no turn holds the conversation

	inAll, inOwned *list.Element
}

// NewInProcess returns an empty store.
func NewInProcess(clk clock.Clock, limits Limits) *InProcess {
	return &InProcess{
		limits: limits.orDefault(), clock: clk,
		byID: map[string]*kept{}, all: list.New(), owned: map[int32]*list.List{},
	}
}

var _ Store = (*InProcess)(nil)

// Begin makes a conversation, and forgets those used longest ago where there are too many.
func (s *InProcess) Begin(_ context.Context, owner int32) (*Hold, error) {
	k := &kept{id: rand.Text(), owner: owner, used: s.clock.Now(), turn: make(chan struct{}, 1)}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.makeRoom(owner)
	if s.owned[owner] == nil {
		s.owned[owner] = list.New()
	}
	s.byID[k.id] = k
	k.inAll, k.inOwned = s.all.PushFront(k), s.owned[owner].PushFront(k)
	return s.hold(k), nil
}

// Resume waits for the conversation.
func (s *InProcess) Resume(ctx context.Context, owner int32, id string) (*Hold, error) {
	k := s.find(owner, id)
	if k == nil {
		return nil, ErrNotFound
	}
	select {
	case <-k.turn:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byID[id] != k { // forgotten while waiting
		k.turn <- struct{}{}
		return nil, ErrNotFound
	}
	return s.hold(k), nil
}

func (s *InProcess) find(owner int32, id string) *kept {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forgetExpired()
	if k := s.byID[id]; k != nil && k.owner == owner {
		return k
	}
	return nil
}

func (s *InProcess) hold(k *kept) *Hold {
	return NewHold(k.id, k.state, func(state Conversation) {
		s.mu.Lock()
		defer s.mu.Unlock()
		k.state, k.used = state, s.clock.Now()
		if s.byID[k.id] == k {
			s.all.MoveToFront(k.inAll)
			s.owned[k.owner].MoveToFront(k.inOwned)
		}
		k.turn <- struct{}{}
	})
}

// makeRoom forgets what has expired, and then what was used longest ago, until one more of the owner fits.
func (s *InProcess) makeRoom(owner int32) {
	s.forgetExpired()
	most := s.limits.PerUser
	if owner == 0 {
		most = max(1, s.limits.Conversations/2)
	}
	if of := s.owned[owner]; of != nil && of.Len() >= most {
		s.forget(of.Back())
	}
	if s.all.Len() >= s.limits.Conversations {
		s.forget(s.all.Back())
	}
}

func (s *InProcess) forgetExpired() {
	deadline := s.clock.Now().Add(-s.limits.Expiry)
	for oldest := s.all.Back(); oldest != nil && !conversationOf(oldest).used.After(deadline); oldest = s.all.Back() {
		s.forget(oldest)
	}
}

func (s *InProcess) forget(element *list.Element) {
	k := conversationOf(element)
	delete(s.byID, k.id)
	s.all.Remove(k.inAll)
	of := s.owned[k.owner]
	of.Remove(k.inOwned)
	if of.Len() == 0 {
		delete(s.owned, k.owner)
	}
}

func conversationOf(element *list.Element) *kept { return element.Value.(*kept) }

// Len is how many conversations are kept.
func (s *InProcess) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all.Len()
}
