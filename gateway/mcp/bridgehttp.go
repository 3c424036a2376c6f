package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/jonboulle/clockwork"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

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
	if err == nil && b.mustRepeat(response, read) {
		_ = response.Body.Close() // it says only that
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
		b.repeat(request.Header, line, read)
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

// mostRefusal is how much of a refusal is read, in bytes.
const mostRefusal = 1 << 20

// refusedBy reads a refusal.
func refusedBy(response *http.Response, id json.RawMessage, take func(envelope, []byte)) error {
	body, err := io.ReadAll(io.LimitReader(response.Body, mostRefusal))
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
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return refusedError{response.StatusCode, said.Error.Message}
	}
	if said.ID == nil || string(said.ID) == "null" {
		said.ID = id
	}
	answer := encodeRefused(said.ID, said.Error)
	take(readEnvelope(answer), answer)
	return nil
}
