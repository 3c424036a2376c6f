package policy

import (
	"net/http"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

// What a rule says of accounts of one provider binds them, whichever way they call and whatever they sign in with, and
// nobody of another.
func TestARuleAboutAProviderBindsItsAccounts(t *testing.T) {
	partner, own := newProvider(t), newProvider(t)
	g, _ := start(t, `rules:
- name: the-partner-reads
  allow: "caller.issuer != '`+partner.URL+`' || tool.package != 'salaatflow.tasks.v1' || tool.read_only"
  reason: accounts of the partner may only read
`, partner, own)
	theirs, ours := partner.token(t, "aisha", everything, nil), own.token(t, "aisha", everything, nil)
	for name, c := range map[string]struct {
		token  string
		status int
	}{
		"the partner's":              {theirs, http.StatusForbidden},
		"ours":                       {ours, http.StatusCreated},
		"the partner's by API token": {g.apiToken(t, theirs), http.StatusForbidden},
		"ours by API token":          {g.apiToken(t, ours), http.StatusCreated},
	} {
		t.Run(name, func(t *testing.T) {
			if got := g.call(t, c.token, http.MethodGet, "/api/v1/tasks", ""); got.status != http.StatusOK {
				t.Errorf("to read: %d %s", got.status, got.body)
			}
			got := g.call(t, c.token, http.MethodPost, "/api/v1/tasks", `{"title":"Read"}`)
			if got.status != c.status || c.status == http.StatusForbidden && !strings.Contains(string(got.body), "may only read") {
				t.Errorf("REST: %d %s", got.status, got.body)
			}
			success := c.status == http.StatusCreated
			if got := g.call(t, c.token, http.MethodPost, "/api/v1/tools/add_task", `{"title":"Read"}`); got.object(t)["success"] != success {
				t.Errorf("a tool call: %d %s", got.status, got.body)
			}
			got = g.call(t, c.token, http.MethodPost, "/api/v1/chat", `{"message":"add a task to call my mother"}`)
			if said := got.object(t); said["success"] != success || !success && said["error"] != "FORBIDDEN" {
				t.Errorf("the chat: %d %s", got.status, got.body)
			}
		})
	}
	t.Run("over gRPC", func(t *testing.T) {
		tasks := tasksv1.NewTaskServiceClient(g.Service(t, "salaatflow.tasks.v1.TaskService"))
		for issuer, want := range map[string]codes.Code{partner.URL: codes.PermissionDenied, own.URL: codes.OK, "": codes.OK} {
			ctx := identity.NewContext(t.Context(), identity.Caller{UserID: 7, Role: identity.RoleUser, Issuer: issuer})
			_, err := tasks.CreateTask(ctx, &tasksv1.CreateTaskRequest{Title: proto.String("Read")})
			if got := apperr.From(err); (got == nil) != (want == codes.OK) || got != nil && got.Code != want {
				t.Errorf("issuer %q: %v, want %v", issuer, err, want)
			}
		}
	})
}

// apiToken makes an API token of whoever presents a token.
func (g gate) apiToken(t *testing.T, token string) string {
	t.Helper()
	got := g.call(t, token, http.MethodPost, "/api/v1/users/me/tokens",
		`{"name":"script","scopes":["tasks:read","tasks:write","chat","users:read"]}`)
	made, ok := got.object(t)["token"].(string)
	if !ok {
		t.Fatalf("no API token: %d %s", got.status, got.body)
	}
	return made
}
