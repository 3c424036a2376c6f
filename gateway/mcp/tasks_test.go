package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/gateway/mcp"
	"github.com/salaatflow/platform/services/redislink/redistest"
)

const knowingTasks = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":` +
	`{"extensions":{"io.modelcontextprotocol/tasks":{}}}}`

// task is what a method of tasks, or a call that became one, is answered.
type task struct {
	Result struct {
		ResultType, TaskID, Status, CreatedAt, LastUpdatedAt string
		TTL                                                  int             `json:"ttlMs"`
		Poll                                                 int             `json:"pollIntervalMs"`
		Result                                               json.RawMessage `json:"result"`
		Error                                                json.RawMessage `json:"error"`
		Requests                                             map[string]struct {
			Method string
			Params struct{ Message string }
		} `json:"inputRequests"`
	}
	Error struct {
		Code    int
		Message string
		Data    json.RawMessage
	}
	text string
}

// knowing makes a request of a client that knows tasks; params are its members.
func (s *served) knowing(t *testing.T, user, method, name, params string) task {
	t.Helper()
	return s.asking(t, user, method, name, params, knowingTasks)
}

func (s *served) asking(t *testing.T, user, method, name, params, meta string) (answer task) {
	t.Helper()
	header := with(sessionless(method, name), "X-User", user)
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":{%s,%s}}`, method, params, meta)
	answer.text = read(t, s.request(t, http.MethodPost, body, header))
	if _, data, isEvent := strings.Cut(answer.text, "data: "); isEvent {
		answer.text = data
	}
	if err := json.Unmarshal([]byte(answer.text), &answer); err != nil {
		t.Fatalf("%v: %s", err, answer.text)
	}
	return answer
}

const findEmma = `"name":"find_book","arguments":{"title":"Emma"}`

func (s *served) task(t *testing.T, user, method, id string) task {
	t.Helper()
	return s.knowing(t, user, method, id, fmt.Sprintf(`"taskId":%q`, id))
}

// await returns a task when it has ended.
func (s *served) await(t *testing.T, user, id string) (ended task) {
	t.Helper()
	eventually(t, "the task has ended", func() bool {
		ended = s.task(t, user, "tasks/get", id)
		return ended.Result.Status != "working" || ended.Error.Code != 0
	})
	return ended
}

// slow makes the calls of a shelf wait until release is called, or they are cancelled.
func slow(t *testing.T) (shelf *shelf, release func(), cancelled <-chan struct{}) {
	shelf = newShelf()
	released, gone := make(chan struct{}), make(chan struct{}, 100)
	shelf.called = func(ctx context.Context, _ string, _ []byte) {
		select {
		case <-released:
		case <-ctx.Done():
			gone <- struct{}{}
		}
	}
	release = sync.OnceFunc(func() { close(released) })
	t.Cleanup(release)
	return shelf, release, gone
}

func TestASlowCallBecomesATask(t *testing.T) {
	shelf, release, _ := slow(t)
	s := serveBehind(t, mcp.Options{Backend: shelf, Owner: userOf}, asUser)
	begun := s.knowing(t, "owner", "tools/call", "find_book", findEmma).Result
	if begun.ResultType != "task" || begun.Status != "working" || begun.TaskID == "" || begun.TTL != 3_600_000 || begun.Poll != 1000 {
		t.Fatalf("the call is answered %+v", begun)
	}
	checkTimes(t, begun.CreatedAt, begun.LastUpdatedAt)
	if got := s.task(t, "owner", "tasks/get", begun.TaskID); got.Result.Status != "working" || got.Result.ResultType != "complete" {
		t.Errorf("while it works: %s", got.text)
	}
	s.checkUnknownToOthers(t, begun.TaskID)
	release()
	ended := s.await(t, "owner", begun.TaskID)
	direct := s.asking(t, "owner", "tools/call", "find_book", findEmma, plainMeta)
	var want struct{ Result json.RawMessage }
	if err := json.Unmarshal([]byte(direct.text), &want); err != nil {
		t.Fatal(err)
	}
	if ended.Result.Status != "completed" || string(ended.Result.Result) != string(want.Result) {
		t.Errorf("in the end: %s, want the result %s", ended.text, want.Result)
	}
	for _, method := range []string{"tasks/update", "tasks/cancel"} {
		got := s.task(t, "owner", method, begun.TaskID)
		if got.Result.ResultType != "complete" || got.Result.TaskID != "" || got.Error.Code != 0 {
			t.Errorf("%s of a task that has ended: %s", method, got.text)
		}
	}
	if got := s.task(t, "owner", "tasks/get", begun.TaskID); got.text != ended.text {
		t.Errorf("then it is %s, and was %s", got.text, ended.text)
	}
}

