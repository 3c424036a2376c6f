package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/services/identity"
)

// audited is an entry of GET /api/v1/audit.
type audited struct {
	ID        string `json:"id"`
	Program   string `json:"program"`
	Door      string `json:"door"`
	UserID    int32  `json:"user_id"`
	Tool      string `json:"tool"`
	Alias     string `json:"alias"`
	Arguments string `json:"arguments"`
	Decision  string `json:"decision"`
	Result    string `json:"result"`
	TraceID   string `json:"trace_id"`
}

func auditOf(t *testing.T, platform *harness.Platform, query string, headers ...string) (entries []audited) {
	t.Helper()
	got := send(t, platform, "GET", "/api/v1/audit?limit=200"+query, "", headers...)
	if got.status != 200 {
		t.Fatalf("GET /api/v1/audit%s: %d %s", query, got.status, got.body)
	}
	if err := json.Unmarshal([]byte(got.body), &entries); err != nil {
		t.Fatal(err)
	}
	return entries
}

const administrator = "X-User-Role: admin"

// marked is a trace that a test recognizes its call by.
func marked(n int) (trace, header string) {
	trace = "4bf92f3577b34da6a3ce929d0e0e" + strconv.Itoa(1000+n)
	return trace, "traceparent: 00-" + trace + "-00f067aa0ba902b7-01"
}

