package e2e

import (
	"encoding/json"
	"net/http"
	"reflect"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/e2e/harness"
)

// The integration tests that the specification of aliases asks for, word for word: its tools are those of examples/goals-go.
func TestTheSpecificationsAliases(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	startGoals(t, platform)
	platform.Eventually(t, "its tools are listed", func() bool { return listed(t, platform, discover) })
	for version, handle := range map[string]func(t *testing.T, method, params string) answer{
		edges.Sessions: inSession(t, platform), edges.Stateless: statelessly(platform),
	} {
		t.Run(version, func(t *testing.T) {
			t.Run("discover_goals alias invocation", func(t *testing.T) {
				succeeds(t, handle(t, "tools/call", `"name":"discover_goals","arguments":{"min_confidence":0.7,"max_goals":3}`))
			})
			t.Run("consolidate_memories alias invocation", func(t *testing.T) {
				succeeds(t, handle(t, "tools/call", `"name":"consolidate_memories","arguments":{"strategy":"similarity"}`))
			})
			t.Run("tools/list includes aliases", func(t *testing.T) { includesAliases(t, handle(t, "tools/list", "")) })
		})
	}
}

func succeeds(t *testing.T, response answer) {
	t.Helper()
	if response.status != http.StatusOK || response.field(t, "error") != nil || response.field(t, "result.structuredContent.success") != true {
		t.Errorf("%d %s", response.status, response.body)
	}
}

func includesAliases(t *testing.T, response answer) {
	t.Helper()
	var listed struct {
		Result struct{ Tools []map[string]any }
	}
	if err := json.Unmarshal([]byte(response.body), &listed); err != nil {
		t.Fatalf("%v: %s", err, response.body)
	}
	tools := map[string]map[string]any{}
	for _, tool := range listed.Result.Tools {
		name, _ := tool["name"].(string)
		tools[name] = tool
	}
	for name, alias := range map[string]string{discover: discoverAlias, consolidate: consolidateAlias, "create_task": "add_task"} {
		if got := tools[name]["aliases"]; !reflect.DeepEqual(got, []any{alias}) {
			t.Errorf("%s should list %s as alias, and lists %v", name, alias, got)
		}
	}
	if got, told := tools["list_tasks"]["aliases"]; told {
		t.Errorf("list_tasks has no alias, and lists %v", got)
	}
}

// inSession returns what sends the specification's requests in a session of the era that has them.
func inSession(t *testing.T, platform *harness.Platform) func(t *testing.T, method, params string) answer {
	t.Helper()
	headers := []string{as(nextUser.Add(1)), "Content-Type: application/json", "Accept: application/json, text/event-stream"}
	session := send(t, platform, http.MethodPost, "/mcp", beginSession, headers...).header.Get("Mcp-Session-Id")
	if session == "" {
		t.Fatal("there is no session")
	}
	headers = append(headers, "Mcp-Session-Id: "+session)
	return func(t *testing.T, method, params string) answer {
		t.Helper()
		if params != "" {
			params = `,"params":{` + params + `}`
		}
		return send(t, platform, http.MethodPost, "/mcp", `{"jsonrpc":"2.0","id":1,"method":"`+method+`"`+params+`}`, headers...)
	}
}

// statelessly returns what sends them in the era without sessions, in which each says who asks.
func statelessly(platform *harness.Platform) func(t *testing.T, method, params string) answer {
	user := as(nextUser.Add(1))
	return func(t *testing.T, method, params string) answer {
		t.Helper()
		headers := []string{
			user, "Content-Type: application/json", "Accept: application/json, text/event-stream",
			"MCP-Protocol-Version: " + edges.Stateless, "Mcp-Method: " + method,
		}
		if params != "" {
			var call sdk.CallToolParams
			if err := json.Unmarshal([]byte("{"+params+"}"), &call); err != nil {
				t.Fatal(err)
			}
			headers, params = append(headers, "Mcp-Name: "+call.Name), ","+params
		}
		return send(t, platform, http.MethodPost, "/mcp", `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{"_meta":{`+
			`"io.modelcontextprotocol/protocolVersion":"`+edges.Stateless+`",`+
			`"io.modelcontextprotocol/clientInfo":{"name":"e2e","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`+params+`}}`,
			headers...)
	}
}
