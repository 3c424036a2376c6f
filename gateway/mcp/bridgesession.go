package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/salaatflow/platform/services/compactjson"
)

// heldSession is the session that a bridge has at its endpoint, and what opens it again: the endpoint may forget it, and the client does
// not notice. It is safe for concurrent use.
type heldSession struct {
	opening sync.Mutex // while it is opened again

	mu         sync.Mutex
	current    string
	version    string
	changing   []string // what there are lists of that may change
	begin      []byte   // what opened it
	ready      []byte   // that the client is ready
	level      []byte   // which lines of a log it wants
	subscribed map[string][]byte
}

func (s *heldSession) is() bool { return s.id() != "" }

func (s *heldSession) id() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.current
}

// header sets the headers of a message in the session, if there is one.
func (s *heldSession) header(header http.Header) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current != "" {
		header.Set(sessionHeader, s.current)
		header.Set(versionHeader, s.version)
	}
}

// opened notes a session that the endpoint opened.
func (s *heldSession) opened(id string, begin []byte, result json.RawMessage) {
	var agreed struct {
		Version      string `json:"protocolVersion"`
		Capabilities map[string]struct {
			ListChanged bool `json:"listChanged"`
		} `json:"capabilities"`
	}
	_ = json.Unmarshal(result, &agreed) // the client says what is wrong with it
	s.mu.Lock()
	defer s.mu.Unlock()
	s.current, s.version, s.begin = id, agreed.Version, begin
	s.changing = nil
	for name, capability := range agreed.Capabilities {
		if capability.ListChanged {
			s.changing = append(s.changing, name)
		}
	}
	slices.Sort(s.changing)
}

// keep notes what has to be said again in another session.
func (s *heldSession) keep(read envelope, line []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch read.Method {
	case notificationInitialized:
		s.ready = line
	case methodSetLevel:
		s.level = line
	case methodSubscribe:
		if s.subscribed == nil {
			s.subscribed = map[string][]byte{}
		}
		s.subscribed[read.Params.URI] = line
	case methodUnsubscribe:
		delete(s.subscribed, read.Params.URI)
	}
}

// again returns what opens the session again, and what follows that.
func (s *heldSession) again() (begin []byte, following [][]byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, line := range [][]byte{s.ready, s.level} {
		if line != nil {
			following = append(following, line)
		}
	}
	for _, line := range s.subscribed {
		following = append(following, line)
	}
	return s.begin, following
}

const notificationInitialized = notificationStart + "initialized"

// open opens the session, before anything else is forwarded.
func (b *bridge) open(ctx context.Context, line []byte, read envelope) {
	if err := b.begun(ctx, line, read, b.tell); err != nil && ctx.Err() == nil {
		b.fail(read, err)
	}
}

// begun sends what opens a session, and notes it. Take is given the answer.
func (b *bridge) begun(ctx context.Context, line []byte, read envelope, take func([]byte)) error {
	request, err := b.newPost(ctx, line)
	if err != nil {
		return err
	}
	request.Header.Set(restoreHeader, "no") // the bridge opens a session again with all that was said in it
	response, err := b.do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	answered := false
	failed := b.relay(ctx, response, read.ID, func(one envelope, message []byte) {
		if one.answers(read.ID) {
			answered = true
			if id := response.Header.Get(sessionHeader); one.Result != nil && id != "" {
				b.held.opened(id, line, one.Result)
			}
		}
		take(message)
	})
	if failed == nil && !answered {
		return errNoAnswer
	}
	return failed
}

// reopen opens the session again that the endpoint does not know any more, unless that was done meanwhile, and tells the client that
// the lists may have changed.
func (b *bridge) reopen(ctx context.Context, lost string) error {
	b.held.opening.Lock()
	defer b.held.opening.Unlock()
	if b.held.id() != lost {
		return nil
	}
	begin, following := b.held.again()
	if err := b.begun(ctx, begin, readEnvelope(begin), func([]byte) {}); err != nil {
		return err
	}
	if b.held.id() == lost {
		return errors.New("the gateway does not open the session again")
	}
	for _, line := range following {
		if err := b.say(ctx, line, readEnvelope(line)); err != nil {
			b.Logger.DebugContext(ctx, "failed to repeat a message in a new session", "error", err)
		}
	}
	b.tellChanged()
	return nil
}

