package e2e

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/gateway"
)

// Whatever refuses a message at /mcp, from the first check of a request on, answers it as a message, with its id.
func TestARefusalAtMCPAnswersItsMessage(t *testing.T) {
	issuer := harness.NewIssuer(t)
	limits := filepath.Join(t.TempDir(), "limits.yaml")
	few := "requests: {quota: 30, window: 60s, burst: 30}\n"
	if err := os.WriteFile(limits, []byte(few), 0o600); err != nil {
		t.Fatal(err)
	}
	platform := harness.Start(t, harness.Options{Gateway: func(c *gateway.Config) {
		c.Auth, c.SignIn.Issuer, c.SignIn.Audience, c.Limits = "oidc", []string{issuer.URL}, []string{harness.Audience}, limits
	}})
	token := issuer.Token(t, harness.Person{Subject: "aisha", Scopes: []string{"hadith:read"}})
	admins := issuer.Sign(t, map[string]any{
		"iss": issuer.URL, "aud": harness.Audience, "sub": "omar", "exp": time.Now().Add(time.Hour).Unix(), "scope": "tasks:read",
		"roles": "admin",
	})
	const call = `{"jsonrpc":"2.0","id":"the seventh","method":"tools/call","params":{"name":"list_tasks","arguments":{},"_meta":` +
		`{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
	modern := []string{
		"Content-Type: application/json", "Accept: application/json, text/event-stream", "Mcp-Protocol-Version: 2026-07-28",
		"Mcp-Method: tools/call", "Mcp-Name: list_tasks",
	}
	refused := func(what string, status int, headers ...string) {
		t.Helper()
		got := send(t, platform, http.MethodPost, "/mcp", call, append(headers, modern...)...)
		var answer struct {
			Version string `json:"jsonrpc"`
			ID      string
			Error   struct {
				Code    int
				Message string
			}
		}
		if err := json.Unmarshal([]byte(got.body), &answer); err != nil || answer.ID != "the seventh" || answer.Version != "2.0" ||
			answer.Error.Code == 0 || answer.Error.Message == "" || got.status != status {
			t.Errorf("%s: %d %s", what, got.status, got.body)
		}
		if kind := got.header.Get("Content-Type"); kind != "application/json" {
			t.Errorf("%s: %s", what, kind)
		}
		if challenge := got.header.Get("WWW-Authenticate"); (status == http.StatusUnauthorized) && challenge == "" {
			t.Errorf("%s: no challenge", what)
		}
	}
	refused("nobody", http.StatusUnauthorized)
	refused("a bad token", http.StatusUnauthorized, "Authorization: Bearer x")
	refused("roles as a text", http.StatusUnauthorized, "Authorization: Bearer "+admins)
	refused("a scope that is lacking", http.StatusForbidden, "Authorization: Bearer "+token)
	refused("another host", http.StatusForbidden, "Host: evil.example")
	refused("a page of another site", http.StatusForbidden, "Origin: https://evil.example", "Sec-Fetch-Site: cross-site")
	for range 40 {
		send(t, platform, http.MethodGet, "/openapi.json", "")
	}
	refused("too many requests", http.StatusTooManyRequests, "Authorization: Bearer "+token)
	problem := send(t, platform, http.MethodPost, "/mcp", strings.ReplaceAll(call, `"id":"the seventh",`, ""), modern...)
	if problem.status != http.StatusTooManyRequests || problem.header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("a message that nobody waits for: %d %v %s", problem.status, problem.header, problem.body)
	}
}
