package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// calls are the requests under way in a session. An id must be that of one alone. The SDK knows its own: so while it has any, it
// gets all others too, and it is given none with the id of a plain one.
type calls struct {
	plain  map[string]context.CancelFunc // by id as it stands in JSON
	handed int                           // HTTP requests that the SDK serves
	ended  bool
	over   context.Context //nolint:containedctx // it ends with the session, at whatever time a request begins
	end    context.CancelFunc
}

// newCalls are those of a session that opens.
func newCalls() calls {
	over, end := context.WithCancel(context.Background()) //nolint:forbidigo // it ends with the session, not with a request
	return calls{over: over, end: end}
}

// within returns a context that ends, too, when the session's client ends the session: what that client is asked has no answer any more.
func (s *sessions) within(ctx context.Context, id string) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	over := s.over(id)
	if over == nil {
		return ctx, cancel
	}
	forget := context.AfterFunc(over, cancel)
	return ctx, func() {
		forget()
		cancel()
	}
}

// over returns what ends with a session; nil when there is none, such as on stdio.
func (s *sessions) over(id string) context.Context {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if session := s.byID[id]; session != nil {
		return session.calls.over
	}
	return nil
}

// begin notes a plain request of a session that was entered. It returns false if the SDK must decide about it.
func (s *sessions) begin(id, call string, cancel context.CancelFunc) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	begun := s.byID[id]
	if begun == nil || s.stopped || begun.version == "" || begun.calls.ended || begun.calls.handed > 0 {
		return false
	}
	if _, twice := begun.calls.plain[call]; twice {
		return false
	}
	if begun.calls.plain == nil {
		begun.calls.plain = map[string]context.CancelFunc{}
	}
	begun.calls.plain[call] = cancel
	s.closing.Add(1)
	return true
}

// finish ends what begin began.
func (s *sessions) finish(id, call string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closing.Done()
	if begun := s.byID[id]; begun != nil {
		delete(begun.calls.plain, call)
	}
}

// handOver notes that the SDK serves an HTTP request of the session, until handBack. It returns the ids of the plain requests
// under way.
func (s *sessions) handOver(id string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	handed := s.byID[id]
	if handed == nil {
		return nil
	}
	handed.calls.handed++
	return slices.Collect(maps.Keys(handed.calls.plain))
}

func (s *sessions) handBack(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if handed := s.byID[id]; handed != nil {
		handed.calls.handed--
	}
}

// cancel cancels a plain request of the session.
func (s *sessions) cancel(id, call string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if session := s.byID[id]; session != nil && session.calls.plain[call] != nil {
		session.calls.plain[call]()
	}
}

// endCalls cancels all requests of a session that its client ends. No further plain ones begin.
func (s *sessions) endCalls(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ended := s.byID[id]
	if ended == nil {
		return
	}
	ended.calls.ended = true
	ended.calls.end()
	for _, cancel := range ended.calls.plain {
		cancel()
	}
}

// cancelPlain cancels the plain request that a notification names. The SDK cancels its own.
func (h *handler) cancelPlain(notification sdk.Request) {
	params, ok := notification.GetParams().(*sdk.CancelledParams)
	if !ok || params == nil || h.sessions == nil {
		return
	}
	if id, err := jsonrpc.MakeID(params.RequestID); err == nil {
		h.sessions.cancel(notification.GetSession().ID(), callOf(id))
	}
}

// callOf returns an id as a plain request has it.
func callOf(id jsonrpc.ID) string {
	switch id := id.Raw().(type) {
	case int64:
		return strconv.FormatInt(id, 10)
	case string:
		return `"` + id + `"`
	default:
		return ""
	}
}

// messageID returns the id of a plain request for the SDK.
func messageID(plain []byte) jsonrpc.ID {
	var value any
	if json.Unmarshal(plain, &value) != nil {
		return jsonrpc.ID{}
	}
	id, err := jsonrpc.MakeID(value)
	if err != nil {
		return jsonrpc.ID{}
	}
	return id
}

// repeated returns the id of a call in a body that one of these calls under way has.
func repeated(body []byte, underWay []string) jsonrpc.ID {
	if len(underWay) == 0 {
		return jsonrpc.ID{}
	}
	messages := []json.RawMessage{body}
	if isBatch(body) {
		_ = json.Unmarshal(body, &messages) // it is valid JSON
	}
	for _, one := range messages {
		message, err := jsonrpc.DecodeMessage(one)
		if err != nil {
			continue // the SDK reports what is wrong
		}
		if request, ok := message.(*jsonrpc.Request); ok && request.IsCall() && slices.Contains(underWay, callOf(request.ID)) {
			return request.ID
		}
	}
	return jsonrpc.ID{}
}

// refuseRepeated refuses a request whose id another one under way has, as the SDK does.
func refuseRepeated(w http.ResponseWriter, id jsonrpc.ID) {
	w.Header()["Content-Type"] = contentTypeJSON
	w.Header()["Cache-Control"] = neverCached
	w.WriteHeader(http.StatusBadRequest)
	_, _ = w.Write(encodeRefusal(id, &jsonrpc.Error{ // an error means that the client has gone
		Code:    jsonrpc.CodeInvalidRequest,
		Message: fmt.Sprintf("duplicate in-flight request ID %v", id.Raw()),
	}))
}

// encodeRefusal encodes a message that refuses a request, as the SDK does.
func encodeRefusal(id jsonrpc.ID, refused *jsonrpc.Error) []byte {
	text, err := jsonrpc.EncodeMessage(&jsonrpc.Response{ID: id, Error: refused})
	if err != nil { // its parts were encoded by this package
		panic(err)
	}
	return text
}

// refusal returns an error of the handler as it is answered.
func refusal(err error) *jsonrpc.Error {
	if refused, ok := err.(*jsonrpc.Error); ok { //nolint:errorlint // as the handler makes them
		return refused
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: err.Error()}
}
