package mcp_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/salaatflow/platform/gateway/mcp"
)

// A request whose id another one of its session has, still under way, is refused: its answer could be taken for the other's. A plain
// request is refused for it as any other is.
func TestAnIDIsThatOfOneRequestAtATime(t *testing.T) {
	odd := strings.Replace(find, `"params":{`, `"params":{"other":1,`, 1) // which is not plain
	for name, bodies := range map[string][2]string{
		"plain, then plain": {find, find},
		"plain, then odd":   {find, odd},
		"odd, then plain":   {odd, find},
		"plain, in a batch": {find, "[" + find + "]"},
	} {
		t.Run(name, func(t *testing.T) {
			shelf := newShelf()
			started, release := make(chan struct{}, 2), make(chan struct{})
			shelf.called = func(context.Context, string, []byte) {
				started <- struct{}{}
				<-release
			}
			s := serve(t, mcp.Options{Backend: shelf})
			header := s.open(t, "2025-03-26", nil) // the last version with batches
			answered := make(chan string, 1)
			go func() { answered <- read(t, s.request(t, http.MethodPost, bodies[0], header)) }()
			wait(t, started)
			refused := s.request(t, http.MethodPost, bodies[1], header)
			const want = `{"jsonrpc":"2.0","id":7,"error":{"code":-32600,"message":"duplicate in-flight request ID 7"}}`
			if got := read(t, refused); refused.StatusCode != http.StatusBadRequest || got != want {
				t.Errorf("the second is answered %s %s", refused.Status, got)
			}
			close(release)
			if got := <-answered; !strings.Contains(got, `"success":true`) {
				t.Errorf("the first is answered %s", got)
			}
			if got := read(t, s.request(t, http.MethodPost, find, header)); !strings.Contains(got, `"success":true`) {
				t.Errorf("after both, the id is answered %s", got)
			}
		})
	}
}

// A client of a session whose connection breaks has not given up: only its word ends a call, of the session's own user.
func TestACallInASessionOutlivesItsConnection(t *testing.T) {
	shelf := newShelf()
	started, ended := make(chan context.Context, 1), make(chan struct{})
	shelf.called = func(ctx context.Context, _ string, _ []byte) {
		started <- ctx
		<-ctx.Done()
		close(ended)
	}
	s := serve(t, mcp.Options{Backend: shelf})
	header, other := s.open(t, "2025-11-25", nil), s.open(t, "2025-11-25", nil)
	ctx, disconnect := context.WithCancel(t.Context())
	go func() {
		request := must(http.NewRequestWithContext(ctx, http.MethodPost, s.url, strings.NewReader(find)))(t)
		request.Header = header.Clone()
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Accept", "application/json, text/event-stream")
		if response, err := s.client.Do(request); err == nil {
			_ = response.Body.Close()
		}
	}()
	running := <-started
	disconnect()
	const cancelled = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`
	s.request(t, http.MethodPost, cancelled, other)
	s.request(t, http.MethodPost, strings.Replace(cancelled, "7", "8", 1), header)
	s.request(t, http.MethodPost, `{"jsonrpc":"2.0","id":9,"method":"ping"}`, header)
	if running.Err() != nil {
		t.Error("the call ended with its connection, or for another's word")
	}
	s.request(t, http.MethodPost, cancelled, header)
	wait(t, ended)
}

func TestEndingASessionEndsItsCalls(t *testing.T) {
	shelf := newShelf()
	started := make(chan struct{})
	shelf.called = func(ctx context.Context, _ string, _ []byte) {
		close(started)
		<-ctx.Done()
	}
	s := serve(t, mcp.Options{Backend: shelf})
	header := s.open(t, "2025-11-25", nil)
	answered := make(chan int, 1)
	go func() { answered <- s.request(t, http.MethodPost, find, header).StatusCode }()
	wait(t, started)
	if got := s.request(t, http.MethodDelete, "", header).StatusCode; got != http.StatusNoContent {
		t.Errorf("DELETE: status %d", got)
	}
	if got := <-answered; got != http.StatusOK {
		t.Errorf("the call: status %d", got)
	}
	if got := s.request(t, http.MethodPost, find, header).StatusCode; got != http.StatusNotFound {
		t.Errorf("after that: status %d", got)
	}
}
