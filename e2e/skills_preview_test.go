package e2e

import (
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
)

// What an override would change can be seen before it is made, and looking changes nothing.
func TestTheEffectOfAnOverrideIsSeenBeforeItIsMade(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	const path = "/api/v1/skills/plan-my-day/resolved-tools/override"
	preview := func(body string, status int, parts ...string) {
		t.Helper()
		got := send(t, platform, "POST", path+"/preview", body, admin()...)
		plain := strings.ReplaceAll(strings.ReplaceAll(got.body, `": `, `":`), `, "`, `,"`)
		for _, part := range parts {
			if got.status != status || !strings.Contains(plain, part) {
				t.Errorf("%s: %d %s, want %d with %s", body, got.status, got.body, status, part)
			}
		}
	}
	preview(`{"tool_name":"add_task","action":"deny"}`, 200, `"lost":[{"tool_name":"create_task"`, `"gained":[]`, `"kind":"override"`)
	preview(`{"tool_name":"delete_task","action":"allow"}`, 200, `"gained":[{"tool_name":"delete_task"`, `"lost":[]`)
	preview(`{"tool_name":"create_task","action":"allow"}`, 200, `"gained":[]`, `"lost":[]`)
	preview(`{"tool_name":"no_such_tool","action":"allow"}`, 400, `"field":"tool_name"`)
	preview(`{"tool_name":"create_task"}`, 400, `"field":"action"`)
	preview(`{"override_id":1}`, 404, `NOT_FOUND`)
	if list := send(t, platform, "GET", path+"s", ""); strings.TrimSpace(list.body) != "[]" {
		t.Errorf("looking has made %s", list.body)
	}
	made := send(t, platform, "POST", path, `{"tool_name":"create_task","action":"deny","reason":"as agreed"}`, admin()...)
	if made.status != 201 {
		t.Fatalf("%+v", made)
	}
	preview(`{"override_id":1}`, 200, `"gained":[{"tool_name":"create_task"`, `"lost":[]`)
	if refused := send(t, platform, "POST", path+"/preview", `{"override_id":1}`, as(1)); refused.status != 403 {
		t.Errorf("anybody previews: %+v", refused)
	}
}
