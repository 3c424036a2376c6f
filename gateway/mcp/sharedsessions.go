package mcp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/salaatflow/platform/gateway/mcp/internal/sessionstore"
)

const (
	// askAgain is for how long a session that the store has is taken to be there. Its end is told at once; this is for when that
	// was lost.
	askAgain = 5 * time.Second
	// inUse is for how long a session is not idle in the store because of a stream, unless it says so again, which it does thrice.
	inUse = time.Minute
)

var (
	errUnknownSession = errors.New("session not found")
	errNotReopened    = errors.New("the session cannot be served now; try again later")
)

// share puts a session into the store, if there is one. Where that cannot be asked, the session is this gateway's alone for now.
func (s *sessions) share(ctx context.Context, opened *session) error {
	if s.store == nil {
		return nil
	}
	if len(opened.opened) > maxOpened {
		return invalidParams(fmt.Sprintf("initialize is longer than %d bytes", maxOpened))
	}
	outcome, err := s.store.Open(ctx, &sessionstore.Session{
		ID: opened.id, Owner: opened.owner, Share: opened.caller, Opened: opened.opened,
	})
	if err != nil {
		return nil //nolint:nilerr // the link says so
	}
	switch outcome {
	case sessionstore.Opened:
		opened.shared = true
		return nil
	case sessionstore.ShareIsFull:
		return s.errShareFull(opened)
	default:
		return errAllFull()
	}
}

// find makes sure that a session which the caller may have is here, or returns errUnknownSession or errNotReopened.
func (s *sessions) find(ctx context.Context, id string) error {
	if s.store == nil || s.isFresh(ctx, id) {
		return nil
	}
	if !isSessionID(id) {
		return errUnknownSession
	}
	kept, err := s.store.Enter(ctx, id, s.owner(ctx), 0)
	switch {
	case err != nil:
		return nil //nolint:nilerr // what is here is all there is
	case kept == nil:
		return s.unknown(ctx, id)
	case !s.refresh(kept):
		if err := s.restore(ctx, kept); err != nil {
			return err
		}
	}
	s.adoptLevel(ctx, kept)
	return nil
}

// isFresh reports whether the store need not be asked about a session.
func (s *sessions) isFresh(ctx context.Context, id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.byID[id]
	return known != nil && known.shared && known.used && known.owner == s.owner(ctx) && s.clock.Since(known.asked) < askAgain
}

// refresh notes what the store has of a session. It returns false if the session is not here.
func (s *sessions) refresh(kept *sessionstore.Session) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.byID[kept.ID]
	if known != nil {
		known.owner, known.asked, known.shared = kept.Owner, s.clock.Now(), true
	}
	return known != nil
}

// unknown says that the caller has no such session in the store: one that is here has ended, or is another's, or was opened while the
// store was away, and is put there now.
func (s *sessions) unknown(ctx context.Context, id string) error {
	s.mu.Lock()
	known := s.byID[id]
	s.mu.Unlock()
	switch owner := s.owner(ctx); {
	case known == nil || known.owner != "" && known.owner != owner:
		return errUnknownSession
	case known.shared:
		s.ended(id)
		return errUnknownSession
	default:
		return s.shareLate(ctx, known)
	}
}

// shareLate puts a session into the store that was opened while this was away. Where there is no room for it, it stays as it is.
func (s *sessions) shareLate(ctx context.Context, known *session) error {
	late := &session{id: known.id, owner: s.owner(ctx), caller: known.caller, opened: known.opened}
	if s.share(ctx, late) == nil && late.shared {
		s.refresh(&sessionstore.Session{ID: late.id, Owner: late.owner})
	}
	return nil
}

// restore opens a session here that was opened at another gateway.
func (s *sessions) restore(ctx context.Context, kept *sessionstore.Session) error {
	s.mu.Lock()
	ending := s.ending[kept.ID]
	s.mu.Unlock()
	if ending != nil {
		select {
		case <-ending: // else its end would take the new one with it
		case <-ctx.Done():
			return errNotReopened
		}
	}
	s.reopen(context.WithoutCancel(ctx), kept)
	if !s.has(kept.ID) {
		return errNotReopened
	}
	return nil
}

// hold keeps a session that has a stream from being idle in the store, until release is called.
func (s *sessions) hold(ctx context.Context, id string) (release func()) {
	if s.store == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	owner := s.owner(ctx)
	ticker := s.clock.NewTicker(inUse / 3)
	done := make(chan struct{})
	s.markInUse(ctx, id, owner) // before its client knows that the stream is open
	go func() {
		defer close(done)
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.Chan():
				s.markInUse(ctx, id, owner)
			}
		}
	}()
	return func() {
		cancel()
		ticker.Stop()
		<-done
	}
}

// markInUse says in the store that a session has a stream. One that has ended there ends here, with its stream.
func (s *sessions) markInUse(ctx context.Context, id, owner string) {
	if kept, err := s.store.Enter(ctx, id, owner, inUse); err == nil && kept == nil {
		_ = s.unknown(ctx, id)
	}
}

// ended closes a session that has ended at another gateway.
func (s *sessions) ended(id string) {
	s.endCalls(id)
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.byID[id]; known != nil {
		s.close(known)
	}
}

// end forgets a session, at every gateway. If the store is away, it ends there when it has been idle.
func (s *sessions) end(ctx context.Context, id string) {
	s.forget(id)
	if s.store != nil && isSessionID(id) {
		_ = s.store.End(context.WithoutCancel(ctx), id) // the link says so
	}
}

// isSessionID reports whether a text may be the id of a session, as the SDK makes them.
func isSessionID(text string) bool {
	const length = 26 // of rand.Text
	if len(text) != length {
		return false
	}
	for i := range len(text) {
		if c := text[i]; (c < 'A' || c > 'Z') && (c < '2' || c > '7') {
			return false
		}
	}
	return true
}

type reopenedKey struct{}

// reopened returns what the store has of the session that a request opens again, or nil.
func reopened(ctx context.Context) *sessionstore.Session {
	kept, _ := ctx.Value(reopenedKey{}).(*sessionstore.Session)
	return kept
}

// maxOpened is the length of the longest message that opens a session where gateways share them, in bytes.
const maxOpened = 64 << 10
