package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
)

// A stream that listens to a task tells each change of it, and at the end what became of it. The suite's scenario of this,
// tasks-status-notifications, checks nothing yet.
func TestAStreamTellsWhatBecomesOfTasks(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	service := harness.Run(t, harness.Build(t, ".", true), "-registry", platform.Registry().String())
	service.Line(t, "serving at")
	platform.Eventually(t, "the fixtures are listed", func() bool { return lists(t, platform.URL, "slow_compute") })
	for call, want := range map[string]string{
		`"name":"slow_compute","arguments":{"seconds":2,"label":"pi"}`: `completed Computed pi`,
		`"name":"failing_job","arguments":{}`:                          `completed the job fails`,
		`"name":"protocol_error_job","arguments":{}`:                   `failed `,
	} {
		var begun struct {
			Result struct{ TaskID string }
		}
		response := message(t, platform.URL, "tools/call", call)
		if err := json.NewDecoder(response.Body).Decode(&begun); err != nil || begun.Result.TaskID == "" {
			t.Fatalf("%s is no task: %v", call, err)
		}
		stream := message(t, platform.URL, "subscriptions/listen", fmt.Sprintf(`"notifications":{"taskIds":[%q]}`, begun.Result.TaskID))
		if said := ending(t, stream, begun.Result.TaskID); !strings.HasPrefix(said, strings.Fields(want)[0]) ||
			!strings.Contains(said, strings.SplitN(want, " ", 2)[1]) {
			t.Errorf("%s: its stream ends with %s", call, said)
		}
	}
}

// ending returns the last status of a task that a stream tells, and the notification that does.
func ending(t *testing.T, stream *http.Response, task string) string {
	t.Helper()
	lines := bufio.NewScanner(stream.Body)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok || !strings.Contains(data, `"notifications/tasks"`) {
			continue
		}
		var told struct {
			Params struct {
				TaskID, Status string
				Result, Error  json.RawMessage
			}
		}
		if err := json.Unmarshal([]byte(data), &told); err != nil || told.Params.TaskID != task {
			t.Fatalf("told %s: %v", data, err)
		}
		if told.Params.Status == "working" {
			continue
		}
		if told.Params.Result == nil && told.Params.Error == nil {
			t.Errorf("the notification tells nothing of what became of it: %s", data)
		}
		return told.Params.Status + " " + data
	}
	t.Fatalf("the stream ends: %v", lines.Err())
	return ""
}

// message posts a message of a client that knows tasks.
func message(t *testing.T, url, method, params string) *http.Response {
	t.Helper()
	body := `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{` + params + `,"_meta":{` +
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":` +
		`{"extensions":{"io.modelcontextprotocol/tasks":{}}}}}}`
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/mcp", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	var named struct {
		Params struct{ Name string }
	}
	if err := json.Unmarshal([]byte(body), &named); err != nil {
		t.Fatal(err)
	}
	accept := "application/json" // the task alone
	if method == "subscriptions/listen" {
		accept = "text/event-stream"
	}
	for name, value := range map[string]string{
		"Content-Type": "application/json", "Accept": accept, "Mcp-Protocol-Version": "2026-07-28",
		"Mcp-Method": method, "Mcp-Name": named.Params.Name,
	} {
		request.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() })
	return response
}
