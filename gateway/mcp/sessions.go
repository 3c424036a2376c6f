package mcp

import (
	"context"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/salaatflow/platform/services/clock"
)

// sessions are the open sessions of the protocol era that has them. Each answers only to the owner that opened it, and
// is closed when nothing of it was under way for the idle time; an open stream is under way. At a limit the caller's own
// session that was idle longest makes room: nobody can close another's by opening many.
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
	caller  string // whose share it takes
	version string // of the protocol, that was agreed on; empty until then
	closer  closer
	active  int       // requests and streams under way
	since   time.Time // of being idle, while active is 0
	timer   interface{ Stop() bool }
}

// closer is the SDK's end of a session.
type closer interface {
	ID() string
	Close() error
}

// open opens a session, idle until its first request. It is false for one that is open already.
func (s *sessions) open(ctx context.Context, opened closer) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byID[opened.ID()] != nil {
		return false, nil
	}
	caller := callerOf(ctx)
	if s.stopped || !s.hasRoom(caller) {
		return false, &jsonrpc.Error{
			Code:    codeUnavailable,
			Message: "no further session can be opened now; try again later",
		}
	}
	added := &session{id: opened.ID(), owner: s.owner(ctx), caller: caller, closer: opened}
	s.byID[added.id] = added
	s.rest(added)
	return true, nil
}

// agree notes which version of the protocol a session speaks.
func (s *sessions) agree(id, version string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if agreed := s.byID[id]; agreed != nil {
		agreed.version = version
	}
}

// enter puts a request of the session under way, and tells which version the session speaks. It is false when the caller
// has no such session.
func (s *sessions) enter(ctx context.Context, id string) (version string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	entered := s.byID[id]
	if entered == nil || entered.owner != s.owner(ctx) {
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
		s.rest(left)
	}
}

// rest lets a session be idle from now on.
func (s *sessions) rest(idle *session) {
	idle.since = s.clock.Now()
	idle.timer = s.clock.AfterFunc(s.idle, func() { s.expire(idle) })
}

// forget drops a session that the SDK has closed.
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

// hasRoom is whether a caller can open one more session, for which the one of its own that was idle longest is closed where
// there is no room else.
func (s *sessions) hasRoom(caller string) bool {
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

// stop closes all sessions and opens no more. It returns when they are closed, or with the context's error.
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

// close closes a session on a goroutine of its own: the SDK waits for calls that are still running.
func (s *sessions) close(closed *session) {
	s.drop(closed)
	s.closing.Go(func() {
		_ = closed.closer.Close() // it is gone either way
	})
}

func (s *sessions) drop(dropped *session) {
	dropped.timer.Stop()
	delete(s.byID, dropped.id)
}
