package answer_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"google.golang.org/protobuf/reflect/protoreflect"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/toolspec/answer"
)

// tasks is the result of list_tasks: tasks, count and next_page_token.
func tasks() protoreflect.MessageDescriptor {
	return (&tasksv1.ListTasksResponse{}).ProtoReflect().Descriptor()
}

type english struct{}

func (english) Text(text string) string      { return text }
func (english) Number(number float64) string { return fmt.Sprint(number) }
func (english) Truth(yes bool) string        { return map[bool]string{true: "yes", false: "no"}[yes] }
func (english) List(things []string) string  { return strings.Join(things, ", ") }
func decoded(text string) (m map[string]any) { _ = json.Unmarshal([]byte(text), &m); return m }
func written(t *testing.T, template, result string) string {
	t.Helper()
	parsed, err := answer.Parse(template, tasks())
	if err != nil {
		t.Fatalf("%s: %v", template, err)
	}
	return parsed.Write(decoded(result), english{})
}

func TestATemplateSaysWhatTheResultHolds(t *testing.T) {
	const two = `{"tasks":[{"title":"Quran","completed":true,"id":1},{"title":"Dhikr","completed":false,"id":2}],"count":7}`
	for template, want := range map[string]string{
		"There are {count}.":                                "There are 7.",
		"{count tasks} here:{each tasks} {title};{end}":     "2 here: Quran; Dhikr;",
		"{if tasks}some{else}none{end}":                     "some",
		"{if next_page_token}more{end}":                     "",
		"{each tasks}{id}{if completed}!{else}?{end} {end}": "1! 2?",
		"{{count}} is {count}":                              "{count} is 7",
		"{ count }, {count  tasks}":                         "7, 2",
		"{next_page_token}":                                 "",
		"{each tasks}{completed} {due_datetime}{end}":       "yes no",
		"تعداد {count}":                                     "تعداد 7",
	} {
		if got := written(t, template, two); got != want {
			t.Errorf("%q: %q, want %q", template, got, want)
		}
	}
	if got := written(t, "{if tasks}some{else}none of {count tasks}{end}", `{}`); got != "none of 0" {
		t.Errorf("of nothing: %q", got)
	}
}

func TestAWrongTemplateIsRefusedWithTheReason(t *testing.T) {
	for template, want := range map[string]string{
		"":                               "it has 0 characters",
		strings.Repeat("a", 2001):        "it has 2001 characters, and has to have 1 to 2000",
		"a {titel}":                      `at character 3: salaatflow.tasks.v1.ListTasksResponse has no field "titel"`,
		"{tasks.title}":                  "tasks has no fields, within {each tasks}",
		"{tasks}":                        "tasks is no text or number: name a field of it, within {each tasks}",
		"{each tasks}{titel}{end}":       `salaatflow.tasks.v1.Task has no field "titel"`,
		"{each tasks}{title}":            "{each tasks} has no {end}",
		"{each count}x{end}":             "count is no list of messages",
		"{count count}":                  "count is no list",
		"{count.x}":                      "count has no fields",
		"{if tasks}a{else}b{else}c{end}": "{if tasks} has no {end}",
		"a{end}":                         "{end} ends nothing",
		"{else}":                         "{else} ends nothing",
		"{count":                         "{ has no }; {{ is a brace",
		"count}":                         "at character 6: } ends nothing; }} is a brace",
		"{}":                             `has no field ""`,
		"{loop tasks}":                   `"loop" is none of count, each, if, else and end`,
		strings.Repeat("{if count}", 5) + strings.Repeat("{end}", 5): "more than 4 deep",
	} {
		if _, err := answer.Parse(template, tasks()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %s", template, err, want)
		}
	}
}

// However long a result is, an answer is one that can be read.
func TestAnAnswerIsBounded(t *testing.T) {
	task := `{"title":"` + strings.Repeat("long ", 2000) + `"}`
	result := `{"tasks":[` + strings.Repeat(task+",", 99) + task + `]}`
	got := written(t, "{each tasks}{title}{title}{end}", result)
	if n := utf8.RuneCountInString(got); n > 4010 || !strings.HasSuffix(got, "…") {
		t.Errorf("%d characters, ending in %q", n, got[len(got)-10:])
	}
	if got := written(t, "{each tasks}x{end}", result); got != strings.Repeat("x", 20)+"…" {
		t.Errorf("of 100 items: %q", got)
	}
}

func FuzzTemplate(f *testing.F) {
	for _, seed := range []string{"{count}", "{each tasks}{title}{end}", "{if tasks}a{else}b{end}", "{{}}", "{count tasks}", "{", "}{"} {
		f.Add(seed, `{"tasks":[{"title":"a"},null,1],"count":"x"}`)
	}
	f.Fuzz(func(t *testing.T, template, result string) {
		parsed, err := answer.Parse(template, tasks())
		if err != nil {
			return
		}
		if got := parsed.Write(decoded(result), english{}); utf8.RuneCountInString(got) > 4010 {
			t.Errorf("%d characters", utf8.RuneCountInString(got))
		}
	})
}
