package e2e

import (
	"bytes"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/services/telemetry"
)

// One trace shows a request from the edge through every service down to the statements that their databases ran, whichever
// way it came.
func TestATraceJoinsEdgeServiceAndDatabase(t *testing.T) {
	t.Parallel()
	collector := harness.StartCollector(t)
	platform := harness.Start(t, harness.Options{Telemetry: func(c *telemetry.Config) { c.OTLPEndpoint = collector.URL }})
	user := nextUser.Add(1)
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_tasks","arguments":{},` +
		`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`
	const tasks, chat = "salaatflow.tasks.v1.TaskService/", "salaatflow.chat.v1.ChatService/"
	cases := []struct {
		name, method, path, body string
		headers                  []string
		want                     [][]string
	}{
		{"REST", "POST", "/api/v1/tasks", `{"title":"Quran"}`, nil, [][]string{
			{"gateway POST /api/v1/tasks", "gateway " + tasks + "CreateTask", "tasks-svc " + tasks + "CreateTask", "tasks-svc INSERT tasks"},
			{"gateway POST /api/v1/tasks", "gateway " + tasks + "CreateTask", "tasks-svc " + tasks + "CreateTask", "tasks-svc COMMIT"},
		}},
		{"a tool call", "POST", "/api/v1/tools/list_tasks", `{}`, nil, [][]string{
			{"gateway POST /api/v1/tools/{name}", "gateway " + tasks + "ListTasks", "tasks-svc " + tasks + "ListTasks", "tasks-svc SELECT tasks"},
		}},
		{"MCP", "POST", "/mcp", list, []string{
			"Content-Type: application/json", "Accept: application/json, text/event-stream", "MCP-Protocol-Version: 2026-07-28",
			"Mcp-Method: tools/call", "Mcp-Name: list_tasks",
		}, [][]string{
			{"gateway POST /mcp", "gateway " + tasks + "ListTasks", "tasks-svc " + tasks + "ListTasks", "tasks-svc SELECT tasks"},
		}},
		{"the chat", "POST", "/api/v1/chat", `{"message":"show my tasks"}`, nil, [][]string{
			{"gateway POST /api/v1/chat", "gateway " + chat + "Chat", "chat-svc " + chat + "Chat",
				"chat-svc " + tasks + "ListTasks", "tasks-svc " + tasks + "ListTasks", "tasks-svc SELECT tasks"},
			{"gateway POST /api/v1/chat", "gateway " + chat + "Chat", "chat-svc " + chat + "Chat", "chat-svc INSERT turns"},
		}},
	}
	trace := func(i int) string { return "0af7651916cd43dd8448eb211c80319" + string(rune('0'+i)) }
	for i, tc := range cases {
		got := send(t, platform, tc.method, tc.path, tc.body,
			append(tc.headers, as(user), "traceparent: 00-"+trace(i)+"-b7ad6b7169203331-01")...)
		if got.status >= http.StatusBadRequest {
			t.Fatalf("%s: %+v", tc.name, got)
		}
	}
	for i, tc := range cases {
		platform.Eventually(t, "the trace of "+tc.name+" has arrived", func() bool {
			spans := collector.Trace(trace(i))
			return !slices.ContainsFunc(tc.want, func(path []string) bool { return !hasPath(spans, path, "b7ad6b7169203331") })
		})
		for _, span := range collector.Trace(trace(i)) {
			if text := span.Attributes["db.query.text"]; strings.Contains(text, "Quran") {
				t.Errorf("%s: a user's text is in a span: %s", tc.name, text)
			}
		}
	}
}

// hasPath reports whether a span has this first name and parent, and below it the rest of the path.
func hasPath(spans []harness.Span, path []string, parent string) bool {
	if len(path) == 0 {
		return true
	}
	return slices.ContainsFunc(spans, func(span harness.Span) bool {
		return span.Parent == parent && span.Service+" "+span.Name == path[0] && hasPath(spans, path[1:], span.ID)
	})
}

