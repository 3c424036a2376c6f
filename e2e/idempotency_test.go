package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/gateway"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/redislink/redistest"
)

const (
	tasksPath  = "/api/v1/tasks"
	createPath = "/api/v1/tools/create_task"
)

func key(key string) string { return "Idempotency-Key: " + key }

// replayed reports whether an answer says that it was given before.
func (a answer) replayed() bool { return a.header.Get("Idempotent-Replayed") == "true" }

// countTasks returns how many tasks a user has.
func countTasks(t *testing.T, platform *harness.Platform, user int32) string {
	t.Helper()
	return send(t, platform, "GET", "/api/v1/tasks?status=all", "", as(user)).header.Get("X-Total-Count")
}

// A request with a key is carried out once, over REST, tool calls and MCP alike, and its answer is given again.
func TestARequestWithAKeyIsCarriedOutOnce(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	for name, c := range map[string]struct {
		user                 int32
		method, target, body string
		status               int
	}{
		"REST":              {31, "POST", tasksPath, `{"title":"a"}`, 201},
		"a tool call":       {32, "POST", createPath, `{"title":"a"}`, 200},
		"a call by alias":   {33, "POST", "/api/v1/tools/add_task", `{"title":"a"}`, 200},
		"a refusal":         {34, "DELETE", tasksPath + "/7", "", 404},
		"a refusal of tool": {35, "POST", "/api/v1/tools/delete_task", `{"task_id":7}`, 404},
	} {
		first := send(t, platform, c.method, c.target, c.body, as(c.user), key("k"))
		second := send(t, platform, c.method, c.target, c.body, as(c.user), key("k"))
		if first.status != c.status || second.status != c.status || first.body != second.body || first.replayed() || !second.replayed() ||
			first.header.Get("Content-Type") != second.header.Get("Content-Type") {
			t.Errorf("%s: %d %s %v, then %d %s %v", name, first.status, first.body, first.header, second.status, second.body, second.header)
		}
		if want := map[bool]string{true: "1", false: "0"}[c.status < 300]; countTasks(t, platform, c.user) != want {
			t.Errorf("%s: there are %s tasks, want %s", name, countTasks(t, platform, c.user), want)
		}
	}
	t.Run("another request", func(t *testing.T) { keyOfAnotherRequest(t, platform) })
	t.Run("a request that reaches no service uses up no key", func(t *testing.T) { keyOfWhatReachesNoService(t, platform) })
	t.Run("what is no key", func(t *testing.T) { noKey(t, platform) })
	t.Run("a turn of the chat", func(t *testing.T) { keyOfATurn(t, platform) })
	t.Run("a token, whose secret is shown once", func(t *testing.T) { keyOfASecret(t, platform) })
}

func keyOfAnotherRequest(t *testing.T, platform *harness.Platform) {
	send(t, platform, "POST", tasksPath, `{"title":"a"}`, as(41), key("k"))
	for _, other := range [][3]string{
		{"POST", tasksPath, `{"title":"b"}`},
		{"PATCH", tasksPath + "/1", `{"title":"a"}`}, {"DELETE", tasksPath + "/1", ""}, {"POST", createPath, `{"title":"a"}`},
	} {
		got := send(t, platform, other[0], other[1], other[2], as(41), key("k"))
		if got.status != 422 || !strings.Contains(got.body, "HTTP_ERROR") {
			t.Errorf("%v: %d %s", other, got.status, got.body)
		}
	}
	if got := send(t, platform, "POST", tasksPath, `{"title":"b"}`, as(42), key("k")); got.status != 201 || got.replayed() {
		t.Errorf("another user's: %d %s", got.status, got.body)
	}
}

func keyOfWhatReachesNoService(t *testing.T, platform *harness.Platform) {
	if got := send(t, platform, "POST", tasksPath, `{"titel":"a"}`, as(43), key("k")); got.status != 400 {
		t.Errorf("%d %s", got.status, got.body)
	}
	if got := send(t, platform, "POST", tasksPath, `{"title":"a"}`, as(43), key("k")); got.status != 201 || got.replayed() {
		t.Errorf("%d %s", got.status, got.body)
	}
}

func noKey(t *testing.T, platform *harness.Platform) {
	for _, wrong := range []string{"a b", strings.Repeat("x", 256), "é"} {
		for _, target := range []string{tasksPath, createPath} {
			got := send(t, platform, "POST", target, `{"title":"a"}`, as(44), key(wrong))
			if got.status != 400 || !strings.Contains(got.body, `"field":"Idempotency-Key"`) {
				t.Errorf("%q at %s: %d %s", wrong, target, got.status, got.body)
			}
		}
	}
	if got := send(t, platform, "GET", tasksPath, "", as(44), key("what is read needs none")); got.status != 200 {
		t.Errorf("%d %s", got.status, got.body)
	}
}