// Whatever the door, a call that changes something leaves one entry, with the name that the caller used and the tool's own; a
// refusal leaves one; and a read that succeeds none.
func TestEveryWriteAndEveryRefusalLeavesOneEntry(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	tasks := tasksv1.NewTaskServiceClient(platform.Service(t, "salaatflow.tasks.v1.TaskService"))
	calls := []struct {
		name string
		call func(header, traceparent string)
		want audited // of the call; the zero value for none
	}{
		{"REST write", func(header, _ string) {
			send(t, platform, "POST", "/api/v1/tasks", `{"title": "secret"}`, as(1), header)
		}, audited{Program: "gateway", Door: "rest", UserID: 1, Tool: "create_task", Decision: "allowed", Result: "OK"}},
		{"tool write by alias", func(header, _ string) {
			send(t, platform, "POST", "/api/v1/tools/add_task", `{"title": "secret", "priority": "high"}`, as(1), header)
		}, audited{Program: "gateway", Door: "tool", UserID: 1, Tool: "create_task", Alias: "add_task", Decision: "allowed", Result: "OK"}},
		{"MCP write by alias", func(header, _ string) {
			send(t, platform, "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_task",`+
				`"arguments":{"title":"secret"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",`+
				`"io.modelcontextprotocol/clientCapabilities":{}}}}`,
				"Content-Type: application/json", "Accept: application/json, text/event-stream", "Mcp-Protocol-Version: 2026-07-28",
				"Mcp-Method: tools/call", "Mcp-Name: add_task", as(1), header)
		}, audited{Program: "gateway", Door: "mcp", UserID: 1, Tool: "create_task", Alias: "add_task", Decision: "allowed", Result: "OK"}},
		{"a question before a write", func(header, _ string) {
			send(t, platform, "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"delete_task",`+
				`"arguments":{"task_id":1},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",`+
				`"io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}}`,
				"Content-Type: application/json", "Accept: application/json, text/event-stream", "Mcp-Protocol-Version: 2026-07-28",
				"Mcp-Method: tools/call", "Mcp-Name: delete_task", as(1), header)
		}, audited{Program: "gateway", Door: "mcp", UserID: 1, Tool: "delete_task", Decision: "allowed", Result: "INPUT_REQUIRED"}},
		{"chat write", func(header, _ string) {
			send(t, platform, "POST", "/api/v1/chat", `{"message": "Fajr ka task bana do"}`, as(1), header)
		}, audited{Program: "chat-svc", Door: "chat", UserID: 1, Tool: "create_task", Decision: "allowed", Result: "OK"}},
		{"gRPC write", func(_, traceparent string) {
			ctx := identity.NewContext(t.Context(), identity.Caller{UserID: 1, Role: identity.RoleUser})
			ctx = metadata.AppendToOutgoingContext(ctx, "traceparent", traceparent)
			_, err := tasks.CreateTask(ctx, &tasksv1.CreateTaskRequest{Title: proto.String("secret")})
			if err != nil {
				t.Fatal(err)
			}
		}, audited{Program: "tasks-svc", Door: "grpc", UserID: 1, Tool: "create_task", Decision: "allowed", Result: "OK"}},
		{"a write that is wrong", func(header, _ string) {
			send(t, platform, "DELETE", "/api/v1/tasks/999", "", as(1), header)
		}, audited{Program: "gateway", Door: "rest", UserID: 1, Tool: "delete_task", Decision: "allowed", Result: "NOT_FOUND"}},
		{"REST refusal", func(header, _ string) {
			send(t, platform, "GET", "/api/v1/tasks", "", header)
		}, audited{Program: "gateway", Door: "rest", Tool: "list_tasks", Decision: "refused", Result: "AUTH_REQUIRED"}},
		{"tool refusal by alias", func(header, _ string) {
			send(t, platform, "POST", "/api/v1/tools/add_task", `{"title": "secret"}`, header)
		}, audited{Program: "gateway", Door: "tool", Tool: "create_task", Alias: "add_task", Decision: "refused", Result: "AUTH_REQUIRED"}},
		{"refusal by the service", func(header, _ string) {
			send(t, platform, "PUT", "/api/v1/hadith/daily/2026-03-02", `{"hadith_id": 1}`, as(1), header)
		}, audited{}},
		{"gRPC refusal", func(_, traceparent string) {
			ctx := metadata.AppendToOutgoingContext(t.Context(), "traceparent", traceparent)
			if _, err := tasks.ListTasks(ctx, &tasksv1.ListTasksRequest{}); err == nil {
				t.Fatal("nobody lists tasks")
			}
		}, audited{Program: "tasks-svc", Door: "grpc", Tool: "list_tasks", Decision: "refused", Result: "AUTH_REQUIRED"}},
		{"REST read", func(header, _ string) {
			send(t, platform, "GET", "/api/v1/tasks", "", as(1), header)
		}, audited{}},
		{"a user's look at their tokens", func(header, _ string) {
			send(t, platform, "GET", "/api/v1/users/me/tokens", "", as(1), header)
		}, audited{}},
		{"an administrator's look at another's tokens", func(header, _ string) {
			send(t, platform, "GET", "/api/v1/users/1/tokens", "", as(9), administrator, header)
		}, audited{
			Program: "gateway", Door: "rest", UserID: 9, Tool: "salaatflow.users.v1.UserService/ListTokens", Decision: "allowed", Result: "OK",
		}},
		{"an administrator's look at the latest calls", func(header, _ string) {
			send(t, platform, "GET", "/api/v1/gateway/calls", "", as(9), administrator, header)
		}, audited{
			Program: "gateway", Door: "rest", UserID: 9, Tool: "salaatflow.gateway.v1.GatewayService/ListCalls", Decision: "allowed", Result: "OK",
		}},
		{"an administrator's look at who is near a limit", func(header, _ string) {
			send(t, platform, "GET", "/api/v1/gateway/limits", "", as(9), administrator, header)
		}, audited{
			Program: "gateway", Door: "rest", UserID: 9, Tool: "salaatflow.gateway.v1.GatewayService/GetLimits", Decision: "allowed", Result: "OK",
		}},
		{"an administrator's look at the platform's health", func(header, _ string) {
			send(t, platform, "GET", "/api/v1/gateway/health", "", as(9), administrator, header)
		}, audited{}},
		{"tool read", func(header, _ string) {
			send(t, platform, "POST", "/api/v1/tools/list_tasks", `{}`, as(1), header)
		}, audited{}},
	}
	for n, c := range calls {
		_, header := marked(n)
		c.call(header, strings.TrimPrefix(header, "traceparent: "))
	}
	last, header := marked(len(calls))
	send(t, platform, "POST", "/api/v1/tasks", `{"title": "the last"}`, as(1), header)
	var entries []audited
	platform.Eventually(t, "the last entry is there", func() bool {
		entries = auditOf(t, platform, "", as(9), administrator)
		for _, entry := range entries {
			if entry.TraceID == last {
				return true
			}
		}
		return false
	})
	for n, c := range calls {
		trace, _ := marked(n)
		var got []audited
		for _, entry := range entries {
			if entry.TraceID == trace {
				if strings.Contains(entry.Arguments, "secret") {
					t.Errorf("%s: the arguments are %s", c.name, entry.Arguments)
				}
				entry.ID, entry.TraceID, entry.Arguments = "", "", ""
				got = append(got, entry)
			}
		}
		if c.name == "refusal by the service" {
			if len(got) != 1 || got[0].Decision != "refused" || got[0].Result != "FORBIDDEN" || got[0].Program != "gateway" {
				t.Errorf("%s: got %+v", c.name, got)
			}
			continue
		}
		if c.want == (audited{}) {
			if len(got) != 0 {
				t.Errorf("%s: got %+v, want none", c.name, got)
			}
			continue
		}
		if len(got) != 1 || got[0] != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

// A user's list has no entry of another, whatever is asked for.
func TestAUserSeesNoEntriesOfOthers(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	for user := range int32(3) {
		send(t, platform, "POST", "/api/v1/tasks", `{"title": "a task"}`, as(user+1))
	}
	platform.Eventually(t, "the entries are there", func() bool { return len(auditOf(t, platform, "", as(9), administrator)) >= 3 })
	for _, query := range []string{"", "&user_id=1", "&tool=create_task", "&decision=allowed"} {
		for _, entry := range auditOf(t, platform, query, as(1)) {
			if entry.UserID != 1 {
				t.Errorf("%q shows %+v", query, entry)
			}
		}
	}
	if got := send(t, platform, "GET", "/api/v1/audit?user_id=2", "", as(1)); got.status != 403 {
		t.Errorf("another's entries: %d %s", got.status, got.body)
	}
	if got := send(t, platform, "GET", "/api/v1/audit", ""); got.status != 401 {
		t.Errorf("nobody's entries: %d %s", got.status, got.body)
	}
	if got := send(t, platform, "GET", "/api/v1/audit/lines", "", as(1)); got.status != 403 {
		t.Errorf("everything: %d %s", got.status, got.body)
	}
}

// An operator verifies the trail of a running platform and of what was exported, and sees when a line was touched.
func TestTheTrailIsVerifiedByCommand(t *testing.T) {
	t.Parallel()
	platform := harness.Start(t, harness.Options{})
	for range 3 {
		send(t, platform, "POST", "/api/v1/tasks", `{"title": "a task"}`, as(1))
	}
	platform.Eventually(t, "the entries are there", func() bool { return len(auditOf(t, platform, "", as(1))) == 3 })
	verified := runCLI(t, "audit", "verify", "--gateway", platform.URL, "--user", "9")
	if verified.code != 0 || !strings.Contains(verified.out, "Verified lines 1 to") {
		t.Fatalf("%+v", verified)
	}
	held := strings.TrimSpace(verified.out[strings.LastIndex(verified.out, " ")+1:])
	// A program is told in the same form. Its answer may be of a later line, since to verify is a call that is recorded, too.
	toAProgram := strings.TrimSpace(runCLI(t, "audit", "verify", "--gateway", platform.URL, "--user", "9", "-o", "jsonpath=$.holds").out)
	exported := runCLI(t, "audit", "export", "--gateway", platform.URL, "--user", "9").out
	file, anchors := filepath.Join(t.TempDir(), "trail.jsonl"), filepath.Join(t.TempDir(), "anchors.jsonl")
	seq, hash, _ := strings.Cut(held, ":")
	anchor := fmt.Sprintf(`{"time": "2026-11-22T12:00:00Z", "seq": %s, "hash": %q}`, seq, hash)
	if err := os.WriteFile(anchors, []byte(anchor+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"as it is": {exported, 0},
		"changed":  {strings.Replace(exported, `"user_id":1`, `"user_id":2`, 1), 1},
		"removed":  {exported[strings.Index(exported, "\n")+1:], 1},
		"end cut":  {exported[:strings.Index(exported, "\n")+1], 1},
	} {
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, holds := range []string{held, toAProgram} {
			if got := runCLI(t, "audit", "verify", "--holds", holds, file); got.code != c.want {
				t.Errorf("%s, %s: %+v", name, holds, got)
			}
		}
		if got := runCLI(t, "audit", "verify", "--anchors", anchors, file); got.code != c.want {
			t.Errorf("%s, with anchors: %+v", name, got)
		}
	}
	if got := runCLI(t, "audit", "verify", "--part", "--anchors", anchors, file); got.code != 2 {
		t.Errorf("anchors of a part: %+v", got)
	}
}