// sharedLog receives the log of all parts of a platform.
type sharedLog struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *sharedLog) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *sharedLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Who watches one tool sees all its calls, whichever way they were made, and how they ended.
func TestAToolIsCountedByEveryDoor(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	user := as(nextUser.Add(1))
	send(t, platform, "POST", "/api/v1/tools/add_task", `{"title":"by tool call, by alias"}`, user)
	send(t, platform, "POST", "/api/v1/tasks", `{"title":"by REST path"}`, user)
	send(t, platform, "POST", "/api/v1/tasks", `{"title":7}`, user)
	send(t, platform, "POST", "/api/v1/tasks", `{"title":"by nobody"}`)
	send(t, platform, "PATCH", "/api/v1/tasks/99/complete", "", user)
	send(t, platform, "GET", "/api/v1/tasks/99", "", user) // is no tool
	metrics := send(t, platform, "GET", platform.Ops+"/metrics", "").body
	for _, want := range []string{
		`salaatflow_tool_calls_total{component="gateway",error="",tool="create_task"} 2`,
		`salaatflow_tool_calls_total{component="gateway",error="VALIDATION_ERROR",tool="create_task"} 1`,
		`salaatflow_tool_calls_total{component="gateway",error="AUTH_REQUIRED",tool="create_task"} 1`,
		`salaatflow_tool_calls_total{component="gateway",error="NOT_FOUND",tool="complete_task"} 1`,
		`salaatflow_tool_call_duration_seconds_count{component="gateway",tool="create_task"} 4`,
		`salaatflow_tool_call_duration_seconds_count{component="gateway",tool="complete_task"} 1`,
	} {
		if !strings.Contains(metrics, want+"\n") {
			t.Errorf("there is no %s in\n%s", want, strings.Join(matching(metrics, "salaatflow_tool_call"), ""))
		}
	}
}

func matching(text, part string) (lines []string) {
	for line := range strings.Lines(text) {
		if strings.Contains(line, part) && !strings.Contains(line, "_bucket") {
			lines = append(lines, line)
		}
	}
	return lines
}

// A histogram leads to a trace, and a log line to its request and its trace.
func TestMetricsAndLogsLeadToTheTrace(t *testing.T) {
	collector := harness.StartCollector(t)
	log := &sharedLog{}
	platform := harness.Start(t, harness.Options{Log: log, Telemetry: func(c *telemetry.Config) {
		c.OTLPEndpoint, c.Log.Format = collector.URL, telemetry.FormatJSON
	}})
	const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
	got := send(t, platform, "POST", "/api/v1/tools/complete_task", `{"task_id":99}`, as(nextUser.Add(1)),
		"traceparent: 00-"+trace+"-b7ad6b7169203331-01", "X-Request-ID: support-ticket-7")
	if got.status != http.StatusNotFound || got.header.Get("X-Request-ID") != "support-ticket-7" {
		t.Fatalf("%+v", got)
	}
	metrics := send(t, platform, "GET", platform.Ops+"/metrics", "", "Accept: application/openmetrics-text; version=1.0.0").body
	for _, histogram := range []string{
		"salaatflow_http_request_duration_seconds_bucket", "salaatflow_tool_call_duration_seconds_bucket",
		"rpc_server_call_duration_seconds_bucket",
	} {
		if !regexp.MustCompile(`(?m)^` + histogram + `\{.*# \{.*trace_id="` + trace + `"`).MatchString(metrics) {
			t.Errorf("%s has no exemplar of the trace", histogram)
		}
	}
	logged := false
	for line := range strings.Lines(log.String()) {
		var said struct {
			Service, Method, Code string
			RequestID             string `json:"request_id"`
			TraceID               string `json:"trace_id"`
		}
		if err := json.Unmarshal([]byte(line), &said); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		logged = logged || said.Service == "tasks-svc" && said.Code == "NotFound" &&
			said.RequestID == "support-ticket-7" && said.TraceID == trace
	}
	if !logged {
		t.Errorf("no line of tasks-svc names the request and the trace:\n%s", log.String())
	}
	made := send(t, platform, "GET", "/api/v1/tools", "", "X-Request-ID: not valid").header.Get("X-Request-ID")
	if made == "" || made == "not valid" {
		t.Errorf("a request without a valid ID gets the ID %q", made)
	}
}