func checkTimes(t *testing.T, times ...string) {
	t.Helper()
	for _, said := range times {
		if _, err := time.Parse(time.RFC3339, said); err != nil {
			t.Error(err)
		}
	}
}

func (s *served) checkUnknownToOthers(t *testing.T, id string) {
	t.Helper()
	for _, method := range []string{"tasks/get", "tasks/update", "tasks/cancel"} {
		for _, other := range []string{"thief", ""} {
			if got := s.task(t, other, method, id); got.Error.Code != -32602 {
				t.Errorf("%s by %q: %s", method, other, got.text)
			}
		}
	}
}

func TestWhatIsSoonDoneIsNoTask(t *testing.T) {
	s := serve(t, mcp.Options{Backend: newShelf(), Clock: clockwork.NewFakeClock()}) // for which no time passes
	got := s.knowing(t, "", "tools/call", "find_book", findEmma)
	if got.Result.ResultType != "complete" || got.Result.TaskID != "" || !strings.Contains(got.text, `"structuredContent"`) {
		t.Errorf("got %s", got.text)
	}
}

// A stream is a task like any other, unless its client wants to follow it and it need not be one.
func TestAToolThatConversesBecomesATaskUnlessItIsFollowed(t *testing.T) {
	t.Parallel()
	const token = `"_meta":{"progressToken":1,"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}}`
	for name, c := range map[string]struct {
		asks, needs bool
		meta        string
		want        string
	}{
		"a stream":                   {false, false, knowingTasks, `"resultType":"task"`},
		"a stream to follow":         {false, false, token, `"resultType":"complete"`},
		"a tool that may ask":        {true, false, knowingTasks, `"resultType":"task"`},
		"who knows no tasks":         {false, false, plainMeta, `"resultType":"complete"`},
		"asks, and knows none":       {true, false, plainMeta, `"resultType":"complete"`},
		"needs a task":               {false, true, knowingTasks, `"resultType":"task"`},
		"needs one and is followed":  {false, true, token, `"resultType":"task"`},
		"needs one, and knows none":  {false, true, plainMeta, `"code":-32021,`},
		"needs one, with what lacks": {false, true, plainMeta, `{"requiredCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shelf, release, _ := slow(t)
			talking := lendBook()
			talking.Converses, talking.Asks, talking.NeedsTask = true, c.asks, c.needs
			shelf.put(talking)
			s := serve(t, mcp.Options{Backend: shelf})
			time.AfterFunc(2*time.Second, release) // later than a task would begin
			body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lend_book","arguments":{"title":"Emma"},` + c.meta + `}}`
			answer := read(t, s.request(t, http.MethodPost, body, sessionless("tools/call", "lend_book")))
			if !strings.Contains(answer, c.want) {
				t.Errorf("want %s in %s", c.want, answer)
			}
		})
	}
}

func TestOnlyClientsThatKnowTasksAreGivenThem(t *testing.T) {
	shelf, release, _ := slow(t)
	s := serve(t, mcp.Options{Backend: shelf, Clock: clockwork.NewRealClock()})
	for _, method := range []string{"tasks/get", "tasks/update", "tasks/cancel"} {
		got := s.asking(t, "", method, "x", `"taskId":"x"`, plainMeta)
		if got.Error.Code != -32021 || !strings.Contains(string(got.Error.Data), `"extensions":{"io.modelcontextprotocol/tasks":{}}`) {
			t.Errorf("%s: %s", method, got.text)
		}
	}
	for _, method := range []string{"tasks/result", "tasks/list"} {
		if got := s.knowing(t, "", method, "x", `"taskId":"x"`); got.Error.Code != -32601 {
			t.Errorf("%s: %s", method, got.text)
		}
	}
	discovered := s.asking(t, "", "server/discover", "", `"x":1`, plainMeta)
	if !strings.Contains(discovered.text, `"extensions":{"io.modelcontextprotocol/tasks":{}}`) {
		t.Errorf("server/discover: %s", discovered.text)
	}
	needing := lendBook()
	needing.Converses, needing.NeedsTask = true, true
	shelf.put(needing)
	session := s.open(t, "2025-11-25", nil)
	const lend = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"lend_book","arguments":{"title":"Emma"}}}`
	if got := read(t, s.request(t, http.MethodPost, lend, session)); !strings.Contains(got, `"code":-32021,`) {
		t.Errorf("a tool that needs a task, in a session: %s", got)
	}
	old := read(t, s.request(t, http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"taskId":"x"}}`, session))
	if strings.Contains(old, `"result"`) {
		t.Errorf("in a session: %s", old)
	}
	time.AfterFunc(time.Second, release) // later than a task would begin
	if got := s.asking(t, "", "tools/call", "find_book", findEmma, plainMeta); got.Result.ResultType != "complete" {
		t.Errorf("a call: %s", got.text)
	}
}

