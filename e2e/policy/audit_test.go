package policy

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

// entry is what a refusal leaves in the audit.
type entry struct {
	Tool, Door, Decision, Rule, Result string
	UserID                             int32 `json:"user_id"`
}

// refusals returns what the audit has of refusals of a tool, newest first, once there are so many.
func (g gate) refusals(t *testing.T, admin, tool string, count int) []entry {
	t.Helper()
	var found []entry
	g.Eventually(t, fmt.Sprintf("%d refusals of %s in the audit", count, tool), func() bool {
		found = nil
		got := g.call(t, admin, http.MethodGet, "/api/v1/audit?decision=refused&tool="+tool, "", "X-User-Role", "admin")
		must(t, json.Unmarshal(got.body, &found))
		return len(found) >= count
	})
	return found
}

// Who reads the audit learns which rule refused, of the file or built in; who is refused by an internal rule does not.
func TestTheAuditNamesTheRuleThatRefused(t *testing.T) {
	p := newProvider(t)
	g, _ := start(t, `rules:
- name: nothing-is-deleted
  allow: "tool.name != 'delete_task'"
  reason: tasks are not deleted here
- name: project-x
  allow: "tool.name != 'complete_task'"
  reason: project X forbids it
  internal: true
- name: short-titles
  allow: "tool.name != 'create_task' || arguments.lengths['title'] <= 10"
  internal: true
`, p)
	ours := p.token(t, "aisha", everything, nil)
	admin := p.token(t, "root", everything, map[string]any{"roles": []string{"admin"}})
	few := p.token(t, "aisha", "tasks:read", nil)
	for _, c := range []struct{ who, tool, arguments, rule string }{
		{ours, "delete_task", `{"task_id":1}`, "nothing-is-deleted"},
		{ours, "complete_task", `{"task_id":1}`, "project-x"},
		{ours, "create_task", `{"title":"a title too long"}`, "short-titles"},
		{few, "update_task", `{"task_id":1,"title":"x"}`, "scopes"},
		{"", "list_tasks", `{}`, "user"},
	} {
		got := g.call(t, c.who, http.MethodPost, "/api/v1/tools/"+c.tool, c.arguments)
		if got.object(t)["success"] != false {
			t.Errorf("%s: %s", c.tool, got.body)
		}
		if strings.Contains(string(got.body), "project") || strings.Contains(string(got.body), "short-titles") {
			t.Errorf("%s tells an internal rule: %s", c.tool, got.body)
		}
		if found := g.refusals(t, admin, c.tool, 1); found[0].Rule != c.rule || found[0].Decision != "refused" {
			t.Errorf("%s left %+v, want the rule %s", c.tool, found, c.rule)
		}
	}
	curious := p.token(t, "aisha", "registry:read", nil)
	if got := g.call(t, curious, http.MethodGet, "/api/v1/registry/definitions", ""); got.status != http.StatusForbidden {
		t.Errorf("definitions for a user: %d %s", got.status, got.body)
	}
	if found := g.refusals(t, admin, "salaatflow.registry.v1.RegistryService/ListDefinitions", 1); found[0].Rule != "admin" {
		t.Errorf("a user who reads definitions left %+v", found)
	}
	t.Run("over gRPC", func(t *testing.T) {
		tasks := tasksv1.NewTaskServiceClient(g.Service(t, "salaatflow.tasks.v1.TaskService"))
		ctx := identity.NewContext(t.Context(), identity.Caller{UserID: 7, Role: identity.RoleUser})
		_, err := tasks.CreateTask(ctx, &tasksv1.CreateTaskRequest{Title: proto.String("a title too long")})
		if refused := apperr.From(err); refused.ToolCode() != "FORBIDDEN" || strings.Contains(fmt.Sprint(refused, refused.Metadata), "short") {
			t.Errorf("%v %v", refused, refused.Metadata)
		}
		if found := g.refusals(t, admin, "create_task", 2); found[0].Rule != "short-titles" || found[0].Door != "grpc" {
			t.Errorf("left %+v", found)
		}
		_, err = tasks.DeleteTask(ctx, &tasksv1.DeleteTaskRequest{TaskId: 1})
		if refused := apperr.From(err); refused.Rule() != "nothing-is-deleted" {
			t.Errorf("a rule that is not internal: %v %v", refused, refused.Metadata)
		}
	})
}
