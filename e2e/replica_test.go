package e2e

import (
	"net/http"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/harness"
)

// replica is one program of a service or a gateway that can be replaced.
type replica struct {
	name, address, ops string
	arguments          []string
	process            *harness.Process
}

func (r *replica) start(t *testing.T) {
	t.Helper()
	r.process = harness.Run(t, harness.Build(t, filepath.Join("..", r.name, "cmd", r.name), true),
		append([]string{"serve", "--ops-address", r.ops}, r.arguments...)...)
}

func (r *replica) isReady() bool {
	client := http.Client{Timeout: time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Get("http://" + r.ops + "/readyz")
	if err != nil {
		return false
	}
	_ = answer.Body.Close() // only the status matters
	return answer.StatusCode == http.StatusOK
}

// roll replaces the replica as a roll-out does: it stops it, starts its successor, and waits until that is ready.
func (r *replica) roll(t *testing.T) {
	t.Helper()
	r.process.End(t, syscall.SIGTERM)
	if err := r.process.Exited(t); err != nil {
		t.Errorf("%s does not stop in order: %v", r.name, err)
	}
	r.start(t)
	eventually(t, r.name+" is ready", r.isReady)
}

func (r *replica) kill(t *testing.T) {
	t.Helper()
	r.process.End(t, syscall.SIGKILL)
	_ = r.process.Exited(t) // it was killed
}
