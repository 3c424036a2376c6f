package e2e

import (
	"context"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/e2e/harness"
)

// A person is asked before their task is deleted, and it stays unless they agree. A client that cannot ask anybody deletes it at once,
// and so does a caller who is no client of MCP.
func TestAPersonIsAskedBeforeATaskIsDeleted(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	for _, version := range []string{edges.Stateless, edges.Sessions} {
		t.Run(version, func(t *testing.T) {
			user := nextUser.Add(1)
			for _, title := range []string{"Keep it", "Delete it", "Delete it at once", "By REST", "By tool call"} {
				send(t, platform, "POST", "/api/v1/tasks", `{"title":"`+title+`"}`, as(user))
			}
			questions := make(chan string, 8)
			connect := func(options *sdk.ClientOptions) *sdk.ClientSession {
				session, err := edges.MCP{URL: platform.URL + "/mcp", Client: platform.HTTP, Version: version}.Connect(t.Context(), user, options)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = session.Close() }) // the gateway may have closed it first
				return session
			}
			asked := connect(&sdk.ClientOptions{
				ElicitationHandler: func(_ context.Context, request *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
					questions <- request.Params.Message
					if strings.Contains(request.Params.Message, "Keep it") {
						return &sdk.ElicitResult{Action: "decline"}, nil
					}
					return &sdk.ElicitResult{Action: "accept"}, nil
				},
			})
			remove := func(session *sdk.ClientSession, id int) *sdk.CallToolResult {
				result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "delete_task", Arguments: map[string]any{"task_id": id}})
				if err != nil {
					t.Fatal(err)
				}
				return result
			}
			if kept := remove(asked, 1); !kept.IsError {
				t.Errorf("who wants to keep it is answered %+v", kept)
			}
			if deleted := remove(asked, 2); deleted.IsError {
				t.Errorf("who agrees is answered %+v", deleted)
			}
			if got := len(questions); got != 2 {
				t.Errorf("%d questions", got)
			}
			if missing := remove(asked, 99); !missing.IsError || len(questions) != 2 {
				t.Errorf("of no task: %+v, %d questions", missing, len(questions))
			}
			if deleted := remove(connect(nil), 3); deleted.IsError {
				t.Errorf("who cannot be asked is answered %+v", deleted)
			}
			if got := send(t, platform, "DELETE", "/api/v1/tasks/4", "", as(user)); got.status != 204 {
				t.Errorf("REST answers %d %s", got.status, got.body)
			}
			got := send(t, platform, "POST", "/api/v1/tools/delete_task", `{"task_id":5}`, as(user))
			if got.body != `{"success":true,"data":{"task_id":5,"deleted":true},"error":null,"error_message":null}` {
				t.Errorf("a tool call answers %d %s", got.status, got.body)
			}
			if left := send(t, platform, "GET", "/api/v1/tasks", "", as(user)); strings.Count(left.body, `"title"`) != 1 ||
				left.field(t, "0.title") != "Keep it" {
				t.Errorf("left are %s", left.body)
			}
		})
	}
}
