//go:build unix

package e2e

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/kit/kittest"
)

// While a service is paused, only its first callers wait for their deadline: the others hear at once that it does not answer, callers of
// other services notice nothing, and it has calls again when it goes on. The registry notices none of it.
func TestAPausedServiceFailsFastAndHurtsNobodyElse(t *testing.T) {
	t.Parallel()
	transport := &http.Transport{MaxIdleConnsPerHost: 64}
	t.Cleanup(transport.CloseIdleConnections)
	c := &cluster{
		registry: kittest.FreeAddress(t), data: t.TempDir(),
		http: &http.Client{Transport: transport, Timeout: 30 * time.Second}, processes: map[string]*harness.Process{},
	}
	c.start(t, "registry-svc", "--listen-address", c.registry, "--health-interval", "1h")
	c.startService(t, "users-svc")
	c.startService(t, "tasks-svc")
	c.startGateway(t, "--required-tools",
		strings.Join(toolsOfServices(t, "salaatflow.tasks.v1.TaskService", "salaatflow.users.v1.UserService"), ","))
	if code, err := c.call(t, toolnames.ListTasks, `{}`); code != "" || err != nil {
		t.Fatalf("it does not work: %s, %v", code, err)
	}
	paused := c.processes["tasks-svc"].Process
	signal := func(s syscall.Signal) {
		t.Helper()
		if err := paused.Signal(s); err != nil {
			t.Fatal(err)
		}
	}
	signal(syscall.SIGSTOP)
	t.Cleanup(func() { _ = paused.Signal(syscall.SIGCONT) })
	var first sync.WaitGroup
	for range 8 {
		first.Go(func() {
			if code, err := c.call(t, toolnames.ListTasks, `{}`); err != nil || code != "TIMEOUT" && code != "" {
				t.Errorf("a first caller: %q, %v", code, err)
			}
		})
	}
	eventually(t, "a caller hears that it does not answer", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		result, err := c.edge().Call(ctx, 1, toolnames.ListTasks, json.RawMessage(`{}`))
		return err == nil && result.Error == "NETWORK_ERROR" && strings.HasPrefix(result.ErrorMessage, "tasks-svc does not answer")
	})
	for tool, arguments := range map[string]string{toolnames.ListTasks: `{}`, toolnames.CreateTask: `{"title":"once"}`} {
		for range 200 {
			if code, err := c.call(t, tool, arguments); code != "NETWORK_ERROR" || err != nil { // TIMEOUT if it had been sent
				t.Fatalf("%s: %q, %v", tool, code, err)
			}
			if code, err := c.call(t, toolnames.GetUserInfo, `{}`); code != "" || err != nil {
				t.Fatalf("the tool of another service: %s, %v", code, err)
			}
		}
	}
	signal(syscall.SIGCONT)
	eventually(t, "it has calls again", func() bool { code, err := c.call(t, toolnames.ListTasks, `{}`); return code == "" && err == nil })
	first.Wait()
	if found := c.titles(t, 1); len(found) != 0 {
		t.Errorf("what was refused was done: %v", found)
	}
}
