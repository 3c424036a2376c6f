package e2e

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	chatsvc "github.com/salaatflow/platform/chat-svc"
	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/services/languagemodel/modeltest"
)

// What the chat does not understand.
const riddle = "zzyzx flurble the wibble please"

func startWithModel(t *testing.T) (*harness.Platform, *modeltest.Server) {
	t.Helper()
	model := modeltest.Start(t)
	platform := harness.Start(t, harness.Options{
		Clock: clockwork.NewFakeClockAt(dialogueTime),
		Chat:  func(c *chatsvc.Settings) { c.Model = model.Config() },
	})
	return platform, model
}

func TestALargerModelIsOfferedOnlyWhatWasNotUnderstood(t *testing.T) {
	platform, model := startWithModel(t)
	model.Always(modeltest.Call("delete_task", `{"task_id":1}`))
	p := newTalk(platform)
	send(t, platform, "POST", "/api/v1/tasks", `{"title":"Secret visit"}`, as(p.user))
	for _, message := range []string{
		"show my tasks", "what time is Asr?", "don't delete task 1", "task 1 abhi delete mat karna", "how do I delete a task?",
		"rehne do", "undo",
		"shukriya", "assalamu alaikum", "yes", "no",
	} {
		p.say(t, message)
	}
	if model.Calls() != 0 {
		t.Fatalf("it was asked: %+v", model.Requests())
	}
	got := p.say(t, riddle)
	if model.Calls() != 1 || got.Tool != nil || got.Asks == nil || *got.Asks != "confirm" || got.Intent != "delete_task" {
		t.Errorf("a deletion that it proposes: %d, %s", model.Calls(), got.raw)
	}
	asked := model.Requests()[0]
	if asked.User != riddle || strings.Contains(asked.System, "Secret visit") || asked.Tools["list_tasks"] == nil || len(asked.Roles) != 2 {
		t.Errorf("it was told: %+v", asked)
	}
	if got := p.say(t, "no"); got.Tool != nil {
		t.Errorf("refused: %s", got.raw)
	}
	if list := send(t, platform, "GET", "/api/v1/tasks", "", as(p.user)); list.header.Get("X-Total-Count") != "1" {
		t.Errorf("the tasks: %s", list.body)
	}
	p.say(t, riddle)
	if got := p.say(t, "haan"); got.Tool == nil || *got.Tool != "delete_task" || !strings.Contains(got.Message, "Secret visit") {
		t.Errorf("allowed: %s", got.raw)
	}
}

