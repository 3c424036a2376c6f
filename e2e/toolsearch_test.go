package e2e

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/proto/toolnames"
)

// foundNames returns the names of the tools in an answer of search_tools.
func foundNames(t *testing.T, data []byte) []string {
	t.Helper()
	var found struct {
		Tools []struct {
			Name        string
			InputSchema struct{ Type string } `json:"input_schema"`
		}
		Count int
	}
	if err := json.Unmarshal(data, &found); err != nil || found.Count != len(found.Tools) {
		t.Fatalf("%v: %s", err, data)
	}
	names := make([]string, 0, len(found.Tools))
	for _, tool := range found.Tools {
		if tool.InputSchema.Type != "object" {
			t.Errorf("%s has no schema: %s", tool.Name, data)
		}
		names = append(names, tool.Name)
	}
	return names
}

func jsonOf(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Whoever says what they want to do, in any of the languages and through any edge, is told which tool does it and how to call it.
func TestToolsAreFoundByWhatSomebodyWants(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	for _, edge := range platform.Edges(t) {
		for text, want := range map[string]string{
			"when may I break my fast in Lahore": toolnames.GetPrayerTimes,
			"roza kab khulega":                   toolnames.GetPrayerTimes,
			"میرے کام دکھائیں":                   toolnames.ListTasks,
		} {
			result, err := edge.Call(t.Context(), 7, toolnames.SearchTools, []byte(jsonOf(t, map[string]any{"q": text, "limit": 4})))
			if err != nil || !result.Success {
				t.Errorf("%s: %q: %+v, %v", edge.Name(), text, result, err)
				continue
			}
			if names := foundNames(t, result.Data); len(names) > 4 || !slices.Contains(names, want) {
				t.Errorf("%s: %q finds %v, not %s", edge.Name(), text, names, want)
			}
		}
		for _, arguments := range []string{`{}`, `{"q":"  "}`, `{"q":"a","limit":21}`, `{"q":"` + strings.Repeat("a", 501) + `"}`} {
			result, err := edge.Call(t.Context(), 7, toolnames.SearchTools, json.RawMessage(arguments))
			if err != nil || result.Error != "VALIDATION_ERROR" {
				t.Errorf("%s: %.20s: %+v, %v", edge.Name(), arguments, result, err)
			}
		}
	}
	bare := send(t, platform, http.MethodGet, "/api/v1/tools/search?q="+url.QueryEscape("add a reminder"), "")
	if names := foundNames(t, []byte(bare.body)); bare.status != http.StatusOK || !slices.Contains(names, toolnames.CreateTask) {
		t.Errorf("nobody, who could say who they are in the call, finds %v", names)
	}
}

// A client that asks for the short list finds, calls and is answered as one that has the whole.
func TestAShortListIsEnoughForEveryTool(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	for _, version := range []string{edges.Stateless, edges.Sessions} {
		t.Run(version, func(t *testing.T) {
			user := nextUser.Add(1)
			session, err := edges.MCP{URL: platform.URL + "/mcp?view=search", Client: platform.HTTP, Version: version}.Connect(t.Context(), user, nil)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = session.Close() }) // the session may have ended
			listed, err := session.ListTools(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, tool := range listed.Tools {
				names = append(names, tool.Name)
			}
			if !slices.Equal(names, []string{"call_tool", toolnames.SearchTools}) {
				t.Fatalf("listed %v", names)
			}
			call := func(name string, arguments map[string]any) string {
				answer, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: arguments})
				if err != nil {
					t.Fatal(err)
				}
				return jsonOf(t, answer.StructuredContent)
			}
			if found := call(toolnames.SearchTools, map[string]any{"q": "remind me of something"}); !strings.Contains(found, `"create_task"`) {
				t.Errorf("found %s", found)
			}
			created := call("call_tool", map[string]any{"name": "add_task", "arguments": map[string]any{"title": "Read"}})
			if !strings.Contains(created, `"title":"Read"`) {
				t.Errorf("created %s", created)
			}
			entries := send(t, platform, http.MethodGet, "/api/v1/audit?tool=create_task", "", as(user))
			if entries.header.Get("X-Total-Count") == "0" || strings.Contains(entries.body, "call_tool") {
				platform.Eventually(t, "the call is recorded as that of the tool", func() bool {
					entries = send(t, platform, http.MethodGet, "/api/v1/audit?tool=create_task", "", as(user))
					return strings.Contains(entries.body, `"create_task"`) && !strings.Contains(entries.body, "call_tool")
				})
			}
		})
	}
}
