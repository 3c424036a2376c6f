package httpedge

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/services/toolclient/routing"
)

// edge serves the paths that need no service; the table is what the test says.
func edge(
	t *testing.T, table *atomic.Pointer[routing.Table], openAPI func(context.Context, *routing.Table, string) ([]byte, error),
	readTimeout time.Duration,
) *httptest.Server {
	t.Helper()
	none := http.NotFoundHandler()
	server := httptest.NewUnstartedServer(New(Options{
		Routes: table.Load, Visible: func(context.Context) []*routing.Route { return table.Load().Routes() },
		REST: none, Contract: none, OpenAPI: openAPI,
		MCP:    http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}),
		Logger: slog.New(slog.NewTextHandler(t.Output(), nil)), Metrics: prometheus.NewRegistry(),
		Callers: &authn.Authenticator{Mode: authn.None}, Loopback: true, Origins: http.NewCrossOriginProtection(), MaxBodyBytes: 1 << 20,
		AnswerTimeout: testTimeout, Room: room(2000),
	}))
	server.Config.ReadTimeout = readTimeout
	server.Start()
	t.Cleanup(server.Close)
	return server
}

func get(t *testing.T, url string, header http.Header) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header = header
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Error(err)
		return &http.Response{}, ""
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Error(err)
	}
	return response, string(text)
}

func TestTheOpenAPIDocumentIsMadeOnceForEachCatalogue(t *testing.T) {
	var made atomic.Int64
	var table atomic.Pointer[routing.Table]
	table.Store(new(routing.Table))
	server := edge(t, &table, func(context.Context, *routing.Table, string) ([]byte, error) {
		return []byte(`{"made":` + string('0'+rune(made.Add(1))) + `}`), nil
	}, testTimeout)
	var asking sync.WaitGroup
	for range 50 {
		asking.Go(func() {
			if _, text := get(t, server.URL+"/openapi.json", http.Header{"Accept-Encoding": {""}}); text != `{"made":1}` {
				t.Errorf("got %s", text)
			}
		})
	}
	asking.Wait()
	response, _ := get(t, server.URL+"/openapi.json", http.Header{"Accept-Encoding": {""}})
	known := http.Header{"Accept-Encoding": {""}, "If-None-Match": {response.Header.Get("Etag")}}
	if again, _ := get(t, server.URL+"/openapi.json", known); again.StatusCode != http.StatusNotModified {
		t.Errorf("who has it gets %s", again.Status)
	}
	table.Store(new(routing.Table))
	if changed, text := get(t, server.URL+"/openapi.json", known); changed.StatusCode != http.StatusOK || text != `{"made":2}` {
		t.Errorf("after a change: %s %s", changed.Status, text)
	}
	if made.Load() != 2 {
		t.Errorf("made %d times", made.Load())
	}
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
}

// The answer at /mcp may be a stream, which has no time-out for reading; its request has.
func TestARequestThatIsSentSlowlyIsGivenUp(t *testing.T) {
	var table atomic.Pointer[routing.Table]
	server := edge(t, &table, nil, 100*time.Millisecond)
	for _, path := range []string{"/mcp", "/api/v1/intents/map"} {
		table.Store(new(routing.Table))
		slow := dial(t, server.Listener.Addr().String(), "")
		_, _ = io.WriteString(slow, "POST "+path+" HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{") // it may be given up already
		if err := slow.SetReadDeadline(time.Now().Add(testTimeout)); err != nil {
			t.Fatal(err)
		}
		response, err := http.ReadResponse(bufio.NewReader(slow), nil)
		if err == nil {
			response.Body.Close()
			if !response.Close {
				t.Errorf("%s: the connection is kept", path)
			}
		}
	}
	slow := dial(t, server.Listener.Addr().String(), "")
	_, _ = io.WriteString(slow, "POST /mcp HTTP/1.1\r\nHost: loc")
	if err := slow.SetReadDeadline(time.Now().Add(testTimeout)); err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(slow); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("slow headers are waited for: %q", rest)
	}
}

// A tool call is served by the name in its path, however that is written, and as a call; what is no name goes the way of all paths.
func TestAToolIsCalledByTheNameInThePath(t *testing.T) {
	called := func(kind string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, kind+" "+r.PathValue("name")) }
	}
	mux := http.NewServeMux()
	mux.Handle("POST "+toolRoute, called("call"))
	mux.Handle("GET "+toolRoute, called("read"))
	mux.Handle("/", called("path"))
	handler := toolCallsFirst(called("call"), mux)
	for request, want := range map[[2]string]string{
		{"POST", "/api/v1/tools/sow_seeds"}:     "call sow_seeds",
		{"POST", "/api/v1/tools/sow%5Fseeds"}:   "call sow_seeds",
		{"POST", "/api/v1/tools/sow-seeds"}:     "call sow-seeds",
		{"POST", "/api/v1/tools/a%2Fb"}:         "call a/b",
		{"GET", "/api/v1/tools/sow_seeds"}:      "read sow_seeds",
		{"POST", "/api/v1/tools/"}:              "path ",
		{"POST", "/api/v1/tools/a/classify"}:    "path ",
		{"POST", "/api/v1/tools"}:               "path ",
		{"POST", "/api/v1/tools/sow_seeds?x=/"}: "call sow_seeds",
	} {
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), request[0], request[1], nil))
		if got := answer.Body.String(); got != want {
			t.Errorf("%s %s is served as %q, want %q", request[0], request[1], got, want)
		}
	}
}
