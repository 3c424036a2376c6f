package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/proto/toolnames"
)

// told is what four who tell of the platform say of one program.
type told struct {
	health, services, status, readiness string
}

// tells asks those who tell of the platform, and returns what each says of a service, and whether each takes the platform for ready.
func (c *cluster) tells(t *testing.T, service string) (says told, ready [4]bool) {
	t.Helper()
	platform := &harness.Platform{URL: c.URL, HTTP: c.http}
	var health struct {
		Down     int
		Programs []struct {
			Program, Instance, Reason string
			Ready                     bool
			Registration              *struct {
				State      string
				DepartedAt string `json:"departed_at"`
				LastError  string `json:"last_error"`
				Tools      []string
			}
		}
	}
	answer := send(t, platform, "GET", "/api/v1/gateway/health", "", admin()...)
	if err := json.Unmarshal([]byte(answer.body), &health); err != nil || answer.status != http.StatusOK {
		t.Fatalf("health is %d %s: %v", answer.status, answer.body, err)
	}
	for _, program := range health.Programs {
		if program.Program == service {
			says.health = strings.TrimSpace(fmt.Sprintf("%s, ready: %t, tools: %t, %s", program.Registration.State, program.Ready,
				slices.Contains(program.Registration.Tools, toolnames.ListTasks), program.Registration.LastError))
		}
	}
	page := send(t, platform, "GET", "/console/services?service="+service, "", "Cookie: salaatflow_user=1.admin", "Accept-Language: en").body
	headline := send(t, platform, "GET", "/console/health", "", "Cookie: salaatflow_user=1.admin", "Accept-Language: en").body
	for _, word := range []string{"gone since", "stopped since", "never registered", "takes calls"} {
		if strings.Contains(page, word) {
			says.services += word + ";"
		}
	}
	if strings.Contains(page, `action="/console/services/forget"`) {
		says.services += "Forget"
	}
	var status struct {
		Ready    bool
		Services []struct{ Service, State string }
	}
	printed := runCLI(t, "status", "--gateway", c.URL, "-o", "json")
	if err := json.Unmarshal([]byte(printed.out), &status); err != nil || status.Ready != (printed.code == 0) {
		t.Fatalf("status is %+v: %v", printed, err)
	}
	for _, found := range status.Services {
		if found.Service == service {
			says.status = found.State
		}
	}
	code := send(t, &harness.Platform{URL: c.ops, HTTP: c.http}, "GET", "/readyz?complete", "")
	if _, down, is := strings.Cut(code.body, `"down":`); is && strings.Contains(down, service) {
		says.readiness = "down"
	}
	return says, [4]bool{
		health.Down == 0, strings.Contains(headline, "programs are ready<"), printed.code == 0, code.status == http.StatusOK,
	}
}

// agree waits until all four say the same of a service, and checks that they then agree about the platform.
func (c *cluster) agree(t *testing.T, service string, ready bool, want told) {
	t.Helper()
	var got told
	var all [4]bool
	defer func() {
		if t.Failed() {
			t.Logf("of %s they say %+v, and of the platform %t; want %+v and %t", service, got, all, want, ready)
		}
	}()
	eventually(t, "all agree about "+service, func() bool {
		got, all = c.tells(t, service)
		return got == want && all == [4]bool{ready, ready, ready, ready}
	})
}

// A service that dies or hangs stays on the list, and whoever tells of the platform says so, until it returns.
func TestADeadServiceDoesNotVanish(t *testing.T) {
	t.Parallel()
	c := startCluster(t)
	well := told{"serving, ready: true, tools: false,", "takes calls;", "ready", ""}
	c.agree(t, "tasks-svc", true, well)

	c.kill(t, "tasks-svc", syscall.SIGKILL)
	c.agree(t, "tasks-svc", false,
		told{"gone, ready: false, tools: true, nothing answers at its address", "gone since;Forget", "gone", "down"})
	c.startService(t, "tasks-svc")
	c.agree(t, "tasks-svc", true, well)

	hangs := c.processes["tasks-svc"]
	hangs.End(t, syscall.SIGSTOP)
	eventually(t, "the one that hangs is gone", func() bool {
		said, _ := c.tells(t, "tasks-svc")
		return strings.HasPrefix(said.health, "gone, ready: false, tools: true") && said.services == "gone since;Forget" &&
			said.status == "gone" && said.readiness == "down"
	})
	hangs.End(t, syscall.SIGCONT)
	c.agree(t, "tasks-svc", true, well)

	c.kill(t, "tasks-svc", syscall.SIGTERM)
	c.agree(t, "tasks-svc", false, told{"stopped, ready: false, tools: true,", "stopped since;Forget", "stopped", "down"})
	if got := runCLI(t, "registry", "instances", "list", "--gateway", c.URL, "--user", "1"); !strings.Contains(got.out, "stopped") {
		t.Errorf("%+v", got)
	}
	if got := runCLI(t, "registry", "instances", "forget", "tasks-svc", "--gateway", c.URL, "--user", "1"); got.out != "1 forgotten\n" {
		t.Errorf("%+v", got)
	}
	c.agree(t, "tasks-svc", false,
		told{"never_registered, ready: false, tools: false,", "never registered;", "never_registered", "down"})
	c.startService(t, "tasks-svc")
	c.agree(t, "tasks-svc", true, well)
}
