package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/gateway"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/redislink/redistest"
)

// limited sets the limits of a gateway.
func limited(t *testing.T, limits string) func(*gateway.Config) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "limits.yaml")
	if err := os.WriteFile(file, []byte(limits), 0o600); err != nil {
		t.Fatal(err)
	}
	return func(c *gateway.Config) { c.Limits = file }
}

// A call counts the same whichever way it comes, by its tool's own name, and what is too much is refused before any work.
func TestEveryEdgeCountsTheSameCalls(t *testing.T) {
	platform := harness.Start(t, harness.Options{Gateway: limited(t, `
policies:
  - {name: create, by: [caller], operations: [create_task], quota: 60, window: 1h, burst: 4}
  - {name: chat, by: [caller], operations: [ChatService.Chat], quota: 60, window: 1h, burst: 1}
  - {name: lists, by: [caller], operations: [Gateway.Read], quota: 60, window: 1h, burst: 1}
`)})
	const body = `{"title":"a"}`
	session, err := edges.MCP{URL: platform.URL + "/mcp", Client: platform.HTTP, Version: edges.Stateless}.Connect(t.Context(), 71, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	callMCP := func() string {
		got, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "add_task", Arguments: json.RawMessage(body)})
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(got.StructuredContent)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for i, call := range []func() answer{
		func() answer { return send(t, platform, "POST", "/api/v1/tasks", body, as(71)) },
		func() answer { return send(t, platform, "POST", "/api/v1/tools/create_task", body, as(71)) },
		func() answer { return send(t, platform, "POST", "/api/v1/tools/add_task", body, as(71)) },
	} {
		got := call()
		if want := `"create";r=` + string(rune('3'-i)) + `;t=`; got.status >= 300 || !strings.HasPrefix(got.header.Get("RateLimit"), want) ||
			got.header.Get("RateLimit-Policy") != `"create";q=60;w=3600` {
			t.Errorf("call %d: %d %v", i, got.status, got.header)
		}
	}
	if got := callMCP(); !strings.Contains(got, `"success":true`) {
		t.Errorf("the fourth, over MCP: %s", got)
	}
	if got := callMCP(); !strings.Contains(got, "RATE_LIMITED") || !strings.Contains(got, "try again in 60 seconds") {
		t.Errorf("the fifth, over MCP: %s", got)
	}
	for _, target := range []string{"/api/v1/tasks", "/api/v1/tools/add_task"} {
		got := send(t, platform, "POST", target, body, as(71))
		if got.status != 429 || got.header.Get("Retry-After") != "60" || !strings.Contains(got.body, `"RATE_LIMITED"`) {
			t.Errorf("too many at %s: %d %s %v", target, got.status, got.body, got.header)
		}
	}
	if got := countTasks(t, platform, 71); got != "4" {
		t.Errorf("there are %s tasks, want 4", got)
	}
	if got := send(t, platform, "POST", "/api/v1/tasks", body, as(72)); got.status != 201 {
		t.Errorf("another user: %d %s", got.status, got.body)
	}
	for i, want := range []int{200, 429} {
		if got := send(t, platform, "POST", "/api/v1/chat", `{"message":"salam"}`, as(73)); got.status != want {
			t.Errorf("turn %d: %d %s", i, got.status, got.body)
		}
		if got := send(t, platform, "GET", "/api/v1/tools", "", as(73)); got.status != want {
			t.Errorf("list %d: %d", i, got.status)
		}
	}
}

// An address is counted before anything is known of a request, and it is the client's where a trusted proxy says so.
func TestAnAddressIsCountedBeforeItsTokenIsRead(t *testing.T) {
	limits := limited(t, "requests: {quota: 60, window: 1h, burst: 3}")
	platform := harness.Start(t, harness.Options{Gateway: func(c *gateway.Config) {
		limits(c)
		c.TrustedProxies = []string{"127.0.0.1"}
	}})
	from := func(client, credential string) answer {
		return send(t, platform, "GET", "/api/v1/tasks", "", "X-Forwarded-For: "+client, "Authorization: "+credential)
	}
	for i := range 5 {
		want := map[bool]int{true: 401, false: 429}[i < 3]
		if got := from("203.0.113.5", "Bearer guess"); got.status != want {
			t.Errorf("guess %d: %d %s", i, got.status, got.body)
		}
	}
	if got := from("198.51.100.1, 203.0.113.5", "Bearer guess"); got.status != 429 {
		t.Errorf("who invents an address: %d", got.status)
	}
	if got := from("203.0.113.6", "Bearer guess"); got.status != 401 {
		t.Errorf("another client: %d", got.status)
	}
}

// Two gateways allow together what one would.
func TestGatewaysCountTogether(t *testing.T) {
	redis := redistest.Start(t)
	limits := limited(t, "policies: [{name: all, by: [caller], quota: 60, window: 1h, burst: 6}]")
	shared := func(c *gateway.Config) {
		limits(c)
		c.Redis.URL = config.Secret(redis.URL())
	}
	platform := harness.Start(t, harness.Options{Gateway: shared})
	urls := []string{platform.URL, startGateway(t, platform, shared)}
	platform.Eventually(t, "both gateways reach Redis", func() bool {
		for _, url := range urls {
			if send(t, platform, "DELETE", url+"/api/v1/tasks/9", "", as(60), key("ready")).status == 503 {
				return false
			}
		}
		return true
	})
	allowed := func(user int32) (n int) {
		for i := range 20 {
			if send(t, platform, "GET", urls[i%2]+"/api/v1/tasks", "", as(user)).status == 200 {
				n++
			}
		}
		return n
	}
	if got := allowed(81); got != 6 {
		t.Errorf("together they allow %d calls, want 6", got)
	}
	redis.Stop()
	if got := allowed(82); got != 12 {
		t.Errorf("without Redis they allow %d calls, want 6 each", got)
	}
}