func keyOfATurn(t *testing.T, platform *harness.Platform) {
	const turn = `{"message":"remind me to read Quran after Fajr"}`
	first := send(t, platform, "POST", "/api/v1/chat", turn, as(45), key("k"))
	second := send(t, platform, "POST", "/api/v1/chat", turn, as(45), key("k"))
	if first.status != 200 || second.body != first.body || !second.replayed() {
		t.Errorf("%d %s, then %d %s", first.status, first.body, second.status, second.body)
	}
}

func keyOfASecret(t *testing.T, platform *harness.Platform) {
	const tokens, body = "/api/v1/users/me/tokens", `{"name":"n","scopes":["tasks:read"]}`
	first := send(t, platform, "POST", tokens, body, as(46), key("k"))
	second := send(t, platform, "POST", tokens, body, as(46), key("k"))
	if first.status >= 300 || second.status != 409 || strings.Contains(second.body, "sft_") {
		t.Errorf("%d %s, then %d %s", first.status, first.body, second.status, second.body)
	}
}

// Over MCP the key is in _meta, in both eras of the protocol.
func TestAToolCallOverMCPWithAKeyIsCarriedOutOnce(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	for i, version := range []string{edges.Stateless, edges.Sessions} {
		user := int32(51 + i)
		session, err := edges.MCP{URL: platform.URL + "/mcp", Client: platform.HTTP, Version: version}.Connect(t.Context(), user, nil)
		if err != nil {
			t.Fatal(err)
		}
		call := func(key any) (*sdk.CallToolResult, error) {
			return session.CallTool(t.Context(), &sdk.CallToolParams{
				Meta: sdk.Meta{"salaatflow/idempotency-key": key}, Name: "create_task", Arguments: json.RawMessage(`{"title":"a"}`),
			})
		}
		for n := range 3 {
			got, err := call("k")
			if err != nil || got.IsError {
				t.Fatalf("%s: %v, %v", version, got, err)
			}
			if again, _ := got.Meta["salaatflow/idempotent-replayed"].(bool); again != (n > 0) {
				t.Errorf("%s: call %d says %v", version, n, got.Meta)
			}
		}
		if got := send(t, platform, "POST", "/api/v1/tools/create_task", `{"title":"a"}`, as(user), key("k")); !got.replayed() {
			t.Errorf("%s: the same call over HTTP is new: %d %s", version, got.status, got.body)
		}
		for _, wrong := range []any{"", "a b", 7, strings.Repeat("x", 256)} {
			if got, err := call(wrong); err == nil {
				t.Errorf("%s: %v is taken: %v", version, wrong, got)
			}
		}
		if got := countTasks(t, platform, user); got != "1" {
			t.Errorf("%s: there are %s tasks, want 1", version, got)
		}
		if err := session.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A hundred at once, through two gateways that share a Redis, make one task.
func TestAHundredAtOnceMakeOneTask(t *testing.T) {
	redis := redistest.Start(t)
	shared := func(c *gateway.Config) { c.Redis.URL = config.Secret(redis.URL()) }
	platform := harness.Start(t, harness.Options{Gateway: shared})
	second := startGateway(t, platform, shared)
	platform.Eventually(t, "both gateways reach Redis", func() bool {
		for _, url := range []string{platform.URL, second} {
			if send(t, platform, "DELETE", url+"/api/v1/tasks/9", "", as(60), key("ready")).status == http.StatusServiceUnavailable {
				return false
			}
		}
		return true
	})
	var created, running, replayed atomic.Int64
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			url := []string{platform.URL, second}[i%2]
			switch got := send(t, platform, "POST", url+"/api/v1/tasks", `{"title":"a"}`, as(61), key("k")); {
			case got.status == 201 && got.replayed():
				replayed.Add(1)
			case got.status == 201:
				created.Add(1)
			case got.status == 409:
				running.Add(1)
			default:
				t.Errorf("%d %s", got.status, got.body)
			}
		})
	}
	all.Wait()
	if created.Load() != 1 || countTasks(t, platform, 61) != "1" {
		t.Errorf("%d created, %d running, %d replayed; there are %s tasks",
			created.Load(), running.Load(), replayed.Load(), countTasks(t, platform, 61))
	}
	for _, url := range []string{platform.URL, second} {
		if got := send(t, platform, "POST", url+"/api/v1/tasks", `{"title":"a"}`, as(61), key("k")); !got.replayed() {
			t.Errorf("%s does not know the key: %d %s", url, got.status, got.body)
		}
	}
	redis.Stop()
	// The first exchange finds out that Redis is away.
	for i := range 2 {
		if got := send(t, platform, "POST", second+"/api/v1/tasks", `{"title":"a"}`, as(61), key(fmt.Sprint("away", i))); got.status != 503 {
			t.Errorf("without Redis: %d %s", got.status, got.body)
		}
	}
	if got := send(t, platform, "POST", second+"/api/v1/tasks", `{"title":"b"}`, as(61)); got.status != 201 {
		t.Errorf("without Redis and a key: %d %s", got.status, got.body)
	}
}
