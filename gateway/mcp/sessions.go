package mcp

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/salaatflow/platform/gateway/mcp/internal/sessionstore"
	"github.com/salaatflow/platform/services/clock"
)

// sessions are the open sessions of the protocol era that has them. Each serves only its owner, and is
// closed after the idle time without requests or streams. At a limit, a new session replaces the caller's own one
// that has been idle longest, so that nobody can close another caller's session by opening many. Callers of one address who have not
// signed in share what they may open, and cannot be told apart: there a session is replaced only if nobody has used it yet, or not for
// a while.
//
// Where gateways share a store, it is what decides whether there is a session. The sessions here are then those that clients have
// used at this gateway, and are opened and closed as it suits it.
type sessions struct {
	owner         func(context.Context) string
	max, ofCaller int
	idle          time.Duration
	clock         clock.Clock
	store         *sessionstore.Store // nil where there is none
	sealer        *sealer             // nil where ids hold nothing
	// reopen has the SDK open a session of the store, with its id.
	reopen func(context.Context, *sessionstore.Session)
	// again has the SDK serve a message of a session that its client has sent to another gateway.
	again func(ctx context.Context, session string, body []byte)

	closing sync.WaitGroup
	mu      sync.Mutex
	byID    map[string]*session
	ending  map[string]chan struct{} // closed when the SDK has closed the session
	gone    gone
	stopped bool
}

type session struct {
	id      string
	owner   string
	caller  string // whose share it uses
	version string // negotiated version of the protocol; empty before
	closer  closer
	active  int       // running requests and open streams
	used    bool      // it was entered since it was opened
	since   time.Time // start of the idle time, while active is 0
	timer   interface{ Stop() bool }
	calls   calls

	opened []byte    // what it was opened with
	shared bool      // it is in the store, too
	asked  time.Time // when the store last had it
	level  string    // of the log that its client wants; empty unless it has set one

	seal     string    // follows the id where clients have it; empty for none
	began    time.Time // when its client opened it, at whichever gateway
	restored bool      // it was opened from its id, and its client is to be told
}

// closer is the SDK's side of a session.
type closer interface {
	ID() string
	Close() error
}

// open adds a session, which is idle until its first request. It returns false if the session is already open.
func (s *sessions) open(ctx context.Context, opened closer) (bool, error) {
	if s.has(opened.ID()) {
		return false, nil
	}
	added := &session{id: opened.ID(), owner: s.owner(ctx), caller: callerOf(ctx), closer: opened, opened: openedWith(ctx), calls: newCalls()}
	kept, from := reopened(ctx), restoredFrom(ctx)
	if from != nil {
		added.seal, added.began, added.restored = from.seal, from.began, true
	} else {
		added.began = s.clock.Now()
		added.seal = s.sealer.sealed(added)
	}
	if kept != nil {
		added.owner, added.caller, added.shared = kept.Owner, kept.Share, s.store != nil
	} else if err := s.share(ctx, added); err != nil {
		return false, err
	}
	added.asked = s.clock.Now()
	if err := s.add(added); err != nil {
		if kept == nil {
			s.end(ctx, added.id)
		}
		return false, err
	}
	return true, nil
}

func (s *sessions) has(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.byID[id] != nil
}

func (s *sessions) add(added *session) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped || added.restored && s.gone.has(added.id, added.began) {
		return errAllFull()
	}
	if err := s.makeRoom(added); err != nil {
		return err
	}
	s.byID[added.id] = added
	s.markIdle(added)
	return nil
}

func errAllFull() error {
	return &jsonrpc.Error{Code: codeUnavailable, Message: "no more sessions can be opened now; try again later"}
}

func (s *sessions) errShareFull(of *session) error {
	reason := "you already have %d sessions in use; end one first"
	if of.owner == "" {
		reason = "callers of your address who have not signed in have %d sessions in use; sign in, or try again later"
	}
	return &jsonrpc.Error{Code: codeUnavailable, Message: fmt.Sprintf(reason, s.ofCaller)}
}

// abandoned is after how long without a request a session of nobody's is taken for left, where another one needs its room.
const abandoned = 5 * time.Minute

// isReplaceable reports whether a session may make room for another one of its share.
func (s *sessions) isReplaceable(old, by *session) bool {
	mayEnd := by.owner != "" || !old.used || s.clock.Since(old.since) >= abandoned
	return old.active == 0 && (mayEnd || old.shared && by.shared) // one of the store does not end with its session here
}

// setVersion stores the protocol version of a session.
func (s *sessions) setVersion(id, version string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if agreed := s.byID[id]; agreed != nil {
		agreed.version = version
	}
}

// enter begins a request of the session and returns the session's protocol version. It returns errUnknownSession if the caller
// has no such session, or errNotReopened. A session without an owner becomes that of the first one who enters it: a client signs in
// when a call needs it, and goes on where it was.
func (s *sessions) enter(ctx context.Context, id string) (version string, err error) {
	if err := s.find(ctx, id); err != nil {
		return "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	entered, owner := s.byID[id], s.owner(ctx)
	if entered != nil && entered.owner == "" {
		entered.owner = owner // as the store has it
	}
	if entered == nil || entered.owner != owner {
		return "", errUnknownSession
	}
	entered.timer.Stop()
	entered.active++
	entered.used = true
	return entered.version, nil
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

// makeRoom makes room for another session of its share, or returns why there is none. If necessary, it closes the session of the share
// that has been idle longest, of those that may be replaced.
func (s *sessions) makeRoom(added *session) error {
	var longest *session
	own := 0
	for _, other := range s.byID {
		if other.caller != added.caller {
			continue
		}
		own++
		if s.isReplaceable(other, added) && (longest == nil || other.since.Before(longest.since)) {
			longest = other
		}
	}
	switch {
	case len(s.byID) < s.max && own < s.ofCaller:
		return nil
	case longest != nil:
		s.close(longest)
		return nil
	case own >= s.ofCaller:
		return s.errShareFull(added)
	default:
		return errAllFull()
	}
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
	ended := make(chan struct{})
	s.ending[closed.id] = ended
	s.closing.Go(func() {
		_ = closed.closer.Close() // it has ended either way
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.ending, closed.id)
		close(ended)
	})
}

func (s *sessions) drop(dropped *session) {
	dropped.timer.Stop()
	delete(s.byID, dropped.id)
	if dropped.seal != "" {
		s.gone.add(dropped.id, dropped.began)
	}
}
