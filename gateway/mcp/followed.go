package mcp

import (
	"context"
	"encoding/hex"
	"fmt"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/salaatflow/platform/gateway/mcp/internal/sessionstore"
	"github.com/salaatflow/platform/services/clock"
)

// followed has the gateway with a session's stream follow what its client subscribed to, wherever the client said so: nobody else could
// tell it. The resources are read as whoever opened the stream, who is the owner of the session. It is safe for concurrent use.
type followed struct {
	sessions      *sessions
	subscriptions *subscriptions // nil if there are only tools
	again         func(ctx context.Context, session string, body []byte)
	clock         clock.Clock

	mu     sync.Mutex
	looked map[string]chan struct{} // by session: has a value when it is to be looked at
}

// follow follows what the client of a session with a stream subscribed to, until release is called. What another gateway says of it may
// be lost: so it looks every now and then, too.
func (f *followed) follow(ctx context.Context, id string) (release func()) {
	if f.sessions.store == nil || f.subscriptions == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	look := make(chan struct{}, 1)
	f.mu.Lock()
	f.looked[id] = look
	f.mu.Unlock()
	ticker := f.clock.NewTicker(inUse / 3)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for anew := true; ctx.Err() == nil; anew = false {
			f.adopt(ctx, id, anew)
			select {
			case <-ctx.Done():
			case <-look:
			case <-ticker.Chan():
			}
		}
	}()
	return func() {
		cancel()
		ticker.Stop()
		<-done
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.looked[id] == look { // else it has another stream
			delete(f.looked, id)
		}
	}
}

// look has the subscriptions of a session looked at, if it has a stream here.
func (f *followed) look(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	select {
	case f.looked[id] <- struct{}{}:
	default: // it has none, or will be looked at
	}
}

// adopt makes the subscriptions of a session those of the store; anew, each begins with what its client last knew.
func (f *followed) adopt(ctx context.Context, id string, anew bool) {
	session := f.sessions.sdkSession(id)
	if session == nil {
		return
	}
	here := f.subscriptions.of(session) // first: what is shared by now is in the store by then
	kept, err := f.sessions.store.Subscriptions(ctx, id)
	if err != nil { // the link says so
		return
	}
	for uri, last := range kept {
		_, watched := here[uri]
		if set := settingOf(last); set != nil && (anew || !watched) {
			f.again(withSetElsewhere(ctx, set), id, settingMessage(methodSubscribe, "uri", uri))
		}
	}
	for uri, shared := range here {
		if _, known := kept[uri]; known {
			continue
		}
		if shared {
			f.again(withSetElsewhere(ctx, &setting{}), id, settingMessage(methodUnsubscribe, "uri", uri))
			continue
		}
		_ = f.subscriptions.share(ctx, session, uri) // where there is no room it stays as it is
	}
}

// settingOf reads what a resource read like when its subscriber last knew; nil if that says something else.
func settingOf(last string) *setting {
	set := &setting{}
	if len(last) != hex.EncodedLen(len(set.last)) {
		return nil
	}
	if _, err := hex.Decode(set.last[:], []byte(last)); err != nil {
		return nil
	}
	return set
}

// share keeps a subscription in the store, and tells the others. If the store is away, it is this gateway's alone for now.
func (s *subscriptions) share(ctx context.Context, session subscriber, uri string) error {
	last, ok := s.last(session, uri)
	if s.store == nil || !ok {
		return nil
	}
	outcome, err := s.store.Subscribe(ctx, session.ID(), uri, hex.EncodeToString(last[:]), s.callers.most)
	switch {
	case err != nil, outcome == sessionstore.NoSession:
		return nil //nolint:nilerr // the link says so
	case outcome == sessionstore.NoRoom:
		return &jsonrpc.Error{
			Code: codeUnavailable, Message: fmt.Sprintf("you already have %d subscriptions; end one first", s.callers.most),
		}
	}
	s.mark(session, uri, func(w *watch) { w.shared = true })
	_ = s.store.Tell(ctx, sessionstore.Event{Kind: sessionstore.Set, Session: session.ID()}) // they look every now and then, too
	return nil
}
