package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/salaatflow/platform/gateway/mcp"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/redislink/redistest"
	"github.com/salaatflow/platform/services/toolresult"
	"github.com/salaatflow/platform/services/toolround"
)

// askingTasks is the client of knowingTasks that can be asked with a form.
const askingTasks = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":` +
	`{"elicitation":{},"extensions":{"io.modelcontextprotocol/tasks":{}}}}`

// quiz is a tool that asks for a name and a city at once, then, under the same name, for a name again, and answers all three. Each call
// waits for a value of goOn.
type quiz struct {
	*shelf
	goOn  chan struct{}
	calls atomic.Int64
}

func newQuiz() *quiz {
	q := &quiz{shelf: newShelf(), goOn: make(chan struct{}, 10)}
	asking := lendBook()
	asking.Converses, asking.Asks = true, true
	q.put(asking)
	return q
}

const askForm = `{"method":"elicitation/create","params":{"mode":"form","message":%q,"requestedSchema":{"type":"object"}}}`

func (q *quiz) Call(ctx context.Context, name string, arguments []byte) *toolresult.Result {
	round := toolround.FromContext(ctx)
	if name != "lend_book" || round == nil {
		return q.shelf.Call(ctx, name, arguments)
	}
	q.calls.Add(1)
	select {
	case <-q.goOn:
	case <-ctx.Done():
		return toolresult.FromError(apperr.Refused("%v", ctx.Err()))
	}
	said := func(name string) string {
		var given struct{ Content struct{ Word string } }
		_ = json.Unmarshal(round.Responses[name], &given)
		return given.Content.Word
	}
	asked := apperr.Refused("a question comes first")
	switch {
	case !slices.Contains(round.Capabilities, "elicitation"):
		round.Lacking = []string{"elicitation"}
		return toolresult.FromError(apperr.Refused("nobody can be asked"))
	case round.State == "":
		round.Asked = &toolresult.Asked{State: "first", Requests: fmt.Appendf(nil, `{"name":`+askForm+`,"city":`+askForm+`}`, "who", "where")}
	case round.State == "first":
		round.Asked = &toolresult.Asked{
			State: said("name") + " in " + said("city"), Requests: fmt.Appendf(nil, `{"name":`+askForm+`}`, "who else"),
		}
	default:
		return toolresult.OK([]byte(fmt.Sprintf(`{"said":%q}`, round.State+" and "+said("name"))))
	}
	result := toolresult.FromError(asked)
	result.Asked = round.Asked
	return result
}

const quizCall = `"name":"lend_book","arguments":{"title":"Emma"}`

// answers sends answers to a task, as members of an object.
func (s *served) answers(t *testing.T, user, id, answers string) task {
	t.Helper()
	return s.asking(t, user, "tasks/update", id, fmt.Sprintf(`"taskId":%q,"inputResponses":{%s}`, id, answers), askingTasks)
}

func accept(name, word string) string {
	return fmt.Sprintf(`%q:{"action":"accept","content":{"word":%q}}`, name, word)
}

