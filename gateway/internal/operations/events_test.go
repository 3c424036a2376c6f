package operations_test

import (
	"bufio"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/gateway/internal/calls"
	"github.com/salaatflow/platform/gateway/internal/operations"
)

// reader is somebody who follows the calls.
type reader struct {
	t     *testing.T
	lines *bufio.Scanner
}

// follow opens a stream after a number.
func follow(t *testing.T, url, after string) *reader {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Last-Event-ID", after)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = answer.Body.Close() })
	if kind := answer.Header.Get("Content-Type"); answer.StatusCode != http.StatusOK || kind != "text/event-stream" {
		t.Fatalf("%d, %s", answer.StatusCode, kind)
	}
	r := &reader{t, bufio.NewScanner(answer.Body)}
	r.until("retry:")
	return r
}

// until reads lines until one begins so, and returns it; empty at the end of the stream.
func (r *reader) until(prefix string) string {
	r.t.Helper()
	for r.lines.Scan() {
		if strings.HasPrefix(r.lines.Text(), prefix) {
			return r.lines.Text()
		}
	}
	return ""
}

func TestCallsAreSentAsTheyEnd(t *testing.T) {
	clk := clockwork.NewFakeClockAt(now)
	log, stop := calls.New(clk), make(chan struct{})
	server := httptest.NewServer(operations.New(operations.Options{Calls: log, Clock: clk}).Events(stop))
	t.Cleanup(server.Close)
	end := func(operation string) {
		log.Ended(calls.Call{Operation: operation, UserID: 7, Result: calls.OK, Took: time.Millisecond}, false)
	}
	end("one")
	end("two")
	first := follow(t, server.URL, "1") // who knows the first
	if data := first.until("data:"); !strings.Contains(data, `"operation":"two"`) || !strings.Contains(data, `"caller":7`) {
		t.Errorf("%s", data)
	}
	end("three")
	if id := first.until("id:"); id != "id: 3" {
		t.Errorf("%s", id)
	}
	if err := clk.BlockUntilContext(t.Context(), 2); err != nil { // the heartbeat's and the end's
		t.Fatal(err)
	}
	clk.Advance(15 * time.Second)
	if beat := first.until(":"); beat == "" {
		t.Error("no heartbeat")
	}
	clk.Advance(15 * time.Minute)
	if more := first.until("id:"); more != "" {
		t.Errorf("after its life: %s", more)
	}
	second := follow(t, server.URL, "3")
	close(stop)
	if more := second.until("id:"); more != "" {
		t.Errorf("after the gateway has stopped: %s", more)
	}
}

// Who reads nothing does not keep the gateway from answering others, nor holds a place for ever.
func TestPlacesOfReadersAreFew(t *testing.T) {
	clk := clockwork.NewFakeClockAt(now)
	server := httptest.NewServer(operations.New(operations.Options{Calls: calls.New(clk), Clock: clk}).Events(nil))
	t.Cleanup(server.Close)
	for range 32 {
		follow(t, server.URL, "")
	}
	answer, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusTooManyRequests {
		t.Errorf("the 33rd gets %s", answer.Status)
	}
}
