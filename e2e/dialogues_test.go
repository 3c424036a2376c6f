package e2e

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/language/detect/evaluation"
	"github.com/salaatflow/platform/language/spelling"
)

var dialoguesFlag = flag.String("dialogues", "testdata/dialogues/*.json", "the files of dialogues to hold")

// dialogue is a conversation of one person with the chat, and what each answer has to be. Positions in a list are, for
// a new user, the numbers of the tasks.
type dialogue struct {
	ID      string
	Persona string
	Setup   struct {
		Nobody bool // the person is anonymous
		Tasks  []map[string]any
	}
	Turns []struct {
		Say    string
		Expect expectation
	}

	file string
}

// expectation is what an answer has to be. No intents, and a tool_called of null, leave open how the chat gets there.
type expectation struct {
	Intents        []string
	ToolCalled     *bool `json:"tool_called"`
	Arguments      map[string]any
	MustMention    []string `json:"must_mention"`
	MustNotMention []string `json:"must_not_mention"`
	Asks           *string
	NoAsks         bool `json:"no_asks"`
	Error          *string
	State          *taskState
}

// dialogueTime is when all dialogues take place: Monday, 2 March 2026, 10:00 in Karachi.
var dialogueTime = time.Date(2026, 3, 2, 5, 0, 0, 0, time.UTC)

func TestDialogues(t *testing.T) {
	t.Parallel()
	platform := harness.Start(t, harness.Options{Clock: clockwork.NewFakeClockAt(dialogueTime)})
	if *figuresFlag != "" {
		writeFigures(t, platform)
		return
	}
	for _, file := range dialogueFiles(t, *dialoguesFlag) {
		for _, d := range readJSON[[]dialogue](t, file) {
			d.file = file
			t.Run(d.ID, func(t *testing.T) {
				if problem, _ := hold(t, platform, d); problem != "" {
					t.Fatal(problem)
				}
			})
		}
	}
}

func dialogueFiles(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no dialogues in %s (%v)", pattern, err)
	}
	return files
}

// hold has a dialogue, and returns where it differs from what is expected, and the language it began in. Some dialogues take a
// yes for granted where the chat asks for one, and others say it themselves: either may be had.
func hold(t *testing.T, platform *harness.Platform, d dialogue) (problem, language string) {
	t.Helper()
	problem, language = holdOnce(t, platform, d, true)
	if problem != "" {
		if again, _ := holdOnce(t, platform, d, false); again == "" {
			return "", language
		}
	}
	return problem, language
}

// holdOnce has a dialogue. Unless granted, a yes is said for it only where its tasks are not as expected without.
func holdOnce(t *testing.T, platform *harness.Platform, d dialogue, granted bool) (problem, language string) {
	t.Helper()
	person := newTalk(platform)
	person.file = d.file
	if d.Setup.Nobody {
		person.user = 0
	}
	for _, task := range d.Setup.Tasks {
		setUp(t, platform, person.user, task)
	}
	for i, turn := range d.Turns {
		got := person.say(t, turn.Say)
		if i == 0 {
			language = got.Language
		}
		if turn.Expect.agreesTo(got) && (granted || !turn.Expect.holdsWithout(t, person)) {
			got = person.say(t, "yes")
		}
		turn.Expect.Arguments = pointedAt(turn.Expect.Arguments, person.listed)
		problem := turn.Expect.differs(got)
		if problem == "" {
			problem = turn.Expect.State.differs(t, person)
		}
		if problem != "" {
			return fmt.Sprintf("turn %d, %q: %s\nin %s", i+1, turn.Say, problem, got.raw), language
		}
	}
	return "", language
}

// confirms reports whether an answer asks for a yes, which is no slot: a dialogue that expects no slot to be asked for, and no
// tool to be called, leaves it open.
func (s said) confirms() bool { return s.Asks != nil && *s.Asks == "confirm" }

// agreesTo reports whether an answer asks for a yes that the dialogue takes for granted.
func (e expectation) agreesTo(got said) bool {
	return got.confirms() && (e.ToolCalled == nil || *e.ToolCalled) && e.Asks == nil && !e.NoAsks
}

// holdsWithout reports whether the tasks are as expected before a yes, which a later turn then says itself.
func (e expectation) holdsWithout(t *testing.T, person *talk) bool {
	t.Helper()
	open := e.ToolCalled == nil && len(e.Arguments) == 0 && e.State != nil
	return open && e.State.differs(t, person) == ""
}

func setUp(t *testing.T, platform *harness.Platform, user int32, task map[string]any) {
	t.Helper()
	task = maps.Clone(task)
	completed := task["status"] == "completed"
	delete(task, "status")
	if due, ok := task["due"]; ok {
		task["due_datetime"] = due
		delete(task, "due")
	}
	body, err := json.Marshal(task)
	if err != nil {
		t.Fatal(err)
	}
	created := send(t, platform, "POST", "/api/v1/tasks", string(body), as(user))
	if created.status != http.StatusCreated {
		t.Fatalf("set up: %+v", created)
	}
	if completed {
		send(t, platform, "PATCH", fmt.Sprintf("/api/v1/tasks/%v/complete", created.field(t, "id")), "", as(user))
	}
}