func TestCallsOfALargerModelAreCheckedAsAnyOther(t *testing.T) {
	platform, model := startWithModel(t)
	p, nobody := newTalk(platform), newTalk(platform)
	nobody.user = 0
	for _, c := range []struct {
		name  string
		reply modeltest.Reply
		by    *talk
		tool  string // what is run, or empty
		asks  string
		code  string
	}{
		{"a call that reads", modeltest.Call("get_prayer_times", `{"area":"Clifton"}`), p, "get_prayer_times", "", ""},
		{"a call that writes", modeltest.Call("create_task", `{"title":"Dentist","due_datetime":"2026-03-03T10:00:00"}`), p, "", "confirm", ""},
		{"an unknown tool", modeltest.Call("drop_tables", `{}`), p, "", "", ""},
		{"an unknown argument", modeltest.Call("list_tasks", `{"mood":"good"}`), p, "", "", ""},
		{"somebody else's tasks", modeltest.Call("list_tasks", `{"user_id":1}`), nobody, "", "", ""},
		{"a wrong type", modeltest.Call("list_tasks", `{"limit":"all"}`), p, "", "", ""},
		{"a value that the service refuses", modeltest.Call("get_prayer_times", `{"area":"Atlantis"}`), p, "get_prayer_times",
			"", "VALIDATION_ERROR"},
		{"no user", modeltest.Call("list_tasks", `{}`), nobody, "list_tasks", "", "AUTH_REQUIRED"},
		{"no user for a write", modeltest.Call("delete_task", `{"task_id":1}`), nobody, "delete_task", "", "AUTH_REQUIRED"},
		{"words", modeltest.Say("I am sorry, Dave"), p, "", "", ""},
		{"two calls", modeltest.Calls([2]string{"list_tasks", "{}"}, [2]string{"delete_task", `{"task_id":1}`}), p, "", "", ""},
		{"no JSON", modeltest.Call("list_tasks", `{`), p, "", "", ""},
		{"a failure", modeltest.Fail(http.StatusInternalServerError), p, "", "", ""},
		{"too many requests", modeltest.TooMany(time.Minute), p, "", "", ""},
		{"a refusal", modeltest.Refuse(), p, "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			model.Always(c.reply)
			c.by.id = nil
			got := c.by.say(t, riddle)
			if orNothing(got.Tool) != orNothing(noText(c.tool)) || orNothing(got.Asks) != orNothing(noText(c.asks)) ||
				orNothing(got.Error) != orNothing(noText(c.code)) {
				t.Errorf("%s", got.raw)
			}
			if c.tool == "" && c.asks == "" && (got.Intent != "unknown" || got.status != http.StatusOK || strings.Contains(got.raw, "Dave")) {
				t.Errorf("nothing came of it: %s", got.raw)
			}
		})
	}
	t.Run("a write runs as it was confirmed", func(t *testing.T) {
		model.Always(modeltest.Call("create_task", `{"title":"Dentist","description":"Bring the card","due_datetime":"2026-03-03T10:00:00"}`))
		p.say(t, riddle)
		if got := p.say(t, "yes"); got.Tool == nil || *got.Tool != "create_task" || got.Arguments["description"] != "Bring the card" {
			t.Errorf("%s", got.raw)
		}
	})
	t.Run("without it nothing is different", func(t *testing.T) {
		model.Down()
		if got := p.say(t, riddle); got.status != http.StatusOK || got.Intent != "unknown" {
			t.Errorf("%s", got.raw)
		}
		if got := p.say(t, "what time is Asr?"); got.Tool == nil {
			t.Errorf("%s", got.raw)
		}
	})
}

// The chat can load skills too, and their tool's refusals have the same words as on every edge.
func TestTheChatLoadsASkill(t *testing.T) {
	platform, model := startWithModel(t)
	for arguments, want := range map[string]struct{ code, violation string }{
		`{"command":"PLAN-MY-DAY"}`: {},
		`{"command":""}`:            {"VALIDATION_ERROR", "Skill name cannot be empty"},
		`{"command":"pdf"}`:         {"NOT_FOUND", ""},
	} {
		model.Always(modeltest.Call("skill", arguments))
		got := send(t, platform, "POST", "/api/v1/chat", `{"message":"`+riddle+`"}`)
		if got.field(t, "tool") != "skill" || got.field(t, "success") != (want.code == "") {
			t.Errorf("%s: %s", arguments, got.body)
		}
		if want.code != "" && got.field(t, "error") != want.code {
			t.Errorf("%s: %s", arguments, got.body)
		}
		if want.violation != "" && (got.field(t, "violations.0.field") != "command" || got.field(t, "violations.0.message") != want.violation) {
			t.Errorf("%s: %s", arguments, got.body)
		}
	}
}

func noText(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func TestALargerModelHasItsTime(t *testing.T) {
	model := modeltest.Start(t)
	release := make(chan struct{})
	model.Always(modeltest.Hold(release, modeltest.Say("late")))
	t.Cleanup(func() { close(release) })
	platform := harness.Start(t, harness.Options{Chat: func(c *chatsvc.Settings) {
		c.Model = model.Config()
		c.Model.Timeout = 50 * time.Millisecond
	}})
	if got := newTalk(platform).say(t, riddle); got.status != http.StatusOK || got.Intent != "unknown" {
		t.Errorf("%s", got.raw)
	}
}
