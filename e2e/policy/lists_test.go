package policy

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/e2e/harness"
)

const (
	allowAll = "rules: []"
	// noDeletes hides delete_task from everybody, and tasks from user 13.
	noDeletes = `rules:
- {name: no-deletes, allow: "tool.name != 'delete_task'", reason: nothing is deleted here}
- {name: not-thirteen, allow: "caller.user != 13 || tool.package != 'salaatflow.tasks.v1'", reason: user 13 has no tasks}
- {name: short, allow: "tool.name != 'create_task' || arguments.lengths['title'] < 30", reason: titles are short here}
`
)

// listed returns the names of the tools in GET /api/v1/tools.
func (g gate) listed(t *testing.T, who string) []string {
	t.Helper()
	got := g.call(t, who, http.MethodGet, "/api/v1/tools", "")
	var list struct{ Tools []struct{ Name string } }
	must(t, json.Unmarshal(got.body, &list))
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	return names
}

// good returns the metrics of the policy file.
func (g gate) good(t *testing.T) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, g.Ops+"/metrics", http.NoBody)
	must(t, err)
	response, err := g.HTTP.Do(request)
	must(t, err)
	defer response.Body.Close()
	var found []string
	text := make([]byte, 1<<20)
	for n, err := 0, error(nil); err == nil; {
		var more int
		more, err = response.Body.Read(text[n:])
		if n += more; err != nil {
			text = text[:n]
		}
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "salaatflow_policy_") {
			found = append(found, strings.TrimSpace(line))
		}
	}
	return strings.Join(found, "\n")
}

// What a caller may not call is in no list, by no name, and a changed file counts without a restart. A broken file changes nothing.
func TestListsHoldWhatTheCallerMayCall(t *testing.T) {
	g, file := start(t, noDeletes)
	for who, hidden := range map[string][]string{
		"7":  {"delete_task"},
		"13": {"delete_task", "create_task", "list_tasks", "update_task", "complete_task"},
	} {
		if cache := g.call(t, who, http.MethodGet, "/api/v1/tools", "").header.Get("Cache-Control"); !strings.Contains(cache, "private") {
			t.Errorf("others may be given the list of user %q: Cache-Control is %q", who, cache)
		}
		names := g.listed(t, who)
		for _, name := range []string{"create_task", "list_tasks", "update_task", "complete_task", "delete_task", "list_masjids"} {
			if slices.Contains(names, name) == slices.Contains(hidden, name) {
				t.Errorf("user %q sees %v, and %v should be hidden", who, names, hidden)
			}
		}
		found := string(g.call(t, who, http.MethodGet, "/api/v1/tools/search?limit=20&q=create+delete+list+update+complete+task", "").body)
		for _, name := range []string{"create_task", "list_tasks", "update_task", "complete_task", "delete_task"} {
			if strings.Contains(found, `"`+name+`"`) == slices.Contains(hidden, name) {
				t.Errorf("user %q finds %s, and %v should be hidden", who, found, hidden)
			}
		}
		for _, name := range append(hidden, "add_task") {
			want := http.StatusOK
			if name != "add_task" || slices.Contains(hidden, "create_task") {
				want = http.StatusNotFound
			}
			if got := g.call(t, who, http.MethodGet, "/api/v1/tools/"+name, ""); got.status != want {
				t.Errorf("user %q reads %s: %d %s", who, name, got.status, got.body)
			}
		}
		unknown := g.call(t, who, http.MethodPost, "/api/v1/tools/nothing", "{}")
		if strings.Contains(string(unknown.body), "delete_task") {
			t.Errorf("user %q is told of %s", who, unknown.body)
		}
	}
	if got := g.call(t, "7", http.MethodPost, "/api/v1/tools/delete_task", `{"task_id":1}`); got.status != http.StatusForbidden {
		t.Errorf("a hidden tool is called: %d %s", got.status, got.body)
	}
	if said := g.good(t); !strings.Contains(said, "salaatflow_policy_good 1") {
		t.Errorf("the metrics are %s", said)
	}
	write(t, file, "rules: [{name: broken, allow: 'tool.colour'}]")
	g.Eventually(t, "the file counts as broken", func() bool {
		g.listed(t, "7")
		said := g.good(t)
		return strings.Contains(said, "salaatflow_policy_good 0") && strings.Contains(said, `salaatflow_policy_reloads_total{result="broken"} 1`)
	})
	if slices.Contains(g.listed(t, "7"), "delete_task") {
		t.Error("a broken file took the last good rules away")
	}
	write(t, file, allowAll)
	g.Eventually(t, "the changed file counts", func() bool { return slices.Contains(g.listed(t, "13"), "delete_task") })
	if said := g.good(t); !strings.Contains(said, "salaatflow_policy_good 1") || !strings.Contains(said, `_reloads_total{result="ok"} 1`) {
		t.Errorf("the metrics are %s", said)
	}
}

// A REST path, a tool call and gRPC meet the same rule about arguments.
func TestRulesAboutArgumentsHoldAtEveryEdge(t *testing.T) {
	g, _ := start(t, noDeletes)
	for _, edge := range g.Edges(t) {
		for title, want := range map[string]string{"Read": "", "a title of more than thirty characters": "FORBIDDEN"} {
			got, err := edge.Call(t.Context(), 7, "create_task", json.RawMessage(fmt.Sprintf(`{"title":%q}`, title)))
			if err != nil || got.Error != want {
				t.Errorf("%s: %q is %+v, %v", edge.Name(), title, got, err)
			}
		}
	}
}

// MCP clients of both eras see what they may call, are told when that changes, and no cache shares the list.
func TestMCPClientsAreToldWhenThePolicyChanges(t *testing.T) {
	g, file := start(t, noDeletes)
	for _, version := range []string{edges.Stateless, edges.Sessions} {
		t.Run(version, func(t *testing.T) {
			write(t, file, noDeletes)
			g.Eventually(t, "the rules are in force", func() bool { return !slices.Contains(g.listed(t, "7"), "delete_task") })
			changed := make(chan struct{}, 8)
			session, err := edges.MCP{URL: g.URL + "/mcp", Client: g.HTTP, Version: version}.Connect(t.Context(), 7, &sdk.ClientOptions{
				ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { changed <- struct{}{} },
			})
			must(t, err)
			defer session.Close()
			if names := toolsOf(t, session); slices.Contains(names, "delete_task") || !slices.Contains(names, "create_task") {
				t.Errorf("listed are %v", names)
			}
			write(t, file, allowAll)
			harness.WaitFor(t, "the client is told", changed)
			if names := toolsOf(t, session); !slices.Contains(names, "delete_task") {
				t.Errorf("after the change listed are %v", names)
			}
		})
	}
	answer := g.call(t, "7", http.MethodPost, "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{
		"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},
		"io.modelcontextprotocol/clientInfo":{"name":"e2e","version":"1"}}}}`,
		"Content-Type", "application/json", "Accept", "application/json, text/event-stream",
		"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/list")
	if !strings.Contains(string(answer.body), `"cacheScope":"private"`) {
		t.Errorf("%d %.300s", answer.status, answer.body)
	}
}

func toolsOf(t *testing.T, session *sdk.ClientSession) []string {
	t.Helper()
	list, err := session.ListTools(t.Context(), &sdk.ListToolsParams{})
	must(t, err)
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	return names
}