func asksFor(asked task) string {
	var names []string
	for name, request := range asked.Result.Requests {
		names = append(names, name+" "+request.Method+" "+request.Params.Message)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

func TestATaskAsksAndGoesOnAtAnyServer(t *testing.T) {
	quiz := newQuiz()
	first, second := serveTwo(t, redistest.Start(t), mcp.Options{Backend: quiz})
	testQuiz(t, quiz, first, second)
}

func TestATaskAsksAndGoesOn(t *testing.T) {
	quiz := newQuiz()
	s := serveBehind(t, mcp.Options{Backend: quiz, Owner: userOf}, asUser)
	testQuiz(t, quiz, s, s)
}

func testQuiz(t *testing.T, quiz *quiz, first, second *served) {
	begun := first.asking(t, "owner", "tools/call", "lend_book", quizCall, askingTasks).Result
	if begun.ResultType != "task" || begun.Status != "working" {
		t.Fatalf("the call is answered %+v", begun)
	}
	quiz.goOn <- struct{}{}
	asked := second.await(t, "owner", begun.TaskID)
	if got := asksFor(asked); asked.Result.Status != "input_required" || asked.Result.ResultType != "complete" ||
		got != "1.city elicitation/create where, 1.name elicitation/create who" {
		t.Fatalf("it asks %q: %s", got, asked.text)
	}
	if strings.Contains(asked.text, `"first"`) {
		t.Errorf("the state of the tool is told: %s", asked.text)
	}
	checkBadAnswers(t, second, begun.TaskID)
	if got := asksFor(first.task(t, "owner", "tasks/get", begun.TaskID)); got != asksFor(asked) {
		t.Errorf("after answers to nothing it asks %q", got)
	}
	taken := func(at *served, answers string) {
		t.Helper()
		got := at.answers(t, "owner", begun.TaskID, answers)
		if got.Result.ResultType != "complete" || got.Result.TaskID != "" || got.Error.Code != 0 {
			t.Fatalf("an answer is answered %s", got.text)
		}
	}
	taken(second, accept("1.name", "Anna"))
	if got := asksFor(first.task(t, "owner", "tasks/get", begun.TaskID)); got != "1.city elicitation/create where" {
		t.Errorf("after one answer it asks %q", got)
	}
	taken(first, accept("1.name", "Ben")) // it is answered already
	taken(second, accept("1.city", "Pune"))
	if got := first.task(t, "owner", "tasks/get", begun.TaskID); got.Result.Status != "working" || got.Result.Requests != nil {
		t.Errorf("with all answers it is %s", got.text)
	}
	taken(first, accept("1.city", "Agra")) // it is too late
	quiz.goOn <- struct{}{}
	if got := asksFor(first.await(t, "owner", begun.TaskID)); got != "2.name elicitation/create who else" {
		t.Errorf("then it asks %q", got)
	}
	quiz.goOn <- struct{}{}
	taken(first, accept("2.name", "Zoya")+","+accept("1.city", "Agra"))
	ended := second.await(t, "owner", begun.TaskID)
	if ended.Result.Status != "completed" || !strings.Contains(string(ended.Result.Result), `"said":"Anna in Pune and Zoya"`) {
		t.Errorf("in the end: %s", ended.text)
	}
	if calls := quiz.calls.Load(); calls != 3 {
		t.Errorf("the tool was called %d times", calls)
	}
	taken(second, accept("2.name", "late"))
}

// checkBadAnswers sends what is no answer, or one to a question that nobody asked.
func checkBadAnswers(t *testing.T, s *served, id string) {
	t.Helper()
	for _, other := range []string{"thief", ""} {
		if got := s.answers(t, other, id, accept("1.name", "Mallory")); got.Error.Code != -32602 {
			t.Errorf("%q answers: %s", other, got.text)
		}
	}
	for name, c := range map[string]struct{ params, want string }{
		"no answers":           {`"x":1`, "tasks/update needs the inputResponses"},
		"null":                 {`"inputResponses":null`, "are an object"},
		"a list":               {`"inputResponses":[]`, "are an object"},
		"not an answer":        {`"inputResponses":{"1.name":{"word":"x"}}`, `\"1.name\": it is not what elicitation/create is answered`},
		"to something else":    {`"inputResponses":{"1.name":{"roots":[]}}`, `the answer to \"1.name\"`},
		"an action unheard of": {`"inputResponses":{"1.name":{"action":"maybe"}}`, `the answer to \"1.name\"`},
		"null for an answer":   {`"inputResponses":{"1.name":null}`, `the answer to \"1.name\"`},
	} {
		got := s.asking(t, "owner", "tasks/update", id, fmt.Sprintf(`"taskId":%q,%s`, id, c.params), askingTasks)
		if got.Error.Code != -32602 || !strings.Contains(got.text, c.want) {
			t.Errorf("%s: %s", name, got.text)
		}
	}
	if got := s.answers(t, "owner", id, accept("name", "x")+","+accept("2.name", "x")); got.Result.ResultType != "complete" {
		t.Errorf("answers to nothing: %s", got.text)
	}
}

// What a tool asks soon is asked as the answer of the call, before there is a task.
func TestAQuestionThatComesSoonIsTheAnswer(t *testing.T) {
	quiz := newQuiz()
	s := serve(t, mcp.Options{Backend: quiz})
	quiz.goOn <- struct{}{}
	got := s.asking(t, "", "tools/call", "lend_book", quizCall, askingTasks)
	if got.Result.ResultType == "task" { // the machine was slow
		got = s.await(t, "", got.Result.TaskID)
		if got.Result.Status != "input_required" {
			t.Fatalf("got %s", got.text)
		}
		return
	}
	if got.Result.ResultType != "input_required" || !strings.Contains(got.text, `"requestState":"first"`) || len(got.Result.Requests) != 2 {
		t.Errorf("got %s", got.text)
	}
}

func TestATaskThatWaitsForInputIsCancelled(t *testing.T) {
	quiz := newQuiz()
	first, second := serveTwo(t, redistest.Start(t), mcp.Options{Backend: quiz})
	begun := first.asking(t, "owner", "tools/call", "lend_book", quizCall, askingTasks).Result
	quiz.goOn <- struct{}{}
	first.await(t, "owner", begun.TaskID)
	second.task(t, "owner", "tasks/cancel", begun.TaskID)
	if got := second.answers(t, "owner", begun.TaskID, accept("1.name", "x")+","+accept("1.city", "x")); got.Error.Code != 0 {
		t.Errorf("an answer is answered %s", got.text)
	}
	if got := first.task(t, "owner", "tasks/get", begun.TaskID); got.Result.Status != "cancelled" || quiz.calls.Load() != 1 {
		t.Errorf("after %d calls it is %s", quiz.calls.Load(), got.text)
	}
}

// A tool that asks a client who cannot be asked has failed, by an error of the protocol.
func TestATaskWhoseClientCannotBeAskedHasFailed(t *testing.T) {
	quiz := newQuiz()
	s := serve(t, mcp.Options{Backend: quiz})
	begun := s.knowing(t, "", "tools/call", "lend_book", quizCall).Result
	quiz.goOn <- struct{}{}
	if got := s.await(t, "", begun.TaskID); got.Result.Status != "failed" || !strings.Contains(string(got.Result.Error), `"code":-32021`) {
		t.Errorf("it is %s", got.text)
	}
}
