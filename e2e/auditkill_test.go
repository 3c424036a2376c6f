package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/audit/chain"
)

// acknowledged are the requests that were answered with success, by their ids.
type acknowledged struct {
	mu   sync.Mutex
	ids  map[string]bool
	last atomic.Int64 // of the ids that were given
}

// changing makes tasks through a gateway until it dies, or until the returned function is called.
func (a *acknowledged) changing(t *testing.T, c *cluster) (end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var writing sync.WaitGroup
	for range 4 {
		writing.Go(func() {
			for ctx.Err() == nil {
				id := fmt.Sprint("change-", a.last.Add(1))
				request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL+"/api/v1/tasks", strings.NewReader(`{"title":"a task"}`))
				if err != nil {
					t.Error(err)
					return
				}
				request.Header.Set("X-User-ID", "1")
				request.Header.Set("X-Request-Id", id)
				response, err := c.http.Do(request)
				if err != nil {
					return // the gateway is dead: who called does not know whether it was done
				}
				_, err = io.Copy(io.Discard, response.Body)
				_ = response.Body.Close() // it was read
				if response.StatusCode == http.StatusCreated && err == nil {
					a.mu.Lock()
					a.ids[id] = true
					a.mu.Unlock()
				}
			}
		})
	}
	return func() { cancel(); writing.Wait() }
}

func (a *acknowledged) count() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.ids)
}

// more waits until so many more are acknowledged.
func (a *acknowledged) more(t *testing.T, during string) {
	t.Helper()
	const more = 60
	enough := a.count() + more
	eventually(t, "changes are acknowledged "+during, func() bool { return a.count() >= enough })
}

// entriesOf returns how many entries of tasks made each request has in the trail, which must verify.
func entriesOf(t *testing.T, c *cluster) map[string]int {
	t.Helper()
	exported := runCLI(t, "audit", "export", "--gateway", c.URL, "--user", "9")
	if exported.code != 0 {
		t.Fatalf("%+v", exported)
	}
	found, verifier := map[string]int{}, &chain.Verifier{}
	if err := chain.Read(strings.NewReader(exported.out), func(line chain.Line) error {
		var entry audit.Record
		if err := json.Unmarshal(line.Entry, &entry); err != nil {
			return err
		}
		if entry.Tool == "create_task" && entry.Result == audit.OK {
			found[entry.RequestID]++
		}
		return verifier.Add(line)
	}); err != nil {
		t.Fatal(err)
	}
	return found
}

// Whoever dies, and whenever: each change that was acknowledged has one entry in the end, and none has two.
func TestKilledProgramsLoseNoAuditEntry(t *testing.T) {
	t.Parallel()
	c := newClusterOf(t, "users-svc", "tasks-svc", "audit-svc")
	arguments := []string{
		"--audit-outbox", filepath.Join(c.data, "outbox"), "--required-tools",
		strings.Join(toolsOfServices(t, "salaatflow.tasks.v1.TaskService", "salaatflow.users.v1.UserService"), ","),
	}
	c.startGateway(t, arguments...)
	done := &acknowledged{ids: map[string]bool{}}

	end := done.changing(t, c)
	done.more(t, "while all is well")
	c.kill(t, "audit-svc", syscall.SIGKILL)
	done.more(t, "while audit-svc is away")
	c.kill(t, "gateway", syscall.SIGKILL)
	end()

	c.startGateway(t, arguments...)
	end = done.changing(t, c)
	done.more(t, "by the next gateway, while audit-svc is away still")
	c.startService(t, "audit-svc")
	done.more(t, "while audit-svc gets what waited")
	c.kill(t, "audit-svc", syscall.SIGKILL)
	c.kill(t, "gateway", syscall.SIGKILL)
	end()

	c.startService(t, "audit-svc")
	c.startGateway(t, arguments...)
	var found map[string]int
	eventually(t, "audit-svc has an entry of each acknowledged change", func() bool {
		if runCLI(t, "audit", "export", "--gateway", c.URL, "--user", "9").code != 0 {
			return false // audit-svc is not known yet
		}
		found = entriesOf(t, c)
		for id := range done.ids {
			if found[id] == 0 {
				return false
			}
		}
		return true
	})
	for id, entries := range found {
		if entries != 1 {
			t.Errorf("%s has %d entries", id, entries)
		}
	}
	t.Logf("%d changes were acknowledged, and %d recorded", done.count(), len(found))
}
