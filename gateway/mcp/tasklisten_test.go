package mcp_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/salaatflow/platform/gateway/mcp"
	"github.com/salaatflow/platform/services/redislink/redistest"
)

// listenTo opens a stream of a user that names tasks.
func (s *served) listenTo(t *testing.T, user, notifications, meta string) *http.Response {
	t.Helper()
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":"sub-1","method":"subscriptions/listen","params":{"notifications":{%s},%s}}`,
		notifications, meta)
	return s.request(t, http.MethodPost, body, with(sessionless("subscriptions/listen", ""), "X-User", user))
}

// notice is what a stream tells.
type notice struct {
	Method string
	Params struct {
		TaskID, Status string
		Result         json.RawMessage
		Requests       map[string]json.RawMessage `json:"inputRequests"`
		Notifications  struct {
			TaskIDs          []string `json:"taskIds"`
			ToolsListChanged bool     `json:"toolsListChanged"`
		}
		Meta map[string]any `json:"_meta"`
	}
	text string
}

// notice reads the next notification of a stream.
func noticeOf(t *testing.T, stream *http.Response) (told notice) {
	t.Helper()
	for {
		_, data, ok := strings.Cut(event(t, stream.Body), "data: ")
		if !ok { // a comment
			continue
		}
		told.text = data
		if err := json.Unmarshal([]byte(data), &told); err != nil {
			t.Fatalf("%v: %s", err, data)
		}
		return told
	}
}

func TestWhoListensIsToldOfTheirTasksAtAnyServer(t *testing.T) {
	quiz := newQuiz()
	first, second := serveTwo(t, redistest.Start(t), mcp.Options{Backend: quiz})
	id := first.asking(t, "owner", "tools/call", "lend_book", quizCall, askingTasks).Result.TaskID
	mine := fmt.Sprintf(`"toolsListChanged":true,"taskIds":[%q,"none"]`, id)
	stream := second.listenTo(t, "owner", mine, askingTasks)
	acked := noticeOf(t, stream)
	if got := acked.Params.Notifications; acked.Method != "notifications/subscriptions/acknowledged" ||
		fmt.Sprint(got.TaskIDs) != "["+id+"]" || !got.ToolsListChanged {
		t.Fatalf("it is acknowledged with %s", acked.text)
	}
	stolen := noticeOf(t, second.listenTo(t, "thief", mine, askingTasks))
	if got := stolen.Params.Notifications.TaskIDs; len(got) != 0 {
		t.Errorf("another listens to %q", got)
	}
	quiz.goOn <- struct{}{}
	told := second.checkNotice(t, stream, id, "input_required")
	if len(told.Params.Requests) != 2 {
		t.Errorf("told %s", told.text)
	}
	first.answers(t, "owner", id, accept("1.name", "Anna")+","+accept("1.city", "Pune"))
	second.checkNotice(t, stream, id, "working")
	late := first.listenTo(t, "owner", fmt.Sprintf(`"taskIds":[%q]`, id), askingTasks)
	noticeOf(t, late)
	quiz.goOn <- struct{}{}
	second.checkNotice(t, stream, id, "input_required")
	first.checkNotice(t, late, id, "input_required")
	later := first.listenTo(t, "owner", fmt.Sprintf(`"taskIds":[%q]`, id), askingTasks)
	noticeOf(t, later)
	first.checkNotice(t, later, id, "input_required") // which it would have missed
	first.task(t, "owner", "tasks/cancel", id)
	for _, open := range []*http.Response{stream, late, later} {
		first.checkNotice(t, open, id, "cancelled")
	}
}

// checkNotice checks that a stream tells next of a task what tasks/get says.
func (s *served) checkNotice(t *testing.T, stream *http.Response, id, status string) notice {
	t.Helper()
	told := noticeOf(t, stream)
	if told.Method != "notifications/tasks" || told.Params.TaskID != id || told.Params.Status != status ||
		told.Params.Meta["io.modelcontextprotocol/subscriptionId"] != "sub-1" {
		t.Fatalf("told %s, want that it is %s", told.text, status)
	}
	return told
}

func TestListeningToTasksIsRefused(t *testing.T) {
	s := serve(t, mcp.Options{Backend: newShelf()})
	for name, c := range map[string]struct{ notifications, meta, want string }{
		"who knows no tasks": {`"taskIds":["x"]`, plainMeta, `"code":-32021`},
		"no list":            {`"taskIds":"x"`, knowingTasks, `"code":-32602`},
		"null":               {`"taskIds":null`, knowingTasks, `"code":-32602`},
		"too many":           {`"taskIds":["x"` + strings.Repeat(`,"x"`, 50) + `]`, knowingTasks, `"code":-32602`},
	} {
		if got := read(t, s.listenTo(t, "", c.notifications, c.meta)); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s", name, got)
		}
	}
}
