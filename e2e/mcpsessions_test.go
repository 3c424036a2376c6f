package e2e

import (
	"net/http"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/gateway"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/kit/kittest"
	"github.com/salaatflow/platform/services/redislink/redistest"
)

const beginSession = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},` +
	`"clientInfo":{"name":"e2e","version":"1"}}}`

const countTasksInSession = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_tasks","arguments":{}}}`

// A client of the era with sessions does not notice that a gateway is killed, and needs no balancer that knows where its session is.
func TestASessionOutlivesItsGateway(t *testing.T) {
	t.Run("with Redis", func(t *testing.T) {
		redis := redistest.Start(t)
		outlives(t, redis.URL(), func() bool { return strings.HasPrefix(redis.Do("PUBLISH {salaatflow:mcp}:events test"), ":2") })
	})
	t.Run("by its id", func(t *testing.T) { outlives(t, "", func() bool { return true }) })
}

// outlives has two gateways share sessions, in Redis if there is a URL, and kills one.
func outlives(t *testing.T, redis string, listen func() bool) {
	t.Helper()
	platform := harness.Start(t, harness.Options{Gateway: func(c *gateway.Config) { c.Redis.URL = config.Secret(redis) }})
	killed := &replica{name: "gateway", address: kittest.FreeAddress(t), ops: kittest.FreeAddress(t)}
	killed.arguments = []string{"--http", killed.address, "--auth", "dev", "--drain-delay", "0s",
		"--registry", platform.Registry().String(), "--credential-file", platform.CredentialFile(), "--redis-url", redis}
	killed.start(t)
	eventually(t, "both gateways serve, and listen to each other", func() bool {
		return killed.isReady() && listen()
	})
	there, here := "http://"+killed.address+"/mcp", platform.URL+"/mcp"

	said := func(method, url, body, session string, user int32) answer {
		t.Helper()
		headers := []string{as(user), "Content-Type: application/json", "Accept: application/json, text/event-stream"}
		if session != "" {
			headers = append(headers, "Mcp-Session-Id: "+session)
		}
		return send(t, platform, method, url, body, headers...)
	}
	session := said(http.MethodPost, there, beginSession, "", 71).header.Get("Mcp-Session-Id")
	if session == "" {
		t.Fatal("there is no session")
	}
	for _, url := range []string{there, here, there} {
		if got := said(http.MethodPost, url, countTasksInSession, session, 71); !strings.Contains(got.body, `"success":true`) {
			t.Fatalf("%s: %d %s", url, got.status, got.body)
		}
	}
	killed.kill(t)
	if got := said(http.MethodPost, here, countTasksInSession, session, 71); !strings.Contains(got.body, `"success":true`) {
		t.Errorf("when its gateway is gone: %d %s", got.status, got.body)
	}
	if got := said(http.MethodPost, here, countTasksInSession, session, 72); got.status != http.StatusNotFound {
		t.Errorf("another user's call: %d %s", got.status, got.body)
	}
	if got := said(http.MethodDelete, here, "", session, 71); got.status != http.StatusNoContent {
		t.Errorf("its end: %d %s", got.status, got.body)
	}
	if got := said(http.MethodPost, here, countTasksInSession, session, 71); got.status != http.StatusNotFound {
		t.Errorf("after its end: %d %s", got.status, got.body)
	}
}