// tellChanged tells the client of a session that the lists may have changed.
func (b *bridge) tellChanged() {
	b.held.mu.Lock()
	changing := b.held.changing
	b.held.mu.Unlock()
	for _, of := range changing {
		b.tell(notification(notificationStart+of+"/list_changed", nil))
	}
}

// notification encodes a notification; nil params are none.
func notification(method string, params any) []byte {
	text, err := compactjson.Marshal(struct {
		Version string `json:"jsonrpc"`
		Method  string `json:"method"`
		Params  any    `json:"params,omitempty"`
	}{"2.0", method, params})
	if err != nil { // texts always encode
		panic(err)
	}
	return text
}

// say sends a message of which the answer does not matter.
func (b *bridge) say(ctx context.Context, line []byte, read envelope) error {
	response, err := b.post(ctx, line, read)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	return b.relay(ctx, response, nil, func(envelope, []byte) {})
}

// notify forwards a notification, before anything else is forwarded. Nobody is told what the endpoint thinks of it.
func (b *bridge) notify(within context.Context, line []byte, read envelope) {
	if read.Method == notificationCancelled {
		b.cancel(read)
	}
	if read.version() == "" && !b.held.is() {
		return // it is about what this program alone knows
	}
	b.held.keep(read, line)
	ctx, cancel := context.WithTimeout(within, sayWithin)
	err := b.exchange(ctx, line, read, func(envelope, []byte) {})
	cancel()
	if err != nil {
		b.Logger.DebugContext(ctx, "failed to forward a notification", "method", clipped(read.Method), "error", err)
	}
	if read.Method == notificationInitialized && read.version() == "" {
		b.stream.Do(func() { b.openStream(within) })
	}
}

// openStream begins to forward what the endpoint says in the session outside of answers.
func (b *bridge) openStream(ctx context.Context) {
	begun := make(chan struct{})
	b.following.Go(func() { b.follow(ctx, sync.OnceFunc(func() { close(begun) })) })
	b.await(ctx, begun)
}

// sayWithin bounds what is forwarded before anything else.
const sayWithin = 10 * time.Second

// cancel ends a request without a session: there, that is what tells the endpoint.
func (b *bridge) cancel(read envelope) {
	b.mu.Lock()
	cancel := b.underWay[string(read.Params.RequestID)]
	b.mu.Unlock()
	if cancel != nil && !b.held.is() {
		cancel()
	}
}

// forwardBatch forwards a batch, which there is only in a session.
func (b *bridge) forwardBatch(ctx context.Context, line []byte) {
	err := b.exchange(ctx, line, envelope{}, func(_ envelope, message []byte) { b.tell(message) })
	if err != nil && ctx.Err() == nil {
		b.fail(envelope{}, err)
	}
}

// forwardAnswer forwards what the client answers to a question.
func (b *bridge) forwardAnswer(ctx context.Context, line []byte, read envelope) {
	b.mu.Lock()
	delete(b.asked, string(read.ID))
	b.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, sayWithin)
	defer cancel()
	if err := b.say(ctx, line, read); err != nil {
		b.Logger.DebugContext(ctx, "failed to forward an answer", "error", err)
	}
}

// asks notes a question to the client. It reports false if the client says nothing more.
func (b *bridge) asks(id json.RawMessage) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.ended {
		b.asked[string(id)] = true
	}
	return !b.ended
}

// inputEnded answers for a client that says nothing more, else what it asked for would wait for it.
func (b *bridge) inputEnded(ctx context.Context) {
	b.mu.Lock()
	b.ended = true
	asked := b.asked
	b.asked = map[string]bool{}
	b.mu.Unlock()
	for id := range asked {
		b.decline(ctx, json.RawMessage(id))
	}
}

// decline answers a question that the client does not.
func (b *bridge) decline(ctx context.Context, id json.RawMessage) {
	answer := encodeRefused(id, invalidRequest("the client has gone"))
	ctx, cancel := context.WithTimeout(ctx, sayWithin)
	defer cancel()
	if err := b.say(ctx, answer, readEnvelope(answer)); err != nil {
		b.Logger.DebugContext(ctx, "failed to decline a question", "error", err)
	}
}

// endSession tells the endpoint that the session has ended.
func (b *bridge) endSession(ctx context.Context) {
	if !b.held.is() {
		return
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodDelete, b.URL, nil)
	if err != nil {
		return
	}
	b.held.header(request.Header)
	if response, err := b.Do(request); err == nil {
		_ = response.Body.Close() // the endpoint forgets it later, if not now
	}
}
