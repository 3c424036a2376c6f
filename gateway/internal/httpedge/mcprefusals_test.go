package httpedge

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/salaatflow/platform/gateway/internal/authn"
)

// mcpEdge serves /mcp by a handler, and bodies of up to a thousand bytes.
func mcpEdge(t *testing.T, handler http.HandlerFunc, with func(*Options)) http.Handler {
	t.Helper()
	none := http.NotFoundHandler()
	options := Options{
		REST: none, Contract: none, MCP: handler,
		Logger: slog.New(slog.NewTextHandler(t.Output(), nil)), Metrics: prometheus.NewRegistry(),
		Callers: &authn.Authenticator{Mode: authn.None}, Loopback: true, Origins: http.NewCrossOriginProtection(), MaxBodyBytes: 1000,
		AnswerTimeout: testTimeout, Room: room(10),
	}
	if with != nil {
		with(&options)
	}
	return New(options)
}

func post(t *testing.T, edge http.Handler, path, body string) *httptest.ResponseRecorder {
	t.Helper()
	answer := httptest.NewRecorder()
	request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(body))
	request.Host = "localhost"
	edge.ServeHTTP(answer, request)
	return answer
}

// Who was told the URL with a slash at its end is served, and what it posts is not lost in a redirect.
func TestTheURLOfMCPMayEndInASlash(t *testing.T) {
	edge := mcpEdge(t, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		_, _ = io.WriteString(w, r.URL.Path+"?"+r.URL.RawQuery+" "+string(body))
	}, nil)
	for path, want := range map[string]string{"/mcp/": "/mcp? {}", "/mcp": "/mcp? {}", "/mcp/?view=search": "/mcp?view=search {}"} {
		if got := post(t, edge, path, "{}"); got.Body.String() != want || got.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %v %s", path, got.Code, got.Header(), got.Body)
		}
	}
	if got := post(t, edge, "/mcp/x", "{}"); got.Code != http.StatusNotFound {
		t.Errorf("below it: %d", got.Code)
	}
}

// The client learns which of its messages is too long, wherever in it the id stands.
func TestAMessageThatIsTooLongIsRefusedByItsID(t *testing.T) {
	edge := mcpEdge(t, func(http.ResponseWriter, *http.Request) { t.Error("it was served") }, nil)
	long := `"params":{"text":"` + strings.Repeat(`a\"{`, 1000) + `"}`
	for body, want := range map[string]string{
		`{"jsonrpc":"2.0","id":7,"method":"x",` + long + `}`:                                          `{"jsonrpc":"2.0","id":7,"error":`,
		`{"method":"x",` + long + `,"jsonrpc":"2.0","id":"last"}`:                                     `{"jsonrpc":"2.0","id":"last","error":`,
		`{"id":7,"method":"x","params":{"text":"` + strings.Repeat("a", 2*mostSearched) + `"}}`:       `{"jsonrpc":"2.0","id":7,"error":`,
		`{"method":"notifications/x",` + long + `}`:                                                   `{"type":"about:blank"`,
		`{"method":"x","params":{"id":1,"text":"` + strings.Repeat("a", 2*mostSearched) + `"},"id":7`: `{"type":"about:blank"`,
	} {
		got := post(t, edge, "/mcp", body)
		text := got.Body.String()
		if got.Code != http.StatusRequestEntityTooLarge || !strings.HasPrefix(text, want) ||
			!strings.Contains(text, "over the limit of 1000 bytes") {
			t.Errorf("%.60s…: %d %s", body, got.Code, text)
		}
	}
}
