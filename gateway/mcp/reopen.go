package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"sync"

	"github.com/salaatflow/platform/gateway/mcp/internal/sessionstore"
)

// A session lives in the SDK of one gateway, which has no way to take over another's. So at another gateway, the client's own
// initialize is sent to the SDK once more, and the session it opens is given the same id.

// reopening is the session that is being opened again, one at a time.
type reopening struct {
	sync.Mutex
	id string
}

// reopen has the SDK open a session of the store, unless that was done meanwhile.
func (s *Server) reopen(ctx context.Context, kept *sessionstore.Session) {
	s.reopening.Lock()
	defer s.reopening.Unlock()
	if s.sessions.has(kept.ID) {
		return
	}
	s.reopening.id = kept.ID
	ctx = context.WithValue(ctx, reopenedKey{}, kept)
	s.post(ctx, "", kept.Opened)
}

type opensWithKey struct{}

// opensWith returns the request with the message in its context that may open a session.
func opensWith(r *http.Request, body []byte) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), opensWithKey{}, body))
}

// openedWith returns the message that opens a session where gateways share them.
func openedWith(ctx context.Context) []byte {
	body, _ := ctx.Value(opensWithKey{}).([]byte)
	return body
}

// post has the SDK serve a message that comes from another gateway, in a session, or to open one. Nobody waits for the answer.
func (s *Server) post(ctx context.Context, session string, body []byte) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "/", bytes.NewReader(body))
	if err != nil { // the URL is right
		panic(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	if session != "" {
		request.Header.Set(sessionHeader, session)
	}
	s.serveCarried(nowhere{}, request, nil)
}

// nowhere is a response that nobody reads.
type nowhere struct{}

func (nowhere) Header() http.Header              { return http.Header{} }
func (nowhere) Write(answer []byte) (int, error) { return len(answer), nil }
func (nowhere) WriteHeader(int)                  {}

// listening is what listens to other gateways.
type listening struct {
	cancel  context.CancelFunc
	running sync.WaitGroup
}

// stop ends it, if it has begun.
func (l *listening) stop() {
	if l.cancel != nil {
		l.cancel()
		l.running.Wait()
	}
}

// listen does what other gateways say of sessions and tasks that are here.
func (s *Server) listen() {
	ctx, cancel := context.WithCancel(context.Background()) //nolint:forbidigo // it ends with stop
	s.listening.cancel = cancel
	s.listening.running.Go(func() {
		s.handler.tasks.store.Listen(ctx, s.handler.tasks.changed)
	})
	if s.sessions.store != nil {
		s.listening.running.Go(func() {
			s.sessions.store.Listen(ctx, func(event sessionstore.Event) { s.told(ctx, event) })
		})
	}
}

func (s *Server) told(ctx context.Context, event sessionstore.Event) {
	switch event.Kind {
	case sessionstore.Ended:
		s.sessions.ended(event.Session)
	case sessionstore.Streamed:
		s.streams.endOf(event.Session)
	case sessionstore.Posted:
		if s.sessions.has(event.Session) {
			s.post(ctx, event.Session, []byte(event.Body))
		}
	case sessionstore.Set:
		s.sessions.askSoon(event.Session)
		s.followed.look(event.Session)
	}
}

// tellOthers tells the other gateways something of a session, if there are any.
func (s *Server) tellOthers(ctx context.Context, event sessionstore.Event) {
	if s.sessions.store != nil {
		_ = s.sessions.store.Tell(ctx, event) // the link says so
	}
}

// mayBeForAnother reports whether a message may be about a call that another gateway makes: that it is cancelled, or the answer to
// what it asked.
func mayBeForAnother(body []byte) bool {
	if isBatch(body) {
		return false
	}
	var message struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
	}
	if json.Unmarshal(body, &message) != nil {
		return false // the SDK reports what is wrong
	}
	return message.Method == notificationCancelled || message.Method == "" && message.ID != nil
}
