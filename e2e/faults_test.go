package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/kit/kittest"
)

// cluster is the platform as separate processes, as an operator runs it.
type cluster struct {
	URL, ops  string // the gateway's
	registry  string
	data      string
	http      *http.Client
	processes map[string]*harness.Process
}

// startCluster starts the registry, two services, and a gateway that needs no more.
func startCluster(t *testing.T) *cluster {
	t.Helper()
	c := newCluster(t)
	c.startGateway(t, "--required-tools",
		strings.Join(toolsOfServices(t, "salaatflow.tasks.v1.TaskService", "salaatflow.users.v1.UserService"), ","))
	return c
}

func newCluster(t *testing.T) *cluster {
	t.Helper()
	return newClusterOf(t, "users-svc", "tasks-svc")
}

// newClusterOf starts the registry and services with files.
func newClusterOf(t *testing.T, services ...string) *cluster {
	t.Helper()
	transport := &http.Transport{MaxIdleConnsPerHost: 64}
	t.Cleanup(transport.CloseIdleConnections)
	c := &cluster{
		registry: kittest.FreeAddress(t), data: t.TempDir(),
		http: &http.Client{Transport: transport, Timeout: 30 * time.Second}, processes: map[string]*harness.Process{},
	}
	c.start(t, "registry-svc", "--listen-address", c.registry, "--lease-ttl", "2s")
	for _, name := range services {
		c.startService(t, name)
	}
	return c
}

// migrate brings the database of a service up to date.
func (c *cluster) migrate(t *testing.T, name, url string) {
	t.Helper()
	binary := harness.Build(t, filepath.Join("..", name, "cmd", name), true)
	if output, err := exec.CommandContext(t.Context(), binary, "migrate", "--database-url", url).CombinedOutput(); err != nil {
		t.Fatalf("%s migrate: %v: %s", name, err, output)
	}
}

func (c *cluster) startService(t *testing.T, name string) {
	t.Helper()
	c.start(t, name, "--registry", c.registry, "--database-url", "sqlite:"+filepath.Join(c.data, name+".db"))
}

func (c *cluster) startGateway(t *testing.T, arguments ...string) {
	t.Helper()
	c.gatewayAlone(t, arguments...)
	c.awaitReady(t)
}

// gatewayAlone starts a gateway that needs nobody else.
func (c *cluster) gatewayAlone(t *testing.T, arguments ...string) {
	t.Helper()
	address := kittest.FreeAddress(t)
	ops := kittest.FreeAddress(t)
	c.URL, c.ops = "http://"+address, "http://"+ops
	c.start(t, "gateway",
		append([]string{"--registry", c.registry, "--http", address, "--ops-address", ops, "--auth", "dev"}, arguments...)...)
	eventually(t, "the gateway answers", func() bool { _, err := c.ready(); return err == nil })
}

func (c *cluster) start(t *testing.T, name string, arguments ...string) {
	t.Helper()
	c.processes[name] = harness.Run(t, harness.Build(t, filepath.Join("..", name, "cmd", name), true),
		append([]string{"serve"}, arguments...)...)
}

func (c *cluster) kill(t *testing.T, name string, signal os.Signal) {
	t.Helper()
	c.processes[name].End(t, signal)
	_ = c.processes[name].Exited(t) // how it ends is not the subject of these tests
}

func (c *cluster) edge() edges.ToolCall { return edges.ToolCall{URL: c.URL, Client: c.http} }

// call calls a tool as user 1. It returns the code of the error, empty for a success.
func (c *cluster) call(t *testing.T, tool, arguments string) (string, error) {
	t.Helper()
	result, err := c.edge().Call(t.Context(), 1, tool, json.RawMessage(arguments))
	if err != nil {
		return "", err
	}
	return result.Error, nil
}

// chat says something as user 1.
func (c *cluster) chat(t *testing.T, message string) (int, string) {
	t.Helper()
	return c.chatIn(t, "", message)
}

