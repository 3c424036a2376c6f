package client_test

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"context"

	"go.uber.org/goleak"

	"github.com/salaatflow/platform/gateway/client"
	"github.com/salaatflow/platform/gateway/mcp"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolresult"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// gateway serves the HTTP paths that a client uses, with the real MCP edge, on a catalogue of echoing tools.
type gateway struct {
	mu          sync.Mutex
	tools       []*client.Tool
	subscribers []chan struct{}
	users       []string // whom the calls were made as

	address string
	server  *httptest.Server
	edge    *mcp.Server
}

func tool(name string, aliases ...string) *client.Tool {
	return &client.Tool{
		Name: name, Title: "The tool " + name, Aliases: aliases, Auth: "none", Service: "echo-svc", Version: "1.0.0", ReadOnly: true,
		Intents: []string{}, Capabilities: []string{}, Available: true,
		InputSchema: json.RawMessage(`{"type":"object"}`), OutputSchema: json.RawMessage(`{"type":"object"}`),
	}
}

func startGateway(t *testing.T, tools ...*client.Tool) *gateway {
	t.Helper()
	g := &gateway{tools: tools, address: "127.0.0.1:0"}
	g.start(t)
	t.Cleanup(g.stop)
	return g
}

func (g *gateway) start(t *testing.T) {
	t.Helper()
	listener := must((&net.ListenConfig{}).Listen(t.Context(), "tcp", g.address))(t)
	g.address = listener.Addr().String()
	g.edge = must(mcp.New(mcp.Options{Backend: g}))(t)
	g.edge.Start()
	mux := http.NewServeMux()
	mux.HandleFunc("/mcp", func(w http.ResponseWriter, r *http.Request) {
		g.note(r)
		g.edge.ServeHTTP(w, r)
	})
	mux.HandleFunc("GET /api/v1/tools", g.list)
	mux.HandleFunc("POST /api/v1/tools/{name}", g.call)
	g.server = &httptest.Server{Listener: listener, Config: &http.Server{Handler: mux}}
	g.server.Start()
}

func (g *gateway) stop() {
	g.edge.EndStreams()
	g.server.CloseClientConnections()
	g.server.Close()
	_ = g.edge.Stop(context.Background())
}

func (g *gateway) list(w http.ResponseWriter, _ *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"tools": g.tools})
}

func (g *gateway) call(w http.ResponseWriter, r *http.Request) {
	g.note(r)
	arguments, _ := io.ReadAll(r.Body)
	result := g.Call(r.Context(), r.PathValue("name"), arguments)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(result.HTTPStatus())
	_, _ = w.Write(result.AppendJSON(nil))
}

func (g *gateway) note(r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.users = append(g.users, r.Header.Get("X-User-ID"))
}

// Call echoes the arguments, and refuses to be called without.
func (g *gateway) Call(_ context.Context, name string, arguments []byte) *toolresult.Result {
	known := slices.ContainsFunc(g.Tools(), func(t *mcp.Tool) bool { return t.Name == name || slices.Contains(t.Aliases, name) })
	switch {
	case !known:
		return toolresult.ToolNotFound(name, []string{"echo"})
	case len(arguments) == 0:
		return toolresult.FromError(apperr.Invalid(apperr.Violation{Field: "word", Message: "Required"}))
	default:
		return toolresult.OK(arguments)
	}
}

func (g *gateway) Tools() []*mcp.Tool {
	g.mu.Lock()
	defer g.mu.Unlock()
	var tools []*mcp.Tool
	for _, tool := range g.tools {
		tools = append(tools, &mcp.Tool{Name: tool.Name, Aliases: tool.Aliases, InputSchema: tool.InputSchema})
	}
	return tools
}

func (g *gateway) Subscribe() (<-chan struct{}, func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	changed := make(chan struct{}, 1)
	g.subscribers = append(g.subscribers, changed)
	return changed, func() {}
}

// offer makes these the tools of the gateway.
func (g *gateway) offer(tools ...*client.Tool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tools = tools
	for _, changed := range g.subscribers {
		select {
		case changed <- struct{}{}:
		default:
		}
	}
}

func (g *gateway) client(t *testing.T) *client.Client {
	t.Helper()
	c := must(client.New("http://" + g.address))(t)
	t.Cleanup(c.Close)
	return c
}

func must[T any](value T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}
