package mcp

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/jonboulle/clockwork"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolround"
)

const (
	// mostUnderWay is how many requests of a client wait for an answer at a time.
	mostUnderWay = 1000
	// quiet is how long a stream that has begun may say nothing, which is longer than heartbeats take.
	quiet = 90 * time.Second
	// beginWithin is how long an answer may take to begin, which is longer than any call.
	beginWithin = toolround.StreamTimeout + time.Minute
	// tryAgain is when what failed is tried again.
	tryAgain = time.Second
)

// bridge carries messages between a client on stdio and an endpoint over HTTP.
type bridge struct {
	Remote

	out       *messages
	calling   sync.WaitGroup // requests whose answer the client waits for
	following sync.WaitGroup // streams

	mu       sync.Mutex
	underWay map[string]context.CancelFunc // by the id of the request
	asked    map[string]bool               // ids of requests to the client that it has not answered
	ended    bool                          // the client says nothing more
	lists    map[string]json.RawMessage    // the latest answers of lists
	lost     bool                          // the endpoint could not be reached

	held   heldSession
	stream sync.Once // opens that of the session
}

func newBridge(remote Remote, out io.Writer) *bridge {
	return &bridge{
		Remote: remote, out: &messages{out: out},
		underWay: map[string]context.CancelFunc{}, asked: map[string]bool{}, lists: map[string]json.RawMessage{},
	}
}

