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
	"github.com/salaatflow/platform/gateway"
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
			edge := edges.MCP{URL: platform.URL + "/mcp?view=search", Client: platform.HTTP, Version: version}
			session, err := edge.Connect(t.Context(), user, nil)
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

// Where callers sign in, each finds what their credential is good for, as in the list of tools, and through every view.
func TestACallerFindsOnlyWhatTheyMayCall(t *testing.T) {
	issuer := harness.NewIssuer(t)
	platform := harness.Start(t, harness.Options{Gateway: func(c *gateway.Config) {
		c.Auth, c.SignIn.Issuer, c.SignIn.Audience = "oidc", []string{issuer.URL}, []string{harness.Audience}
	}})
	for name, who := range map[string]struct {
		scopes        []string
		signedIn      bool
		finds, misses string
	}{
		"nobody":           {nil, false, toolnames.ListMasjids, toolnames.ListTasks},
		"who reads":        {[]string{"tasks:read"}, true, toolnames.ListTasks, toolnames.CreateTask},
		"who writes":       {[]string{"tasks:read", "tasks:write"}, true, toolnames.CreateTask, toolnames.GetUserInfo},
		"who reads nought": {[]string{"chat"}, true, toolnames.ListMasjids, toolnames.ListTasks},
	} {
		var headers []string
		if who.signedIn {
			headers = []string{"Authorization: Bearer " + issuer.Token(t, harness.Person{Subject: name, Scopes: who.scopes})}
		}
		listed := send(t, platform, http.MethodGet, "/api/v1/tools", "", headers...).body
		found := map[string]bool{}
		for _, text := range []string{"create and list tasks", "find masjids near me", "who am I, my account"} {
			answer := send(t, platform, http.MethodGet, "/api/v1/tools/search?limit=20&q="+url.QueryEscape(text), "", headers...)
			for _, tool := range foundNames(t, []byte(answer.body)) {
				found[tool] = true
				if !strings.Contains(listed, `"name":"`+tool+`"`) {
					t.Errorf("%s: finds %s, which is not in their list", name, tool)
				}
			}
		}
		if !found[who.finds] || found[who.misses] {
			t.Errorf("%s: finds %v, and should find %s and not %s", name, found, who.finds, who.misses)
		}
	}
}