// chatIn says something as user 1 in a conversation. An empty one begins a new one.
func (c *cluster) chatIn(t *testing.T, conversation, message string) (int, string) {
	t.Helper()
	body := fmt.Sprintf(`{"message":%q,"user_id":1,"conversation_id":%q}`, message, conversation)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.URL+"/api/v1/chat", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	response, err := c.http.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// ready returns the status of the gateway's /readyz, and complete that of /readyz?complete.
func (c *cluster) ready() (int, error)    { return c.readyz("") }
func (c *cluster) complete() (int, error) { return c.readyz("?complete") }

func (c *cluster) readyz(query string) (int, error) {
	response, err := c.http.Get(c.ops + "/readyz" + query)
	if err != nil {
		return 0, err
	}
	return response.StatusCode, response.Body.Close()
}

func (c *cluster) awaitReady(t *testing.T) {
	t.Helper()
	eventually(t, "the gateway is complete", func() bool {
		status, err := c.complete()
		return err == nil && status == http.StatusOK
	})
}

func eventually(t *testing.T, what string, yes func() bool) {
	t.Helper()
	(*harness.Platform)(nil).Eventually(t, what, yes)
}

// urlIn returns the URL in a line.
func urlIn(line string) string {
	_, rest, _ := strings.Cut(line, "http://")
	return "http://" + strings.Fields(rest)[0]
}

func TestTheRegistryIsKilledAndComesBack(t *testing.T) {
	t.Parallel()
	c := startCluster(t)
	c.kill(t, "registry-svc", syscall.SIGKILL)
	// The calls go on through the outage, the restart and the settling.
	ctx, stop := context.WithCancel(t.Context())
	var calls, failures atomic.Int64
	var first atomic.Value
	var calling sync.WaitGroup
	calling.Go(func() {
		for ctx.Err() == nil {
			calls.Add(1)
			if code, err := c.call(t, toolnames.ListTasks, `{}`); code != "" || err != nil {
				failures.Add(1)
				first.CompareAndSwap(nil, fmt.Sprint(code, err))
			}
		}
	})
	eventually(t, "some calls were made without the registry", func() bool { return calls.Load() > 100 })
	if status, err := c.ready(); status != http.StatusOK || err != nil {
		t.Errorf("the gateway is no longer ready without the registry: %d, %v", status, err)
	}
	c.start(t, "registry-svc", "--listen-address", c.registry, "--lease-ttl", "2s")
	registry := registryOf(t, c.registry)
	eventually(t, "every service has registered again", func() bool { return len(toolsOf(t, registry)) == 7 })
	made := calls.Load()
	eventually(t, "more calls were made", func() bool { return calls.Load() > made+100 })
	stop()
	calling.Wait()
	if failures.Load() > 0 {
		t.Errorf("%d of %d calls failed, the first with %v", failures.Load(), calls.Load(), first.Load())
	}
}

func TestARequiredServiceIsKilledAndComesBack(t *testing.T) {
	t.Parallel()
	c := startCluster(t)
	c.kill(t, "tasks-svc", syscall.SIGKILL)
	for range 20 {
		asked := time.Now()
		if code, err := c.call(t, toolnames.ListTasks, `{}`); code != "NETWORK_ERROR" || err != nil {
			t.Fatalf("after the kill: %s, %v", code, err)
		}
		if took := time.Since(asked); took > 5*time.Second {
			t.Fatalf("NETWORK_ERROR took %v", took)
		}
	}
	eventually(t, "/readyz?complete notices", func() bool { status, _ := c.complete(); return status == http.StatusServiceUnavailable })
	if code, err := c.call(t, "add_task", `{"title":"x"}`); code != "NETWORK_ERROR" || err != nil {
		t.Errorf("a required tool without a service, by its alias: %s, %v", code, err)
	}
	if code, err := c.call(t, toolnames.GetUserInfo, `{}`); code != "" || err != nil {
		t.Errorf("the tool of another service: %s, %v", code, err)
	}
	c.startService(t, "tasks-svc")
	c.awaitReady(t)
	eventually(t, "calls succeed again", func() bool { code, err := c.call(t, toolnames.ListTasks, `{}`); return code == "" && err == nil })
}

// Tools whose service is gone stay known to the chat, which says so, and asks nothing that it could not use.
func TestTheChatOfAServiceThatIsKilled(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	c.startService(t, "masjid-svc")
	c.startService(t, "hadith-svc")
	c.startService(t, "chat-svc")
	c.startGateway(t, "--required-tools", strings.Join(toolsOfServices(t, "salaatflow.tasks.v1.TaskService",
		"salaatflow.users.v1.UserService", "salaatflow.masjid.v1.MasjidService", "salaatflow.hadith.v1.HadithService"), ","))
	eventually(t, "the chat is there", func() bool { status, _ := c.chat(t, "who am I"); return status == http.StatusOK })
	c.kill(t, "tasks-svc", syscall.SIGKILL)
	eventually(t, "/readyz?complete notices", func() bool { status, _ := c.complete(); return status == http.StatusServiceUnavailable })
	for _, message := range []string{"mere tasks dikhao", "add a task", "delete task 1", "update task 1"} {
		if status, said := c.chat(t, message); status != http.StatusServiceUnavailable || !strings.Contains(said, `"error":"NETWORK_ERROR"`) ||
			!strings.Contains(said, `"asks":null`) || strings.Contains(said, `"intent":"unknown"`) {
			t.Errorf("%q: %d %s", message, status, said)
		}
	}
	if status, said := c.chat(t, "who am I"); status != http.StatusOK {
		t.Errorf("the tool of another service: %d %s", status, said)
	}
}

func TestAKilledPlatformLosesNothingThatItAcknowledged(t *testing.T) {
	t.Parallel()
	binary, data := harness.Build(t, "../salaatflow", true), t.TempDir()
	process, c := startUp(t, binary, data)
	var acknowledged sync.Map
	var count atomic.Int64
	var writing sync.WaitGroup
	for writer := range 4 {
		writing.Go(func() {
			for i := 0; ; i++ {
				title := fmt.Sprintf("task %d of %d", i, writer)
				result, err := c.edge().Call(t.Context(), int32(writer+1), toolnames.CreateTask, json.RawMessage(`{"title":"`+title+`"}`))
				if err != nil {
					return // the platform is dead
				}
				if result.Success {
					acknowledged.Store(title, int32(writer+1))
					count.Add(1)
				}
			}
		})
	}
	eventually(t, "many tasks are acknowledged", func() bool { return count.Load() > 200 })
	process.End(t, syscall.SIGKILL)
	_ = process.Exited(t) // killed, as it should be
	writing.Wait()
	again, c := startUp(t, binary, data)
	found := c.titles(t, 1, 2, 3, 4)
	acknowledged.Range(func(title, _ any) bool {
		if !found[title.(string)] {
			t.Errorf("%s was acknowledged and is lost", title)
		}
		return true
	})
	again.End(t, os.Interrupt)
	if err := again.Exited(t); err != nil {
		t.Errorf("it does not stop in order: %v", err)
	}
}

// titles returns the titles of every pending task of the users.
func (c *cluster) titles(t *testing.T, users ...int32) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, user := range users {
		for token := ""; ; {
			result, err := c.edge().Call(t.Context(), user, toolnames.ListTasks, json.RawMessage(`{"limit":200`+token+`}`))
			if err != nil || !result.Success {
				t.Fatalf("list: %+v, %v", result, err)
			}
			var page struct {
				Tasks         []struct{ Title string }
				NextPageToken *string `json:"next_page_token"`
			}
			if err := json.Unmarshal(result.Data, &page); err != nil {
				t.Fatal(err)
			}
			for _, task := range page.Tasks {
				found[task.Title] = true
			}
			if page.NextPageToken == nil {
				break
			}
			token = `,"page_token":"` + *page.NextPageToken + `"`
		}
	}
	return found
}

