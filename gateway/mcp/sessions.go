package mcp

import (
	"context"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/salaatflow/platform/services/clock"
)

// sessions are the open sessions of the protocol era that has them. Each serves only its owner, and is
// closed after the idle time without requests or streams. At a limit, a new session replaces the caller's own one
// that has been idle longest, so that nobody can close another caller's session by opening many.
type sessions struct {
	owner         func(context.Context) string
	max, ofCaller int
	idle          time.Duration
	clock         clock.Clock

	closing sync.WaitGroup
	mu      sync.Mutex
	byID    map[string]*session
	stopped bool
}

type session struct {
	id      string
	owner   string
	caller  string // whose share it uses
	version string // negotiated version of the protocol; empty before
	closer  closer
	active  int       // running requests and open streams
	since   time.Time // start of the idle time, while active is 0
	timer   interface{ Stop() bool }
	calls   calls
}

// closer is the SDK's side of a session.
type closer interface {
	ID() string
	Close() error
}

// open adds a session, which is idle until its first request. It returns false if the session is already open.
func (s *sessions) open(ctx context.Context, opened closer) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byID[opened.ID()] != nil {
		return false, nil
	}
	caller := callerOf(ctx)
	if s.stopped || !s.makeRoom(caller) {
		return false, &jsonrpc.Error{
			Code:    codeUnavailable,
			Message: "no more sessions can be opened now; try again later",
		}
	}
	added := &session{id: opened.ID(), owner: s.owner(ctx), caller: caller, closer: opened}
	s.byID[added.id] = added
	s.markIdle(added)
	return true, nil
}

// setVersion stores the protocol version of a session.
func (s *sessions) setVersion(id, version string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if agreed := s.byID[id]; agreed != nil {
		agreed.version = version
	}
}

// enter begins a request of the session and returns the session's protocol version. It returns false if the caller
// has no such session. A session without an owner becomes that of the first one who enters it: a client signs in when a call
// needs it, and goes on where it was.
func (s *sessions) enter(ctx context.Context, id string) (version string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	entered, owner := s.byID[id], s.owner(ctx)
	if entered != nil && entered.owner == "" {
		entered.owner = owner
	}
	if entered == nil || entered.owner != owner {
		return "", false
	}
	entered.timer.Stop()
	entered.active++
	return entered.version, true
}

// leave ends a request of the session.
func (s *sessions) leave(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	left := s.byID[id]
	if left == nil {
		return
	}
	if left.active--; left.active == 0 {
		s.markIdle(left)
	}
}

// markIdle starts the idle time of a session.
func (s *sessions) markIdle(idle *session) {
	idle.since = s.clock.Now()
	idle.timer = s.clock.AfterFunc(s.idle, func() { s.expire(idle) })
}

// forget removes a session that the SDK has closed.
func (s *sessions) forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if forgotten := s.byID[id]; forgotten != nil {
		s.drop(forgotten)
	}
}

func (s *sessions) expire(expired *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if expired.active == 0 && s.byID[expired.id] == expired && s.clock.Since(expired.since) >= s.idle {
		s.close(expired)
	}
}

// makeRoom reports whether the caller can open another session. If necessary, it closes the caller's session that has
// been idle longest.
func (s *sessions) makeRoom(caller string) bool {
	var longest *session
	own := 0
	for _, other := range s.byID {
		if other.caller != caller {
			continue
		}
		own++
		if other.active == 0 && (longest == nil || other.since.Before(longest.since)) {
			longest = other
		}
	}
	if len(s.byID) < s.max && own < s.ofCaller {
		return true
	}
	if longest == nil {
		return false
	}
	s.close(longest)
	return true
}

// stop closes all sessions and refuses new ones. It returns when they are closed, or with the context's error.
func (s *sessions) stop(ctx context.Context) error {
	s.mu.Lock()
	s.stopped = true
	for _, open := range s.byID {
		s.close(open)
	}
	s.mu.Unlock()
	closed := make(chan struct{})
	go func() {
		s.closing.Wait()
		close(closed)
	}()
	select {
	case <-closed:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// close closes a session in a goroutine, because the SDK waits for running calls.
func (s *sessions) close(closed *session) {
	s.drop(closed)
	s.closing.Go(func() {
		_ = closed.closer.Close() // it has ended either way
	})
}

func (s *sessions) drop(dropped *session) {
	dropped.timer.Stop()
	delete(s.byID, dropped.id)
}
