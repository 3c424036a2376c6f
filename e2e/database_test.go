package e2e

import (
	"encoding/json"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// While a database comes and goes, users see a code that says to try again, when to, and then their tasks.
func TestADatabaseThatIsAwayIsNoServerError(t *testing.T) {
	t.Parallel()
	server := sqltest.StartServer(t)
	c := newClusterOf(t, "users-svc")
	c.migrate(t, "tasks-svc", server.URL())
	start := func() { c.start(t, "tasks-svc", "--registry", c.registry, "--database-url", server.URL()) }
	start()
	c.startGateway(t, "--required-tools",
		strings.Join(toolsOfServices(t, "salaatflow.tasks.v1.TaskService", "salaatflow.users.v1.UserService"), ","))
	platform := &harness.Platform{URL: c.URL, HTTP: c.http}
	if made := send(t, platform, "POST", "/api/v1/tasks", `{"title":"kept"}`, as(1)); made.status != http.StatusCreated {
		t.Fatalf("it does not work: %+v", made)
	}
	server.Stop()
	for _, r := range []struct{ method, path, body string }{
		{"GET", "/api/v1/tasks", ""}, {"POST", "/api/v1/tasks", `{"title":"lost"}`},
		{"POST", "/api/v1/tools/" + toolnames.ListTasks, "{}"},
	} {
		began := time.Now()
		got := send(t, platform, r.method, r.path, r.body, as(1))
		if got.status != http.StatusServiceUnavailable || !strings.Contains(got.body, `"NETWORK_ERROR"`) || got.header.Get("Retry-After") == "" {
			t.Errorf("%s %s: %+v", r.method, r.path, got)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%s %s took %v", r.method, r.path, took)
		}
	}
	eventually(t, "operators see which database is away, and who lacks it", func() bool {
		databases, reasons := healthOf(t, platform)
		return databases["tasks-svc"] == "away" && databases["users-svc"] == "ready" && reasons["tasks-svc"] == "it lacks the database"
	})
	if code, err := c.call(t, toolnames.GetUserInfo, `{}`); code != "" || err != nil {
		t.Errorf("the tool of another service: %s, %v", code, err)
	}
	c.kill(t, "tasks-svc", syscall.SIGTERM)
	start() // without its database
	refused := send(t, platform, "GET", "/api/v1/tasks", "", as(1))
	if refused.status != http.StatusServiceUnavailable || refused.header.Get("Retry-After") == "" {
		t.Errorf("it was started without its database: %+v", refused)
	}
	server.Start()
	eventually(t, "the tasks are there again", func() bool {
		return send(t, platform, "GET", "/api/v1/tasks", "", as(1)).status == http.StatusOK
	})
	if got := send(t, platform, "GET", "/api/v1/tasks", "", as(1)); got.status != http.StatusOK || got.field(t, "0.title") != "kept" {
		t.Errorf("it is back: %+v", got)
	}
}

// healthOf returns what operators see: how each program's database is, and why a program is not ready.
func healthOf(t *testing.T, platform *harness.Platform) (databases, reasons map[string]string) {
	t.Helper()
	var found struct {
		Programs  []struct{ Program, Reason string }
		Databases []struct {
			Database string
			Ready    bool
		}
	}
	answer := send(t, platform, "GET", "/api/v1/gateway/health", "", admin()...)
	if err := json.Unmarshal([]byte(answer.body), &found); err != nil || answer.status != http.StatusOK {
		t.Logf("operators see %d %s: %v", answer.status, answer.body, err)
	}
	databases, reasons = map[string]string{}, map[string]string{}
	for _, database := range found.Databases {
		databases[database.Database] = map[bool]string{true: "ready", false: "away"}[database.Ready]
	}
	for _, program := range found.Programs {
		reasons[program.Program] = program.Reason
	}
	return databases, reasons
}
