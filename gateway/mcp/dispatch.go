package mcp

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/gateway/internal/requestbody"
	"github.com/salaatflow/platform/gateway/mcp/internal/plain"
	"github.com/salaatflow/platform/gateway/mcp/internal/sessionstore"
	"github.com/salaatflow/platform/services/toolspec"
)

// The headers that distinguish eras and sessions.
const (
	versionHeader = "Mcp-Protocol-Version"
	methodHeader  = "Mcp-Method"
	sessionHeader = "Mcp-Session-Id"

	lastEventHeader = "Last-Event-Id"
)

// firstPrimed is the first protocol version whose streams begin with an event from which to resume.
const firstPrimed = "2025-11-25"

// retryAfter is the number of seconds after which a client that was refused for lack of room may try again.
const retryAfter = "5"

// codeUnavailable is the JSON-RPC code, from the range for servers, for a temporary refusal.
const codeUnavailable = -32000

// dispatch routes a request to the protocol era that it belongs to. Plain requests are answered without the SDK.
func (s *Server) dispatch(w http.ResponseWriter, r *http.Request) {
	body, ok := s.readBody(w, r)
	if !ok {
		return
	}
	r, unknown := withView(r)
	if unknown != nil {
		refuseRequest(w, body, unknown)
		return
	}
	s.unseal(r)
	in := answerTypeOf(r.Header)
	if refuseUnacceptable(w, r, body, in) {
		return
	}
	if request, era := s.plainRequest(r, body); era != notPlain {
		s.servePlain(inType(w, in), r, body, request, era)
		return
	}
	w, r = withAnswerType(w, s.withForm(s.withCaller(r)), in)
	w = &answering{ResponseWriter: w, body: body}
	if r.Method == http.MethodPost {
		if malformed := checkBody(body); malformed != nil {
			refuseRequest(w, body, malformed)
			return
		}
	}
	if refused := s.options.Authorize(r, called(r.Context(), body)); refused != nil {
		refuseCaller(w, body, refused)
		return
	}
	modern := belongsToModern(r, body)
	id := r.Header.Get(sessionHeader)
	if refuseEarly(w, body, modern, id) {
		return
	}
	w, body = s.ids.keep(w, body)
	if !modern && id != "" {
		s.serveSession(w, r, id, body, nil)
		return
	}
	if isBatch(body) {
		refuseRequest(w, body, checkBatch(body, ""))
		return
	}
	setBody(r, body)
	if modern {
		if r.Header.Get(versionHeader) == firstModern && s.handler.answerUnsupported(w, body, true) {
			return
		}
		if refuseMisrouted(w, r, body) || s.handler.refuseUnrepeated(w, r, body) {
			return
		}
		s.serveModern(w, r, body)
		return
	}
	w, r = s.opens(w, r, body)
	s.serveCarried(w, r, body) // a request that opens a session, or is refused
}

// readBody reads the body of a request once, or reports why it cannot. Only POST has a body.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request) ([]byte, bool) {
	if r.Method != http.MethodPost {
		return nil, true
	}
	if body, ok := requestbody.Held(r); ok && int64(len(body)) <= s.options.MaxBodyBytes {
		return body, true
	}
	r.Body = http.MaxBytesReader(w, r.Body, s.options.MaxBodyBytes)
	body, refused := requestbody.Read(r)
	if refused != nil {
		refuseCaller(w, body, refused)
		return nil, false
	}
	return body, true
}

// setBody lets the body of a request, if it was read, be read again.
func setBody(r *http.Request, body []byte) {
	if body != nil {
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
}

// checkBody returns what is wrong with a body that is no JSON, or no message.
func checkBody(body []byte) *jsonrpc.Error {
	if malformed := toolspec.Malformed(body); malformed != "" {
		return &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: malformed}
	}
	if first := bytes.TrimLeft(body, " \t\r\n")[0]; first != '{' && first != '[' {
		return invalidRequest("a message of JSON-RPC is an object")
	}
	return nil
}

// belongsToModern reports whether a request belongs to the era without sessions. Clients of sessions, such as mcp-remote, may name the
// method in a header too, so that it decides only where neither a version nor a session is named, and never for initialize.
func belongsToModern(r *http.Request, body []byte) bool {
	version, method := r.Header.Get(versionHeader), r.Header.Get(methodHeader)
	switch {
	case version >= firstModern || modernBody(body):
		return true
	case version != "" || r.Header.Get(sessionHeader) != "":
		return false
	default:
		return method != "" && method != methodInitialize
	}
}

