package mcp

import (
	"context"
	"net/http"
	"strconv"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/salaatflow/platform/gateway/internal/document"
	"github.com/salaatflow/platform/gateway/mcp/internal/plain"
	"github.com/salaatflow/platform/gateway/mcp/internal/splice"
)

// The SDK decodes each message several times, runs it through goroutines and a connection of its own, and encodes the answer
// three times. A plain request is answered here instead: after the same checks, by the same handler, in the same words. Whatever
// is not plain, or would be refused for its form, is left to the SDK.

// plainEra is the era of a plain request.
type plainEra int

const (
	notPlain plainEra = iota
	plainModern
	plainInSession
)

// The headers that the SDK looks at too.
const (
	nameHeader        = "Mcp-Name"
	contentTypeHeader = "Content-Type"
	acceptHeader      = "Accept"
)

// plainRequest returns the plain request of a body, and its era, unless the SDK has to look at it or at its headers.
func (s *Server) plainRequest(r *http.Request, body []byte) (*plain.Request, plainEra) {
	if s.options.sdkAlone || r.Method != http.MethodPost || !plainHeaders(r.Header) {
		return nil, notPlain
	}
	request, ok := plain.Parse(body)
	if !ok || request.Method == plain.CallTool && (request.Tasks || s.handler.callsConversing(r.Context(), &request)) {
		return nil, notPlain
	}
	switch {
	case isPlainModern(r.Header, &request) && !s.handler.repeats(&request):
		return &request, plainModern
	case isPlainInSession(r.Header, &request):
		return &request, plainInSession
	default:
		return nil, notPlain
	}
}

// callsConversing reports whether a request calls a tool that converses.
func (h *handler) callsConversing(ctx context.Context, request *plain.Request) bool {
	asked, refused := toolCall{name: string(request.Name), arguments: request.Arguments}.named(ctx)
	return refused == nil && h.conversing.has(h.backend.Tools(), asked.name)
}

// repeats reports whether a request calls a tool whose parameters are repeated in headers.
func (h *handler) repeats(request *plain.Request) bool {
	return request.Method == plain.CallTool && h.conversing.headers(h.backend.Tools(), string(request.Name)) != nil
}

func plainHeaders(header http.Header) bool {
	if contentType := header[contentTypeHeader]; len(contentType) != 1 || contentType[0] != "application/json" {
		return false
	}
	return header[lastEventHeader] == nil
}

// isPlainModern reports whether a request belongs to the era without sessions, and its headers say what its body does.
func isPlainModern(header http.Header, request *plain.Request) bool {
	return request.Method != plain.Ping && string(request.Version) == firstModern &&
		said(header[versionHeader], firstModern) && said(header[methodHeader], request.Method) &&
		(request.Method != plain.CallTool || said(header[nameHeader], string(request.Name)))
}

// isPlainInSession reports whether a request belongs to a session, whose versions of the protocol differ in nothing plain.
func isPlainInSession(header http.Header, request *plain.Request) bool {
	if request.Version != nil || header[methodHeader] != nil || len(header[sessionHeader]) != 1 || header[sessionHeader][0] == "" {
		return false
	}
	version := header[versionHeader]
	if len(version) == 0 {
		return true
	}
	switch version[0] {
	case "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05":
		return len(version) == 1
	default:
		return false
	}
}

func said(values []string, want string) bool { return len(values) == 1 && values[0] == want }

func (s *Server) servePlain(w http.ResponseWriter, r *http.Request, body []byte, request *plain.Request, era plainEra) {
	var calls []Called
	if request.Method == plain.CallTool {
		calls = calledTool(r.Context(), string(request.Name), request.Arguments)
	}
	if refused := s.options.Authorize(r, calls); refused != nil {
		refuseCaller(w, body, refused)
		return
	}
	if request.Method == plain.ListTools {
		r = s.withForm(r)
	}
	if era == plainInSession {
		s.serveSession(w, r, r.Header.Get(sessionHeader), body, request)
		return
	}
	s.handler.answerPlain(r.Context(), request, true, takesZipped(r, request)).write(w)
}