// A connection may still be in the listener's backlog when the listener closes. Then it breaks, and its caller cannot
// know whether the request was accepted. So a request without an answer must not have been carried out.
func TestEveryAcceptedRequestIsAnsweredWhenItStops(t *testing.T) {
	t.Parallel()
	binary, data := harness.Build(t, "../salaatflow", true), t.TempDir()
	process, c := startUp(t, binary, data)
	var answered atomic.Int64
	var unanswered sync.Map // title -> error
	var calling sync.WaitGroup
	for caller := range 16 {
		calling.Go(func() {
			for i := 0; ; i++ {
				title := fmt.Sprintf("task %d of %d", i, caller)
				result, err := c.edge().Call(t.Context(), 1, toolnames.CreateTask, json.RawMessage(`{"title":"`+title+`"}`))
				if err != nil {
					unanswered.Store(title, err)
					return
				}
				if !result.Success {
					t.Errorf("an accepted call failed: %+v", result)
					return
				}
				answered.Add(1)
			}
		})
	}
	eventually(t, "calls are answered", func() bool { return answered.Load() > 200 })
	process.End(t, syscall.SIGTERM)
	if err := process.Exited(t); err != nil {
		t.Errorf("it does not stop in order: %v", err)
	}
	calling.Wait()
	_, again := startUp(t, binary, data)
	found := again.titles(t, 1)
	if len(found) != int(answered.Load()) {
		t.Errorf("%d tasks for %d answers", len(found), answered.Load())
	}
	unanswered.Range(func(title, err any) bool {
		if found[title.(string)] {
			t.Errorf("%s was created, and its caller was told %v", title, err)
		}
		return true
	})
}

// startUp runs the whole platform as one process.
func startUp(t *testing.T, binary, data string) (*harness.Process, *cluster) {
	t.Helper()
	process := harness.Run(t, binary, "up", "--http", "127.0.0.1:0", "--data", data)
	url := urlIn(process.Line(t, "ready at "))
	return process, &cluster{URL: url, http: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: 30 * time.Second}}
}
