package e2e

import (
	"bytes"
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/kit/kittest"
)

// Warnings wake operators. Connections that grow old, programs that are stopped in order, and callers who name a tool that there is not
// cause none, and what the callers are answered is not in the log.
func TestHealthyOperationLogsNoWarning(t *testing.T) {
	c := &cluster{registry: kittest.FreeAddress(t), data: t.TempDir(), http: &http.Client{Timeout: 30 * time.Second},
		processes: map[string]*harness.Process{}}
	t.Cleanup(c.http.CloseIdleConnections)
	logs := map[string]*bytes.Buffer{}
	start := func(name string, arguments ...string) {
		logs[name] = &bytes.Buffer{}
		binary := harness.Build(t, filepath.Join("..", name, "cmd", name), true)
		c.processes[name] = harness.RunLogging(t, logs[name], binary, append([]string{"serve"}, arguments...)...)
	}
	const age = "300ms"
	start("registry-svc", "--listen-address", c.registry, "--max-connection-age", age, "--lease-ttl", "2s")
	for _, name := range []string{"users-svc", "tasks-svc"} {
		start(name, "--registry", c.registry, "--max-connection-age", age, "--database-url", "sqlite:"+filepath.Join(c.data, name, "data.db"))
	}
	address, ops := kittest.FreeAddress(t), kittest.FreeAddress(t)
	c.URL = "http://" + address
	start("gateway", "--registry", c.registry, "--http", address, "--ops-address", ops, "--auth", "dev", "--required-tools",
		strings.Join(toolsOfServices(t, "salaatflow.tasks.v1.TaskService", "salaatflow.users.v1.UserService"), ","))
	eventually(t, "the gateway has every tool", func() bool {
		response, err := c.http.Get("http://" + ops + "/readyz?complete")
		return err == nil && response.Body.Close() == nil && response.StatusCode == http.StatusOK
	})
	calls, began := 0, time.Now()
	for ; time.Since(began) < 2*time.Second; calls++ { // several lifetimes of every connection
		if code, err := c.call(t, toolnames.ListTasks, `{}`); code != "" || err != nil {
			t.Fatalf("call %d: %s, %v", calls, code, err)
		}
	}
	if code, err := c.call(t, "no_such_tool", `{}`); code != "TOOL_NOT_FOUND" || err != nil {
		t.Errorf("a tool that there is not: %s, %v", code, err)
	}
	for _, name := range []string{"tasks-svc", "gateway", "users-svc", "registry-svc"} {
		c.processes[name].End(t, syscall.SIGTERM)
		if err := c.processes[name].Exited(t); err != nil {
			t.Errorf("%s ended with %v", name, err)
		}
	}
	for name, log := range logs {
		for line := range strings.Lines(log.String()) {
			if strings.Contains(line, "level=WARN") || strings.Contains(line, "level=ERROR") ||
				strings.Contains(line, "no_such_tool") && strings.Contains(line, toolnames.SearchTasks) {
				t.Errorf("%s: %s", name, line)
			}
		}
	}
}