// answerInSession answers a plain request of a session that was entered. It does not, and returns false, where the SDK may
// know something of the session that matters: other requests under way there, or that it has ended.
func (s *Server) answerInSession(w http.ResponseWriter, r *http.Request, id string, request *plain.Request) bool {
	// A client of this era whose connection breaks has not given up: it says so.
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context()))
	defer cancel()
	call := string(request.ID)
	if !s.sessions.begin(id, call, cancel) {
		return false
	}
	answered := func() *plainAnswer {
		defer s.sessions.finish(id, call) // before the client can send the id again
		return s.handler.answerPlain(ctx, request, false, takesZipped(r, request))
	}()
	answered.write(w)
	return true
}

// takesZipped reports whether the answer to a request may be compressed, as a list of tools is.
func takesZipped(r *http.Request, request *plain.Request) bool {
	return request.Method == plain.ListTools && answerTypeOf(r.Header) != inEvents && document.AcceptsGzip(r.Header.Get("Accept-Encoding"))
}

// answerPlain answers a plain request.
func (h *handler) answerPlain(ctx context.Context, request *plain.Request, modern, zip bool) (answered *plainAnswer) {
	answered = answers.Get().(*plainAnswer)
	answered.status, answered.zipped = http.StatusOK, false
	defer func() {
		if cause := recover(); cause != nil {
			answered.refuse(request.ID, h.panicked(ctx, request.Method, cause), modern)
		}
	}()
	text := append(answered.text[:0], `{"jsonrpc":"2.0","id":`...)
	text = append(text, request.ID...)
	text = append(text, `,"result":`...)
	text, zipped, err := h.appendPlain(ctx, text, request, modern, zip)
	if err != nil {
		answered.refuse(request.ID, err, modern)
		return answered
	}
	if answered.text, answered.zipped = text, zipped; !zipped {
		answered.text = append(text, '}')
	}
	return answered
}

// appendPlain appends the result. If it reports that it has zipped the answer, what it returns is the whole of it.
func (h *handler) appendPlain(
	ctx context.Context, dst []byte, request *plain.Request, modern, zip bool,
) (text []byte, zipped bool, err error) {
	if request.Method == plain.CallTool { // counted by the backend
		text, err = h.appendCalled(ctx, dst, toolCall{
			name: string(request.Name), arguments: request.Arguments, key: string(request.Key), keyed: request.Keyed,
		}, modern)
		return text, false, err
	}
	release, err := h.admitted(ctx)
	if err != nil {
		return nil, false, err
	}
	defer release()
	if request.Method != plain.ListTools {
		return append(dst, `{}`...), false, nil
	}
	if zip {
		if list := h.zippedList(ctx, modern); list != nil && len(dst) <= splice.Most {
			return list.Append(nil, dst, []byte{'}'}), true, nil
		}
	}
	text, err = h.appendListed(ctx, dst, "", modern)
	return text, false, err
}

// plainAnswer is the answer to a plain request.
type plainAnswer struct {
	status int
	text   []byte
	zipped bool
}

// answers keeps the memory of answers that were written.
var answers = sync.Pool{New: func() any { return &plainAnswer{} }}

// keptAnswer is the largest answer whose memory is kept.
const keptAnswer = 256 << 10

// refuse makes an error the answer, with the status that the era without sessions has for it.
func (a *plainAnswer) refuse(id []byte, err error, modern bool) {
	refused := refusal(err)
	if modern && refused.Code == jsonrpc.CodeInvalidParams {
		a.status = http.StatusBadRequest
	}
	a.text = encodeRefusal(messageID(id), refused)
}

// write writes the answer, which must not be used any more then.
func (a *plainAnswer) write(w http.ResponseWriter) {
	header := w.Header()
	header["Content-Type"] = contentTypeJSON
	header["Cache-Control"] = neverCached
	header["Content-Length"] = []string{strconv.Itoa(len(a.text))}
	if a.zipped {
		header["Content-Encoding"] = gzipped
	}
	if a.status != http.StatusOK {
		w.WriteHeader(a.status)
	}
	if _, err := w.Write(a.text); err != nil {
		return // the client has gone, and HTTP/2 may still be sending
	}
	if cap(a.text) <= keptAnswer {
		answers.Put(a)
	}
}

// The headers of answers, as the SDK sets them. They are shared and must not be changed.
var (
	contentTypeJSON = []string{"application/json"}
	neverCached     = []string{"no-cache, no-transform"}
	gzipped         = []string{"gzip"}
)
