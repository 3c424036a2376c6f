package mcp

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"
)

// Whoever tells of a change waits for each client in turn: one that does not read must not keep the others waiting.
func TestAClientThatDoesNotReadLosesItsStream(t *testing.T) {
	streams := newStreams(Options{EventTimeout: 10 * time.Millisecond}.withDefaults())
	failed := make(chan error, 1)
	telling := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		event := make([]byte, 64<<10)
		for {
			if _, err := w.Write(event); err != nil {
				failed <- err
				break
			}
		}
		<-r.Context().Done() // as the SDK holds a response open
	})
	ended := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		streams.serve(telling, w, r, opening{})
		close(ended)
	}))
	defer server.Close()
	deaf, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer deaf.Close()
	if _, err := io.WriteString(deaf, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Fatal("the stream has not ended")
	}
	if err := <-failed; !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("it ended with %v", err)
	}
}