func TestATaskIsCancelled(t *testing.T) {
	shelf, _, cancelled := slow(t)
	s := serve(t, mcp.Options{Backend: shelf})
	begun := s.knowing(t, "", "tools/call", "find_book", findEmma).Result
	if got := s.task(t, "", "tasks/cancel", begun.TaskID); got.Result.ResultType != "complete" || got.Result.TaskID != "" {
		t.Errorf("tasks/cancel: %s", got.text)
	}
	wait(t, cancelled)
	if got := s.task(t, "", "tasks/get", begun.TaskID); got.Result.Status != "cancelled" || got.Result.Result != nil {
		t.Errorf("then it is %s", got.text)
	}
}

func TestATaskThatCannotBeCarriedOutHasFailed(t *testing.T) {
	shelf, release, _ := slow(t)
	s := serve(t, mcp.Options{Backend: shelf})
	panics := s.knowing(t, "", "tools/call", "find_book", `"name":"find_book","arguments":{"title":"panic"}`).Result
	errs := s.knowing(t, "", "tools/call", "find_book", `"name":"find_book","arguments":{}`).Result
	release()
	if got := s.await(t, "", panics.TaskID); got.Result.Status != "failed" || got.Result.Result != nil ||
		string(got.Result.Error) != `{"code":-32603,"message":"internal error"}` ||
		!strings.Contains(got.text, `"statusMessage":"internal error"`) {
		t.Errorf("a panic: %s", got.text)
	}
	if got := s.await(t, "", errs.TaskID); got.Result.Status != "completed" || !strings.Contains(string(got.Result.Result), `"isError":true`) {
		t.Errorf("an error of the tool: %s", got.text)
	}
}

func TestTheHeaderNamesTheTask(t *testing.T) {
	s := serve(t, mcp.Options{Backend: newShelf()})
	for name, header := range map[string]http.Header{"another": sessionless("tasks/get", "other"), "none": sessionless("tasks/get", "")} {
		body := `{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"taskId":"x",` + knowingTasks + `}}`
		response := s.request(t, http.MethodPost, body, header)
		if answer := read(t, response); response.StatusCode != http.StatusBadRequest || !strings.Contains(answer, `"code":-32020`) {
			t.Errorf("%s: %s %s", name, response.Status, answer)
		}
	}
}

// Of the calls of an owner some become tasks, and whoever calls more at once waits for the answers.
func TestTasksOfAnOwnerAreBounded(t *testing.T) {
	shelf, release, _ := slow(t)
	s := serveBehind(t, mcp.Options{Backend: shelf, Owner: userOf}, asUser)
	var calls sync.WaitGroup
	for range 8 {
		calls.Go(func() {
			if got := s.knowing(t, "owner", "tools/call", "find_book", findEmma); got.Result.ResultType != "task" {
				t.Errorf("got %s", got.text)
			}
		})
	}
	calls.Wait()
	waiting := make(chan task, 1)
	go func() { waiting <- s.knowing(t, "owner", "tools/call", "find_book", findEmma) }()
	if got := s.knowing(t, "another", "tools/call", "find_book", findEmma); got.Result.ResultType != "task" {
		t.Errorf("another's: %s", got.text)
	}
	release()
	if got := <-waiting; got.Result.ResultType != "complete" {
		t.Errorf("one more: %s", got.text)
	}
}

func TestATaskIsKnownAtAnotherServer(t *testing.T) {
	shelf, release, cancelled := slow(t)
	first, second := serveTwo(t, redistest.Start(t), mcp.Options{Backend: shelf})
	begun := first.knowing(t, "owner", "tools/call", "find_book", findEmma).Result
	ended := first.knowing(t, "owner", "tools/call", "find_book", findEmma).Result
	if got := second.task(t, "owner", "tasks/get", begun.TaskID); got.Result.Status != "working" {
		t.Errorf("elsewhere it is %s", got.text)
	}
	if got := second.task(t, "thief", "tasks/cancel", begun.TaskID); got.Error.Code != -32602 {
		t.Errorf("another cancels it: %s", got.text)
	}
	if got := second.task(t, "owner", "tasks/cancel", begun.TaskID); got.Result.ResultType != "complete" {
		t.Errorf("it is cancelled elsewhere: %s", got.text)
	}
	wait(t, cancelled)
	release()
	if got := second.await(t, "owner", ended.TaskID); got.Result.Status != "completed" || !strings.Contains(got.text, "Emma") {
		t.Errorf("elsewhere the other ended as %s", got.text)
	}
	if got := first.task(t, "owner", "tasks/get", begun.TaskID); got.Result.Status != "cancelled" {
		t.Errorf("where it ran it is %s", got.text)
	}
}
