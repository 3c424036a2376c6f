package httpedge

import (
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/goleak"

	"github.com/salaatflow/platform/gateway/internal/bulkhead"
	"github.com/salaatflow/platform/services/clock"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const testTimeout = 20 * time.Second

// withAnswerTimeout bounds how long clients may take to receive what a handler answers.
func withAnswerTimeout(next http.Handler, within time.Duration) http.Handler {
	e := &Edge{Options: Options{
		AnswerTimeout: within, Metrics: prometheus.NewRegistry(), Logger: slog.New(slog.DiscardHandler),
	}}
	return e.observe(next)
}

// room is for half as many requests, as much as they hold staying free.
func room(slots int) *bulkhead.Service {
	return bulkhead.New(bulkhead.Options{MaxInFlight: slots, Clock: clock.System()}).Service("gateway")
}

// dial connects to a server, and sends it requests whose answers nobody reads.
func dial(t *testing.T, address, requests string) net.Conn {
	t.Helper()
	connection, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	if _, err := io.WriteString(connection, requests); err != nil {
		t.Fatal(err)
	}
	return connection
}

func TestClientsThatNeverReadAreGone(t *testing.T) {
	const clients, timeout = 100, 200 * time.Millisecond
	body := make([]byte, 8<<20) // more than the network's buffers take
	var answering sync.WaitGroup
	answering.Add(clients)
	failures := make(chan error, clients)
	server := httptest.NewServer(withAnswerTimeout(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		defer answering.Done()
		_, err := w.Write(body)
		failures <- err
	}), timeout))
	defer server.Close()
	for range clients {
		dial(t, server.Listener.Addr().String(), "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
	}
	gone := make(chan struct{})
	go func() { answering.Wait(); close(gone) }()
	select {
	case <-gone:
	case <-time.After(testTimeout):
		t.Fatal("clients that do not read still hold their answers")
	}
	for range clients {
		if err := <-failures; !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatalf("an answer ended with %v", err)
		}
	}
}

// recordedDeadline is a response that remembers the deadline it was given.
type recordedDeadline struct {
	*httptest.ResponseRecorder
	deadline time.Time
}

func (r *recordedDeadline) SetWriteDeadline(deadline time.Time) error {
	r.deadline = deadline
	return nil
}

// A handler may take its time; what is bounded is how long its answer takes to be received.
func TestTheTimeCountsFromWhenAnAnswerBegins(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"a body": func(w http.ResponseWriter, _ *http.Request) {
			<-time.After(time.Minute)
			_, _ = io.WriteString(w, "at last")
			<-time.After(time.Minute)
			_, _ = io.WriteString(w, "and more")
		},
		"a status": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusEarlyHints)
			<-time.After(time.Minute)
			w.WriteHeader(http.StatusNoContent)
		},
		"nothing": func(http.ResponseWriter, *http.Request) { <-time.After(time.Minute) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := &recordedDeadline{ResponseRecorder: httptest.NewRecorder()}
				began := time.Now().Add(time.Minute)
				withAnswerTimeout(handler, time.Second).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
				if want := began.Add(time.Second); !w.deadline.Equal(want) {
					t.Errorf("the deadline is %v, want %v", w.deadline, want)
				}
			})
		})
	}
}

// An answer without a body is written by the server itself: one that is not taken must end too.
func TestRequestsWithoutEndWhoseAnswersNobodyReadsEnd(t *testing.T) {
	server := httptest.NewUnstartedServer(withAnswerTimeout(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Long", strings.Repeat("x", 32<<10))
	}), 100*time.Millisecond))
	closed := make(chan struct{})
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateClosed {
			close(closed)
		}
	}
	server.Start()
	defer server.Close()
	connection := dial(t, server.Listener.Addr().String(), "")
	go func() {
		for {
			if _, err := io.WriteString(connection, strings.Repeat("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 100)); err != nil {
				return
			}
		}
	}()
	select {
	case <-closed:
	case <-time.After(testTimeout):
		t.Fatal("the connection is still open")
	}
}

func TestThoseWhoDoNotReadKeepNobodyOut(t *testing.T) {
	e := &Edge{Options: Options{Room: room(4)}}
	began := make(chan struct{}, 8)
	body := make([]byte, 8<<20)
	server := httptest.NewServer(withAnswerTimeout(e.admitted(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/large" {
			began <- struct{}{}
			_, _ = w.Write(body)
		}
	}), testTimeout))
	defer server.Close()
	defer server.CloseClientConnections()
	for range 4 {
		dial(t, server.Listener.Addr().String(), "GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
		<-began
	}
	for range 4 { // slow bodies
		dial(t, server.Listener.Addr().String(), "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nx")
	}
	response, err := server.Client().Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Errorf("status %d", response.StatusCode)
	}
	server.Client().CloseIdleConnections()
}

func TestMoreThanThereIsRoomForAreRefused(t *testing.T) {
	e := &Edge{Options: Options{Room: room(2)}}
	started, release := make(chan struct{}), make(chan struct{})
	var once sync.Once
	handler := withAnswerTimeout(e.admitted(func(http.ResponseWriter, *http.Request) {
		once.Do(func() { close(started) })
		<-release
	}), testTimeout)
	first := make(chan int, 1)
	get := func() *httptest.ResponseRecorder {
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/", nil))
		return recorder
	}
	go func() { first <- get().Code }()
	<-started
	if got := get(); got.Code != http.StatusTooManyRequests || got.Header().Get("Retry-After") == "" {
		t.Errorf("one more: %d %v", got.Code, got.Header())
	}
	close(release)
	if got := <-first; got != http.StatusOK {
		t.Errorf("the first: %d", got)
	}
	if again := get(); again.Code != http.StatusOK {
		t.Errorf("after that: %d", again.Code)
	}
}