// envelope is what of a message decides where it goes.
type envelope struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name      string          `json:"name"`
		URI       string          `json:"uri"`
		TaskID    string          `json:"taskId"`
		Cursor    string          `json:"cursor"`
		RequestID json.RawMessage `json:"requestId"`
		Meta      map[string]any  `json:"_meta"`
	} `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

func readEnvelope(message []byte) envelope {
	var read envelope
	_ = json.Unmarshal(message, &read) // what has another type is for the endpoint to refuse
	return read
}

// version returns the version of the protocol that a message without a session says; empty for one of a session.
func (e envelope) version() string {
	version, _ := e.Params.Meta[sdk.MetaKeyProtocolVersion].(string)
	return version
}

// answers reports whether the message answers the request with the id.
func (e envelope) answers(id json.RawMessage) bool {
	return e.Method == "" && id != nil && bytes.Equal(e.ID, id)
}

// header sets what the headers repeat of a message without a session.
func (e envelope) header(header http.Header) {
	header.Set(versionHeader, e.version())
	header.Set(methodHeader, e.Method)
	name := e.Params.Name
	switch {
	case isTaskMethod(e.Method):
		name = e.Params.TaskID
	case e.Method == methodReadResource:
		name = e.Params.URI
	case e.Method != methodCallTool && e.Method != methodGetPrompt:
		return
	}
	header.Set(nameHeader, headerText(name))
}

// headerText returns a text as a header may have it.
func headerText(text string) string {
	const begin, end = "=?base64?", "?="
	strange := func(r rune) bool { return r < ' ' || r > '~' }
	plain := strings.TrimSpace(text) == text && !strings.ContainsFunc(text, strange)
	if plain && (!strings.HasPrefix(text, begin) || !strings.HasSuffix(text, end)) {
		return text
	}
	return begin + base64.StdEncoding.EncodeToString([]byte(text)) + end
}

// forward forwards a message of the client. It waits for what others must follow.
func (b *bridge) forward(ctx context.Context, line []byte) {
	if isBatch(line) {
		b.calling.Go(func() { b.forwardBatch(ctx, line) })
		return
	}
	read := readEnvelope(line)
	switch {
	case read.Method == "":
		b.forwardAnswer(ctx, line, read)
	case read.ID == nil:
		b.notify(ctx, line, read)
	case read.Method == methodInitialize && read.version() == "" && !b.held.is():
		b.open(ctx, line, read)
	default:
		b.request(ctx, line, read)
	}
}

// request forwards a request, whose answer comes when it comes.
func (b *bridge) request(ctx context.Context, line []byte, read envelope) {
	ctx, cancel := context.WithCancel(ctx)
	if refused := b.begin(read.ID, cancel); refused != nil {
		cancel()
		b.tell(encodeRefused(read.ID, refused))
		return
	}
	done := func() {
		cancel()
		b.finish(read.ID)
	}
	if read.Method == methodListen && read.version() != "" {
		begun := make(chan struct{})
		b.following.Go(func() {
			defer done()
			b.listen(ctx, line, read, sync.OnceFunc(func() { close(begun) }))
		})
		b.await(ctx, begun)
		return
	}
	b.calling.Go(func() {
		defer done()
		b.call(ctx, line, read)
	})
}

// begin notes that a request is under way.
func (b *bridge) begin(id json.RawMessage, cancel context.CancelFunc) *jsonrpc.Error {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.underWay[string(id)] != nil:
		return invalidRequest("duplicate in-flight request ID %s", clipped(string(id)))
	case len(b.underWay) >= mostUnderWay:
		return &jsonrpc.Error{Code: codeUnavailable, Message: fmt.Sprintf("%d requests wait for an answer: ask again later", mostUnderWay)}
	}
	b.underWay[string(id)] = cancel
	return nil
}

func (b *bridge) finish(id json.RawMessage) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.underWay, string(id))
}

// call forwards a request and its answer, or says why there is none.
func (b *bridge) call(ctx context.Context, line []byte, read envelope) {
	answered := false
	failed := b.exchange(ctx, line, read, func(one envelope, message []byte) {
		if one.answers(read.ID) {
			answered = true
			b.keep(read, line, one)
		}
		b.tell(message)
	})
	if answered || ctx.Err() != nil {
		return
	}
	if failed == nil {
		failed = errNoAnswer
	}
	b.fail(read, failed)
}

// errNoAnswer is of a request that was sent, and of which nobody can tell what became of it.
var errNoAnswer = errors.New("the gateway was lost before it answered: the request may have been carried out")

// exchange sends a message and gives what comes back to take. In a session that the endpoint does not know any more, it opens that
// again first.
func (b *bridge) exchange(ctx context.Context, line []byte, read envelope, take func(envelope, []byte)) error {
	session := b.held.id()
	response, err := b.post(ctx, line, read)
	if err == nil && session != "" && read.version() == "" && response.StatusCode == http.StatusNotFound {
		_ = response.Body.Close() // it says only that
		if err := b.reopen(ctx, session); err != nil {
			return err
		}
		response, err = b.post(ctx, line, read)
	}
	if err != nil {
		return err
	}
	defer response.Body.Close()
	return b.relay(ctx, response, read.ID, take)
}

// post sends a message. The caller closes the body of the answer.
func (b *bridge) post(ctx context.Context, line []byte, read envelope) (*http.Response, error) {
	request, err := b.newPost(ctx, line)
	if err != nil {
		return nil, err
	}
	if read.version() != "" {
		read.header(request.Header)
	} else {
		b.held.header(request.Header)
	}
	return b.do(request)
}

func (b *bridge) newPost(ctx context.Context, line []byte) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, b.URL, bytes.NewReader(line))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	return request, nil
}

// do sends a request, and logs when the endpoint is lost and found.
func (b *bridge) do(request *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(request.Context())
	waiting := b.Clock.AfterFunc(beginWithin, cancel)
	response, err := b.Do(request.WithContext(ctx))
	if request.Context().Err() == nil {
		b.noteLost(request.Context(), err)
	}
	if err != nil {
		cancel()
		waiting.Stop()
		return nil, unreachableError{err}
	}
	waiting.Reset(quiet)
	response.Body = &watchedBody{response.Body, waiting, cancel}
	return response, nil
}

// unreachableError is why the endpoint was not reached.
type unreachableError struct{ error }

// watchedBody is cancelled when it says nothing for long.
type watchedBody struct {
	io.ReadCloser
	timer  clockwork.Timer
	cancel context.CancelFunc
}

// Read reads, which is a sign of life.
func (w *watchedBody) Read(p []byte) (int, error) {
	n, err := w.ReadCloser.Read(p)
	if n > 0 {
		w.timer.Reset(quiet)
	}
	return n, err
}

// Close ends the request.
func (w *watchedBody) Close() error {
	w.timer.Stop()
	w.cancel()
	return w.ReadCloser.Close()
}

func (b *bridge) noteLost(ctx context.Context, err error) {
	b.mu.Lock()
	was := b.lost
	b.lost = err != nil
	b.mu.Unlock()
	switch {
	case err != nil && !was:
		b.Logger.WarnContext(ctx, "failed to reach the gateway; its lists stay as they were", "error", err)
	case err == nil && was:
		b.Logger.InfoContext(ctx, "gateway reachable again")
	}
}

// relay gives the messages of an answer to take. A refusal that says nothing of a message is an error, or answers the one with the id.
func (b *bridge) relay(ctx context.Context, response *http.Response, id json.RawMessage, take func(envelope, []byte)) error {
	if response.StatusCode >= http.StatusBadRequest {
		return refusedBy(response, id, take)
	}
	err := receive(response, func(one received) error {
		if len(one.message) > 0 {
			b.taken(ctx, one.message, take)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("%w (%w)", errNoAnswer, err)
	}
	return nil
}

// taken gives a message of the endpoint to take, and notes what it asks the client.
func (b *bridge) taken(ctx context.Context, message []byte, take func(envelope, []byte)) {
	read := readEnvelope(message)
	if read.Method != "" && read.ID != nil && !b.asks(read.ID) {
		b.decline(ctx, read.ID)
		return
	}
	take(read, message)
}

// refusedError is a refusal in another form than that of a message.
type refusedError struct {
	status int
	text   string
}

// Error returns what the endpoint says.
func (e refusedError) Error() string { return e.text }

// refusedBy reads a refusal.
func refusedBy(response *http.Response, id json.RawMessage, take func(envelope, []byte)) error {
	const mostText = 1 << 20
	body, err := io.ReadAll(io.LimitReader(response.Body, mostText))
	if err != nil {
		return err
	}
	var said struct {
		ID    json.RawMessage `json:"id"`
		Error *jsonrpc.Error  `json:"error"`
	}
	if json.Unmarshal(body, &said) != nil || said.Error == nil {
		text := strings.TrimSpace(string(body))
		return refusedError{response.StatusCode, fmt.Sprintf("the gateway refused: %d %s", response.StatusCode, clipped(text))}
	}
	switch response.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden:
		return refusedError{response.StatusCode, said.Error.Message}
	}
	if said.ID == nil || string(said.ID) == "null" {
		said.ID = id
	}
	answer := encodeRefused(said.ID, said.Error)
	take(readEnvelope(answer), answer)
	return nil
}

// tell writes a message for the client. That it cannot be written is noticed when its input ends.
func (b *bridge) tell(message []byte) {
	if err := b.out.write(message); err != nil {
		b.Logger.Debug("failed to write to the client", "error", err)
	}
}

// fail answers a request that the endpoint did not answer. Of a tool it is a result, which a model reads.
func (b *bridge) fail(read envelope, failed error) {
	reason := apperr.Unavailable("%v", failed)
	if refused := (refusedError{}); errors.As(failed, &refused) {
		switch refused.status {
		case http.StatusUnauthorized:
			reason = apperr.Unauthenticated("%s", refused.text)
		case http.StatusForbidden:
			reason = apperr.Forbidden("%s", refused.text)
		}
	}
	if read.Method == methodCallTool {
		b.tell(failedCall(read, reason))
		return
	}
	if kept := b.kept(read); kept != nil && errors.As(failed, &unreachableError{}) {
		b.tell(encodeResult(read.ID, kept))
		return
	}
	b.tell(encodeRefused(read.ID, &jsonrpc.Error{Code: codeUnavailable, Message: reason.Message}))
}