// modernBody reports whether a body says that it belongs to the era without sessions. A request that says so only in
// its body lacks a header, but still counts as modern, because that era has the right error for it.
func modernBody(body []byte) bool {
	if !bytes.Contains(body, []byte(sdk.MetaKeyProtocolVersion)) {
		return false
	}
	var message struct {
		Params struct {
			Meta map[string]any `json:"_meta"`
		} `json:"params"`
	}
	if json.Unmarshal(body, &message) != nil {
		return false // the session era reports what is wrong
	}
	return modernMeta(message.Params.Meta)
}

func (s *Server) serveModern(w http.ResponseWriter, r *http.Request, body []byte) {
	switch {
	case r.Header.Get(methodHeader) == methodListen:
		s.streams.serve(s.stateless, w, listensToTasks(r, body), opening{body: body})
		return
	case s.handler.converses(r.Context(), body):
		if wantsWhole(r.Context()) {
			whole := &wholeWriter{ResponseWriter: w}
			defer whole.finish()
			s.streaming.ServeHTTP(whole, r)
			return
		}
		s.streams.serve(s.streaming, w, r, opening{call: true, body: body})
		return
	}
	s.stateless.ServeHTTP(w, r)
}

// serveSession serves a request in a session. A plain one is answered without the SDK, unless that has a say in it.
func (s *Server) serveSession(w http.ResponseWriter, r *http.Request, id string, body []byte, request *plain.Request) {
	version, err := s.sessions.enter(r.Context(), id)
	if err != nil {
		refuseSession(w, body, err)
		return
	}
	defer s.sessions.leave(id)
	r = s.inSession(r, id)
	switch {
	case r.Method == http.MethodGet && ofCall(r.Header.Get(lastEventHeader)):
		s.serveKeptAgain(w, r, id)
	case r.Method == http.MethodGet:
		s.serveSessionStream(w, r, id, version)
	case r.Method == http.MethodDelete:
		s.sessions.endCalls(id)
		s.stateful.ServeHTTP(w, r)
		s.sessions.end(r.Context(), id)
	case request != nil && s.answerInSession(w, r, id, request):
	case s.handler.answerUnsupported(w, body, false):
	default:
		s.handOver(w, r, id, body, max(version, r.Header.Get(versionHeader)))
	}
}

// serveSessionStream serves the stream of a session, which has one, at whichever gateway.
func (s *Server) serveSessionStream(w http.ResponseWriter, r *http.Request, id, version string) {
	with := opening{session: id}
	if version >= firstPrimed {
		last := r.Header.Get(lastEventHeader)
		if s.sessions.isNewlyRestored(id) {
			last = missedAll
		}
		with.first = s.handler.firstEvents(r.Context(), last)
	}
	r.Header.Del(lastEventHeader) // the SDK knows none
	s.tellOthers(r.Context(), sessionstore.Event{Kind: sessionstore.Streamed, Session: id})
	defer s.sessions.hold(r.Context(), id)()
	defer s.followed.follow(r.Context(), id)()
	s.streams.serve(s.stateful, w, r, with)
}

// handOver has the SDK serve messages of a session.
func (s *Server) handOver(w http.ResponseWriter, r *http.Request, id string, body []byte, version string) {
	if mayBeForAnother(body) {
		s.tellOthers(r.Context(), sessionstore.Event{Kind: sessionstore.Posted, Session: id, Body: string(body)})
	}
	plainCalls := s.sessions.handOver(id)
	defer s.sessions.handBack(id)
	if twice := repeated(body, plainCalls); twice.IsValid() {
		refuseRepeated(w, twice)
		return
	}
	setBody(r, body)
	if isBatch(body) {
		s.serveBatch(w, r, body, version)
		return
	}
	s.serveCarried(w, r, body)
}

func (s *Server) serveBatch(w http.ResponseWriter, r *http.Request, body []byte, version string) {
	if refused := checkBatch(body, version); refused != nil {
		refuseRequest(w, body, refused)
		return
	}
	s.serveCarried(w, inBatch(r), body)
}

func (s *Server) serveCarried(w http.ResponseWriter, r *http.Request, body []byte) {
	in := answerTypeIn(r.Context())
	converses := in != inJSON && in != onlyJSON && s.handler.converses(r.Context(), body)
	if session := r.Header.Get(sessionHeader); converses && session != "" && r.Header.Get(versionHeader) == firstPrimed {
		s.serveKept(w, r, session, body)
		return
	}
	carried, done := s.requests.carry(r)
	defer done()
	switch {
	case converses:
		s.streams.serve(s.stateful, w, carried, opening{call: true, body: body})
		return
	case in == inEvents:
		s.stateful.ServeHTTP(w, carried)
		return
	}
	whole := &wholeWriter{ResponseWriter: w, batch: isBatch(body)}
	defer whole.finish()
	s.stateful.ServeHTTP(whole, carried)
}
