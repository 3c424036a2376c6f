package toolchoice

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/salaatflow/platform/services/languagemodel"
	"github.com/salaatflow/platform/services/languagemodel/modeltest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// examine asks a stand-in that replies to each request as the function says.
func examine(t *testing.T, requests []Request, reply func(Request) modeltest.Reply) (Examination, *modeltest.Server) {
	t.Helper()
	server := modeltest.Start(t)
	byText := map[string]Request{}
	for _, one := range requests {
		byText[one.Text] = one
	}
	server.Script(func(asked modeltest.Request) modeltest.Reply { return reply(byText[asked.User]) })
	client, err := languagemodel.New(languagemodel.Options{Config: server.Config()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	found, err := Examine(t.Context(), client, shown(t), requests, 4)
	if err != nil {
		t.Fatal(err)
	}
	return found, server
}

// rightly calls what is right, with these arguments.
func rightly(t testing.TB, one Request, arguments map[string]any) modeltest.Reply {
	t.Helper()
	if one.Tool == "" {
		return modeltest.Say("You are welcome.")
	}
	raw, err := json.Marshal(arguments)
	if err != nil {
		t.Error(err)
	}
	return modeltest.Call(one.Tool, string(raw))
}

// A model that makes the right calls is right in everything.
func TestAModelThatIsAlwaysRightHasEverythingRight(t *testing.T) {
	found, server := examine(t, allRequests(t), func(one Request) modeltest.Reply { return rightly(t, one, one.Arguments) })
	if misses := found.Misses(); misses != "" {
		t.Error(misses)
	}
	if asked := server.Requests()[0]; len(asked.Tools) != len(shown(t)) || !strings.Contains(asked.System, "Sunday, 2026-11-29 10:00") {
		t.Errorf("it was asked with %d tools, and told %q", len(asked.Tools), asked.System)
	}
}

// Other values that are as right are right, such as a name in another script.
func TestOtherValuesThatAreAsRightAreRight(t *testing.T) {
	requests := slices.DeleteFunc(allRequests(t), func(one Request) bool { return len(one.Or) == 0 })
	found, _ := examine(t, requests, func(one Request) modeltest.Reply {
		arguments := maps.Clone(one.Arguments)
		for parameter, others := range one.Or {
			arguments[parameter] = others[len(others)-1]
		}
		return rightly(t, one, arguments)
	})
	if misses := found.Misses(); misses != "" || len(found.Outcomes) == 0 {
		t.Errorf("%d were asked: %s", len(found.Outcomes), misses)
	}
}

// The context of a request is told before it.
func TestTheModelIsToldWhatWasSaidBefore(t *testing.T) {
	_, server := examine(t, []Request{{Language: "en", Text: "And who leads the prayers there?", Context: "Masjid 4 is Jinnah Masjid."}},
		func(Request) modeltest.Reply { return modeltest.Say("?") })
	if asked := server.Next(); !strings.Contains(asked.System, "Masjid 4 is Jinnah Masjid.") || !strings.Contains(asked.User, "who leads") {
		t.Errorf("it was told %q, and asked %q", asked.System, asked.User)
	}
}

// What counts in a call, and what does not.
func TestACallIsComparedByWhatItMeans(t *testing.T) {
	for name, tc := range map[string]struct {
		tool, right, call string
		want              string // in what they differ
	}{
		"the same":              {"get_masjid_details", `{"masjid_id":4}`, `{"masjid_id":4}`, ""},
		"another number":        {"get_masjid_details", `{"masjid_id":4}`, `{"masjid_id":5}`, "masjid_id is 5, not 4"},
		"a number as text":      {"get_masjid_details", `{"masjid_id":4}`, `{"masjid_id":"4"}`, "masjid_id is 4, not 4"},
		"one is missing":        {"get_masjid_details", `{"masjid_id":4}`, `{}`, "masjid_id is missing"},
		"one that nobody said":  {"list_tasks", `{}`, `{"priority":"high"}`, "priority is high, which nobody said"},
		"a default":             {"list_tasks", `{}`, `{"status":"pending","limit":50}`, ""},
		"no default":            {"list_tasks", `{}`, `{"status":"all"}`, "status is all, which nobody said"},
		"a default is left out": {"list_tasks", `{"status":"pending"}`, `{}`, ""},
		"today":                 {"get_prayer_times", `{"city":"Lahore"}`, `{"city":"Lahore","date":"2026-11-29"}`, ""},
		"another day":           {"get_prayer_times", `{}`, `{"date":"2026-11-30"}`, "date is 2026-11-30, which nobody said"},
		"the user's own city":   {"get_current_prayer", `{}`, `{"city":"karachi"}`, ""},
		"a place said in full":  {"get_prayer_times", `{"city":"Lahore"}`, `{"city":"LAHORE, Pakistan"}`, ""},
		"another place":         {"get_prayer_times", `{"city":"Lahore"}`, `{"city":"Multan"}`, "city is Multan, not Lahore"},
		"a value of a list":     {"list_tasks", `{"linked_prayer":"Fajr"}`, `{"linked_prayer":"fajr"}`, "linked_prayer is fajr, not Fajr"},
		"a moment with an offset": {
			"create_task", `{"title":"x","due_datetime":"2026-12-03T17:00"}`, `{"title":"y","due_datetime":"2026-12-03T12:00:00Z"}`, "",
		},
		"the start of a day": {
			"create_task", `{"title":"x","due_datetime":"2026-12-03"}`, `{"title":"y","due_datetime":"2026-12-03T00:00:00"}`, "",
		},
		"another hour": {
			"create_task", `{"title":"x","due_datetime":"2026-12-03T17:00"}`, `{"title":"y","due_datetime":"2026-12-03T05:00"}`,
			"due_datetime is 2026-12-03T05:00, not 2026-12-03T17:00",
		},
		"a title in other words": {"create_task", `{"title":"Call aunt"}`, `{"title":"Phone my aunt","category":"other"}`, ""},
		"no title":               {"create_task", `{"title":"Call aunt"}`, `{"category":"other"}`, "title is missing"},
	} {
		t.Run(name, func(t *testing.T) {
			var right map[string]any
			if err := json.Unmarshal([]byte(tc.right), &right); err != nil {
				t.Fatal(err)
			}
			one := Request{Language: "en", Text: "x", Tool: tc.tool, Arguments: right}
			found, _ := examine(t, []Request{one}, func(Request) modeltest.Reply { return modeltest.Call(tc.tool, tc.call) })
			if got := found.Outcomes[0]; got.Differ != tc.want || got.IsRight() != (tc.want == "") || !got.HasTool() {
				t.Errorf("got %+v, want %q", got, tc.want)
			}
		})
	}
}

// The tables tell languages and tools apart, what was called instead, and what it cost.
func TestAnExaminationIsReported(t *testing.T) {
	requests := []Request{
		{Language: "en", Text: "one", Tool: "list_tasks"}, {Language: "en", Text: "two", Tool: "list_tasks"},
		{Language: "ur", Text: "three", Tool: "list_tasks"}, {Language: "ur", Text: "four"},
		{Language: "ur", Text: "five", Tool: "get_user_info"},
	}
	found, _ := examine(t, requests, func(one Request) modeltest.Reply {
		switch one.Text {
		case "one":
			return modeltest.Call("list_tasks", `{}`)
		case "two":
			return modeltest.Call("list_tasks", `{"status":"all"}`)
		case "three":
			return modeltest.Call("search_tasks", `{"q":"x"}`)
		case "four":
			return modeltest.Call("list_masjids", `[]`)
		default:
			return modeltest.Fail(500)
		}
	})
	found.Took = 90 * time.Second
	report := found.Markdown()
	for _, want := range []string{
		"| English | 2 | 100 % (34–100) | 50 % (9–91) |\n", "| Urdu | 3 | 0 % (0–56) | 0 % (0–56) |\n",
		"| all | 5 | 40 % (12–77) | 20 % (4–62) |\n",
		"| `list_tasks` | 3 | 67 % (21–94) | 33 % (6–79) | search_tasks 1 |\n", "| none | 1 | 0 % (0–79) | 0 % (0–79) | useless 1 |\n",
		"| `get_user_info` | 1 | 0 % (0–79) | 0 % (0–79) | no answer 1 |\n",
		"\n20 tokens asked and 8 answered, 4 and 1 for each request.", "all 1m30s.",
	} {
		if !strings.Contains(report, want) {
			t.Errorf("%q is missing in\n%s", want, report)
		}
	}
	if misses := found.Misses(); strings.Count(misses, "\n") != 4 || !strings.Contains(misses, `"two": list_tasks: status is all`) {
		t.Errorf("misses: %s", misses)
	}
}

// A model that is not there is said once, and not asked 400 times.
func TestAModelThatIsNotThereIsAnError(t *testing.T) {
	server := modeltest.Start(t)
	server.Always(modeltest.Fail(503))
	client, err := languagemodel.New(languagemodel.Options{Config: server.Config()})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if _, err := Examine(t.Context(), client, shown(t), allRequests(t), 4); !isNoAnswer(err) || server.Calls() != 1 {
		t.Errorf("asked %d times: %v", server.Calls(), err)
	}
}
