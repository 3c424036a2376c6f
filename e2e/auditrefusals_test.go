package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/gateway"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/audit/chain"
)

// outboxOf returns what a platform has recorded, as it is in its files when callers are answered.
func outboxOf(t *testing.T, data string) (found []audit.Record) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(data, "audit-outbox", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := chain.Read(bytes.NewReader(content), func(line chain.Line) error {
			var record audit.Record
			err := json.Unmarshal(line.Entry, &record)
			found = append(found, record)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// What an edge turns away before there is a call leaves an entry, at each door, and so does the answer that a key has had before.
func TestWhatIsTurnedAwayOrAnsweredAgainLeavesOneEntry(t *testing.T) {
	type entry struct {
		door       audit.Door
		user       int32
		tool, rule string
		decision   audit.Decision
		result     string
		replayed   bool
	}
	const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},` +
		`"clientInfo":{"name":"test","version":"1"}}}`
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_task","arguments":{"title":"a"},"_meta":{` +
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},` +
		`"salaatflow/idempotency-key":"k1"}}}`
	mcp := []string{"Content-Type: application/json", "Accept: application/json, text/event-stream"}
	modern := append([]string{"Mcp-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: add_task"}, mcp...)
	const token = "Authorization: Bearer sft_nobody"
	data, platforms := map[string]string{}, map[string]*harness.Platform{}
	for _, auth := range []string{"dev", "oidc"} {
		data[auth] = t.TempDir()
		platforms[auth] = harness.Start(t, harness.Options{Data: data[auth], Gateway: func(config *gateway.Config) {
			if config.Auth = auth; auth == "oidc" {
				config.SignIn.Issuer, config.SignIn.Audience = []string{"http://127.0.0.1:1"}, []string{"salaatflow"}
			}
		}})
	}
	for _, c := range []struct {
		name, auth, method, path, body string
		headers                        []string
		want                           []entry
	}{
		{"another host", "dev", "GET", "/api/v1/tools", "", []string{"Host: evil.example"},
			[]entry{{"rest", 0, "Gateway.Request", "host", "refused", "FORBIDDEN", false}}},
		{"a page of another site", "dev", "POST", "/api/v1/tasks", `{"title":"a"}`,
			[]string{"Origin: https://evil.example", "Sec-Fetch-Site: cross-site", as(1)},
			[]entry{{"rest", 0, "Gateway.Request", "origin", "refused", "FORBIDDEN", false}}},
		{"a page of another site, over MCP", "dev", "POST", "/mcp", initialize,
			append([]string{"Origin: https://evil.example", "Sec-Fetch-Site: cross-site"}, mcp...),
			[]entry{{"mcp", 0, "Gateway.Request", "origin", "refused", "FORBIDDEN", false}}},
		{"a wrong token, over MCP", "oidc", "POST", "/mcp", initialize, append([]string{token}, mcp...),
			[]entry{{"mcp", 0, "Gateway.Read", "", "refused", "AUTH_REQUIRED", false}}},
		{"no token, a call over MCP", "oidc", "POST", "/mcp", call, modern,
			[]entry{{"mcp", 0, "create_task", "user", "refused", "AUTH_REQUIRED", false}}},
		{"a wrong token, the list of tools", "oidc", "GET", "/api/v1/tools", "", []string{token},
			[]entry{{"rest", 0, "Gateway.Read", "", "refused", "AUTH_REQUIRED", false}}},
		{"a wrong token, a tool call", "oidc", "POST", "/api/v1/tools/list_tasks", "{}", []string{token},
			[]entry{{"tool", 0, "list_tasks", "", "refused", "AUTH_REQUIRED", false}}},
		{"again over REST", "dev", "POST", "/api/v1/tasks", `{"title":"a"}`, []string{as(1), key("k2"), "twice"},
			[]entry{{"rest", 1, "create_task", "", "allowed", "OK", false}, {"rest", 1, "create_task", "", "allowed", "OK", true}}},
		{"again, what is not there", "dev", "DELETE", "/api/v1/tasks/999", "", []string{as(1), key("k3"), "twice"},
			[]entry{{"rest", 1, "delete_task", "", "allowed", "NOT_FOUND", false}, {"rest", 1, "delete_task", "", "allowed", "NOT_FOUND", true}}},
		{"again as a tool call", "dev", "POST", "/api/v1/tools/delete_task", `{"task_id":999}`, []string{as(1), key("k4"), "twice"},
			[]entry{{"tool", 1, "delete_task", "", "allowed", "NOT_FOUND", false}, {"tool", 1, "delete_task", "", "allowed", "NOT_FOUND", true}}},
		{"again over MCP", "dev", "POST", "/mcp", call, append([]string{as(1), "twice"}, modern...),
			[]entry{{"mcp", 1, "create_task", "", "allowed", "OK", false}, {"mcp", 1, "create_task", "", "allowed", "OK", true}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := len(outboxOf(t, data[c.auth]))
			headers, times := c.headers, 1
			for i, header := range headers {
				if header == "twice" {
					headers, times = append(headers[:i:i], headers[i+1:]...), 2
					break
				}
			}
			var got answer
			for range times {
				got = send(t, platforms[c.auth], c.method, c.path, c.body, headers...)
			}
			recorded := outboxOf(t, data[c.auth])[before:]
			if len(recorded) != len(c.want) {
				t.Fatalf("%d %s: %d entries, want %d: %+v", got.status, got.body, len(recorded), len(c.want), recorded)
			}
			for i, r := range recorded {
				if is := (entry{r.Door, r.UserID, r.Tool, r.Rule, r.Decision, r.Result, r.Replayed}); is != c.want[i] {
					t.Errorf("%d %s: got %+v, want %+v", got.status, got.body, is, c.want[i])
				}
				if r.Address != "127.0.0.1" || r.RequestID == "" {
					t.Errorf("from %q, request %q", r.Address, r.RequestID)
				}
			}
		})
	}
}
