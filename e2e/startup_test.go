package e2e

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/kit/kittest"
)

// A gateway serves at once, whoever is away: it knows the platform's tools by itself, and never gives up.
func TestAGatewayServesThoughNobodyElseDoes(t *testing.T) {
	c := &cluster{registry: kittest.FreeAddress(t), http: &http.Client{}, processes: map[string]*harness.Process{}, data: t.TempDir()}
	c.gatewayAlone(t, "--startup-timeout", "1ms")
	var listed struct {
		Tools []struct {
			Name      string
			Available bool
		}
	}
	platform := &harness.Platform{URL: c.URL, HTTP: c.http}
	if err := json.Unmarshal([]byte(send(t, platform, "GET", "/api/v1/tools", "").body), &listed); err != nil {
		t.Fatal(err)
	}
	if len(listed.Tools) != len(toolnames.All()) {
		t.Errorf("it knows %+v", listed.Tools)
	}
	for _, tool := range listed.Tools {
		if tool.Available {
			t.Errorf("%s is available of nobody", tool.Name)
		}
		if code, err := c.call(t, tool.Name, `{}`); code == "TOOL_NOT_FOUND" || err != nil {
			t.Errorf("%s: %s, %v", tool.Name, code, err)
		}
	}
	for name, want := range map[string]string{toolnames.ListTasks: "NETWORK_ERROR", "no_such_tool": "TOOL_NOT_FOUND"} {
		if code, err := c.call(t, name, `{}`); code != want || err != nil {
			t.Errorf("%s: %s, %v, want %s", name, code, err, want)
		}
	}
	if rest := send(t, platform, "GET", "/api/v1/tasks", "", as(1)); rest.status != http.StatusServiceUnavailable {
		t.Errorf("REST: %+v", rest)
	}
	ops := &harness.Platform{URL: c.ops, HTTP: c.http}
	for _, path := range []string{"/readyz", "/readyz?complete"} {
		if got := send(t, ops, "GET", path, ""); got.status != http.StatusServiceUnavailable || !strings.Contains(got.body, toolnames.ListTasks) {
			t.Errorf("%s before any catalogue: %+v", path, got)
		}
	}
	c.start(t, "registry-svc", "--listen-address", c.registry, "--lease-ttl", "1s")
	c.startService(t, "users-svc")
	eventually(t, "the catalogue is there", func() bool { status, _ := c.ready(); return status == http.StatusOK })
	eventually(t, "a service is there", func() bool { code, _ := c.call(t, toolnames.GetUserInfo, `{}`); return code == "" })
	if status, _ := c.complete(); status != http.StatusServiceUnavailable {
		t.Errorf("it takes itself for complete: %d", status)
	}
}

// A gateway that restarts while the registry is away calls the services that its predecessor knew.
func TestAGatewayThatRestartsWithoutTheRegistryLosesNoCall(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	arguments := []string{
		"--catalog-file", filepath.Join(c.data, "catalogue"),
		"--required-tools", strings.Join(toolsOfServices(t, "salaatflow.tasks.v1.TaskService", "salaatflow.users.v1.UserService"), ","),
	}
	c.startGateway(t, arguments...)
	eventually(t, "the catalogue is kept", func() bool { // soon after it is served, not before
		kept, err := os.ReadFile(filepath.Join(c.data, "catalogue"))
		return err == nil && bytes.Contains(kept, []byte("users-svc")) && bytes.Contains(kept, []byte("tasks-svc"))
	})
	c.kill(t, "registry-svc", syscall.SIGKILL)
	c.kill(t, "gateway", syscall.SIGKILL)
	c.gatewayAlone(t, arguments...)
	c.awaitReady(t)
	for range 20 {
		if code, err := c.call(t, toolnames.ListTasks, `{}`); code != "" || err != nil {
			t.Fatalf("without the registry: %s, %v", code, err)
		}
	}
}
