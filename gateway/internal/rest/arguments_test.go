package rest

import (
	"strings"
	"testing"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolspec"
)

func bindingOf(t *testing.T, route string) *binding {
	t.Helper()
	found, err := bindings([]Service{{Descriptor: tasksv1.File_salaatflow_tasks_v1_tasks_proto.Services().ByName("TaskService")}})
	if err != nil {
		t.Fatal(err)
	}
	if found[route] == nil {
		t.Fatalf("there is no %s", route)
	}
	return found[route]
}

func texts(violations []apperr.Violation) (messages []string) {
	for _, violation := range violations {
		messages = append(messages, violation.Message)
	}
	return messages
}

// What is not JSON is refused in the words of a tool call, with the place in what was sent, and nothing else is said: what
// is missing from it may stand in what could not be read.
func TestABodyThatIsNoObjectIsRefusedByItself(t *testing.T) {
	create, change := bindingOf(t, "POST /api/v1/tasks"), bindingOf(t, "PATCH /api/v1/tasks/{task_id}")
	for _, body := range []string{
		`{"title":`, `{"title":"x",}`, `title=x`, ` `, `{"title":"a"} {}`, `{"a":1`, `{"priority":"high", "title" "x"}`, "{\"title\":\"\xff\"}",
		`{"title":"a"},{"b":"c"}`, `[]`, `"x"`, ` 5`, `null`, `[}`,
	} {
		want := create.arguments.Check([]byte(body))[:1]
		for name, got := range map[string][]string{
			"with path and query": texts(violations(change, map[string]string{"task_id": "1"}, "titel=x", body)),
			"alone":               texts(violations(create, nil, "", body)),
		} {
			if strings.Join(got, "; ") != want[0].Message {
				t.Errorf("%s %s: %q, want %q", body, name, got, want[0].Message)
			}
		}
		if malformed := toolspec.Malformed([]byte(body)); malformed != "" && malformed != want[0].Message {
			t.Errorf("%s: elsewhere %q, here %q", body, malformed, want[0].Message)
		}
	}
}

func TestABodyIsJoinedWithPathAndQuery(t *testing.T) {
	change := bindingOf(t, "PATCH /api/v1/tasks/{task_id}")
	for body, want := range map[string]string{
		``: "", `{}`: "", "{ }\n": "", "\n{\"title\":\"x\"}\n": "", `{"titel":"x"}`: "Unrecognized key(s) in object: 'titel'",
	} {
		got := violations(change, map[string]string{"task_id": "1"}, "", body)
		if strings.Join(texts(got), "; ") != want {
			t.Errorf("%q: %v, want %q", body, got, want)
		}
	}
}

// A value of the query is checked where there is a body, and is no part of the request; nor is a body where there is none.
func TestOnlyWhatThePathTakesIsSent(t *testing.T) {
	change, list := bindingOf(t, "PATCH /api/v1/tasks/{task_id}"), bindingOf(t, "GET /api/v1/tasks")
	for name, c := range map[string]struct {
		bound             *binding
		path              map[string]string
		query, body, want string
	}{
		"body":            {change, map[string]string{"task_id": "1"}, "", `{"title":"x"}`, `{"task_id":1,"title":"x"}`},
		"query with body": {change, map[string]string{"task_id": "1"}, "title=y", `{"priority":"low"}`, `{"task_id":1,"priority":"low"}`},
		"query":           {list, nil, "status=all", "", `{"status":"all"}`},
		"body of a GET":   {list, nil, "status=all", `{"priority":"low"}`, `{"status":"all"}`},
	} {
		if got, wrong := checkArguments(c.bound, c.path, c.query, []byte(c.body)); string(got) != c.want || len(wrong) > 0 {
			t.Errorf("%s: %s %v, want %s", name, got, wrong, c.want)
		}
	}
}

func violations(b *binding, path map[string]string, query, body string) []apperr.Violation {
	_, found := checkArguments(b, path, query, []byte(body))
	return found
}