// talk is a person's conversation.
type talk struct {
	platform *harness.Platform
	user     int32 // 0 is anonymous
	id       *string
	listed   []any // what was listed last

	file  string // which the dialogue is of
	asked string // what the answer before asks for
	did   string // the tool that was called last
}

// newTalk begins a conversation of a new user.
func newTalk(platform *harness.Platform) *talk {
	return &talk{platform: platform, user: nextUser.Add(1)}
}

// said is an answer of the chat.
type said struct {
	Success        bool
	Message        string
	Language       string
	ConversationID string `json:"conversation_id"`
	Intent         string
	Tool           *string
	Arguments      map[string]any
	Data           map[string]any
	Asks           *string
	Error          *string
	ErrorMessage   *string `json:"error_message"`

	status int
	raw    string
}

func (p *talk) say(t *testing.T, message string) said {
	t.Helper()
	body := map[string]any{"message": message}
	if p.id != nil {
		body["conversation_id"] = *p.id
	}
	if p.user != 0 {
		body["user_id"] = p.user
	}
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	was := p.before(t)
	answered := send(t, p.platform, "POST", "/api/v1/chat", string(text))
	got := said{status: answered.status, raw: answered.body}
	if err := json.Unmarshal([]byte(answered.body), &got); err != nil {
		t.Fatalf("%q: not JSON: %s", message, answered.body)
	}
	if got.ConversationID != "" {
		p.id = &got.ConversationID
	}
	for _, things := range []string{"tasks", "masjids"} {
		if listed, ok := got.Data[things].([]any); ok {
			p.listed = listed
		}
	}
	if strings.Contains(answered.body, "TOOL_NOT_FOUND") {
		t.Fatalf("%q: %s", message, answered.body)
	}
	p.note(t, message, was, got)
	return got
}

// differs returns where an answer differs from what is expected.
func (e expectation) differs(got said) string {
	switch {
	case len(e.Intents) > 0 && !slices.Contains(e.Intents, got.Intent):
		return fmt.Sprintf("the intent is %s, want %v", got.Intent, e.Intents)
	case e.ToolCalled != nil && *e.ToolCalled != (got.Tool != nil):
		return fmt.Sprintf("a tool was called: %t, want %t", got.Tool != nil, *e.ToolCalled)
	case e.NoAsks && got.Asks != nil:
		return "it asks for " + *got.Asks
	case (e.isExact() && !got.confirms() || e.Asks != nil) && !equalOrNil(e.Asks, got.Asks):
		return "it asks for something else than " + orNothing(e.Asks)
	case !e.isExact():
		return e.differsInWords(got)
	case !equalOrNil(e.Error, got.Error):
		return "the error is " + orNothing(got.Error) + ", want " + orNothing(e.Error)
	case got.Success != (e.Error == nil):
		return fmt.Sprintf("success is %t", got.Success)
	}
	return e.differsInWords(got)
}

// isExact reports whether an expectation says all that an answer is, and not only what comes of it.
func (e expectation) isExact() bool {
	return len(e.Intents) > 0 && e.ToolCalled != nil || e.Error != nil
}

func (e expectation) differsInWords(got said) string {
	for name, want := range e.Arguments {
		if !sameArgument(name, want, got.Arguments[name]) {
			return fmt.Sprintf("the argument %s is %v, want %v", name, got.Arguments[name], want)
		}
	}
	for _, words := range e.MustMention {
		if !strings.Contains(strings.ToLower(got.Message), strings.ToLower(words)) {
			return fmt.Sprintf("the message does not mention %q", words)
		}
	}
	for _, words := range e.MustNotMention {
		if strings.Contains(strings.ToLower(got.Message), strings.ToLower(words)) {
			return fmt.Sprintf("the message mentions %q", words)
		}
	}
	return ""
}

func orNothing(text *string) string {
	if text == nil {
		return "nothing"
	}
	return *text
}

func equalOrNil(a, b *string) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// sameArgument compares as the dialogues mean it: times by date alone, texts whatever their spelling, and titles whatever form their
// infinitive has, as those of labelled sentences are compared.
func sameArgument(name string, want, got any) bool {
	expected, isText := want.(string)
	actual, _ := got.(string)
	switch {
	case !isText:
		return want == got
	case name == "due":
		return len(actual) >= len(expected) && actual[:10] == expected[:10]
	default:
		same := strings.Join(spelling.Words(expected), " ") == strings.Join(spelling.Words(actual), " ")
		return same || name == "title" && evaluation.Equal(name, expected, actual)
	}
}
