package e2e

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/toolresult"
)

// What hosts and models do a little wrong is forgiven, or answered so that the next call is right; by REST and in both eras of MCP.
func TestWhatHostsAndModelsDoALittleWrong(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	type edge interface {
		Name() string
		Call(ctx context.Context, user int32, tool string, arguments json.RawMessage) (*toolresult.Result, error)
	}
	mcp := func(version string) edges.MCP {
		return edges.MCP{URL: platform.URL + "/mcp", Client: platform.HTTP, Version: version}
	}
	for _, by := range []edge{edges.ToolCall{URL: platform.URL, Client: platform.HTTP}, mcp(edges.Stateless), mcp(edges.Sessions)} {
		t.Run(by.Name(), func(t *testing.T) {
			call := func(tool, arguments string) *toolresult.Result {
				result, err := by.Call(t.Context(), 1, tool, json.RawMessage(arguments))
				if err != nil {
					t.Fatal(err)
				}
				return result
			}
			if result := call(toolnames.GetUserInfo, "null"); !result.Success {
				t.Errorf("null arguments: %+v", result)
			}
			result := call(toolnames.ListTasks, `{"sessionId":"1","action":"sendMessage","chatInput":"x","toolCallId":"c","_meta":{}}`)
			if !result.Success || len(result.Warnings) != 5 || !strings.Contains(result.Warnings[0], "sessionId is no parameter of list_tasks") {
				t.Errorf("what n8n adds: %+v", result)
			}
			if result := call(toolnames.ListTasks, `{}`); !result.Success || result.Warnings != nil {
				t.Errorf("nothing was ignored: %+v", result)
			}
			for arguments, want := range map[string][]string{
				`{"title":"Read","due":"2026-11-30"}`:    {"For 'due', did you mean due_datetime?", "Known keys: title, description, "},
				`{"title":"Read","due_datetime":"soon"}`: {"2026-11-25T18:30"},
			} {
				says(t, call(toolnames.CreateTask, arguments), want...)
			}
			says(t, call(toolnames.ListTasks, `{"due_from":"30 November"}`), "2026-11-30")
			says(t, call(toolnames.FindPlaces, `{"name":"London","country":"Canada"}`), "CA")
			says(t, call(toolnames.GetPrayerTimes, `{"city":"Lahore","date":"30 Nov"}`), "2026-11-30")
			says(t, call(toolnames.GetDailyHadith, `{"date":"30 Nov"}`), "2026-11-30")
		})
	}
}

// says checks that a refusal tells these texts, and shows no expression.
func says(t *testing.T, result *toolresult.Result, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if result.Success || !strings.Contains(result.ErrorMessage, text) {
			t.Errorf("%+v does not say %q", result, text)
		}
	}
	if all := string(result.AppendJSON(nil)); strings.Contains(all, "regex") || strings.ContainsAny(result.ErrorMessage, "^$\\") {
		t.Errorf("it shows an expression: %s", all)
	}
}
