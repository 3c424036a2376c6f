package mcpclients

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/services/kit/kittest"
)

// gateway is a program that is killed while clients use it, and started again at the same address.
type gateway struct {
	t            *testing.T // at whose end it ends
	platform     *harness.Platform
	address, ops string
	process      *harness.Process
}

// startGateway starts a gateway of its own for a platform.
func startGateway(t *testing.T, platform *harness.Platform) *gateway {
	t.Helper()
	g := &gateway{t: t, platform: platform, address: kittest.FreeAddress(t), ops: kittest.FreeAddress(t)}
	g.start()
	return g
}

func (g *gateway) url() string { return "http://" + g.address }

func (g *gateway) start() {
	g.t.Helper()
	g.process = harness.Run(g.t, harness.Build(g.t, "../../gateway/cmd/gateway", true), "serve", "--http", g.address, "--ops-address", g.ops,
		"--auth", "dev", "--registry", g.platform.Registry().String(), "--credential-file", g.platform.CredentialFile())
	g.platform.Eventually(g.t, "the gateway is ready", func() bool {
		request, err := http.NewRequestWithContext(g.t.Context(), http.MethodGet, "http://"+g.ops+"/readyz", nil)
		if err != nil {
			return false
		}
		answer, err := g.platform.HTTP.Do(request)
		if err != nil {
			return false
		}
		_ = answer.Body.Close() // only the status matters
		return answer.StatusCode == http.StatusOK
	})
}

func (g *gateway) restart() {
	g.t.Helper()
	g.process.End(g.t, syscall.SIGKILL)
	_ = g.process.Exited(g.t) // it was killed
	g.start()
}

// soon is how long a service that does not say a line is waited for. One that does says it at once.
const soon = 10 * time.Second

// heard is what a service has said.
type heard struct {
	mu   sync.Mutex
	text bytes.Buffer
	more chan struct{} // closed when it says more; nil while nobody waits
}

// Write takes what is said.
func (h *heard) Write(said []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.more != nil {
		close(h.more)
		h.more = nil
	}
	return h.text.Write(said)
}

// says waits until the service says a line, and reports whether it does so soon.
func (h *heard) says(ctx context.Context, line string) bool {
	ctx, cancel := context.WithTimeout(ctx, soon)
	defer cancel()
	for {
		h.mu.Lock()
		if strings.Contains(h.text.String(), line+"\n") {
			h.mu.Unlock()
			return true
		}
		if h.more == nil {
			h.more = make(chan struct{})
		}
		more := h.more
		h.mu.Unlock()
		select {
		case <-more:
		case <-ctx.Done():
			return false
		}
	}
}

// controls is what the clients' scripts ask of the test.
func controls(killed *gateway, service *heard) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /restart", func(http.ResponseWriter, *http.Request) { killed.restart() })
	mux.HandleFunc("GET /said", func(w http.ResponseWriter, r *http.Request) {
		if !service.says(r.Context(), r.FormValue("line")) {
			w.WriteHeader(http.StatusNotFound)
		}
	})
	return mux
}
