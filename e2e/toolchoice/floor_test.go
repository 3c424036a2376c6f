package toolchoice

import (
	"encoding/json"
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/languagemodel"
)

var update = flag.Bool("update", false, "write floor.json and the tables of docs/benchmarks.md anew")

// shown returns the tools as a model is shown them, without the list of skills, which is made while the platform runs.
func shown(t testing.TB) []languagemodel.Tool {
	t.Helper()
	tools := platformTools(t)
	var all []languagemodel.Tool
	for _, name := range slices.Sorted(maps.Keys(tools)) {
		all = append(all, languagemodel.Tool{Name: name, Description: tools[name].Description, Parameters: tools[name].InputSchema})
	}
	return all
}

func judgeOf(t testing.TB, tools ...languagemodel.Tool) *Judge {
	t.Helper()
	judge, err := NewJudge(tools)
	if err != nil {
		t.Fatal(err)
	}
	return judge
}

const (
	floorFile = "floor.json"
	document  = "../../docs/benchmarks.md"
	howToRun  = "`make tool-choice-floor` writes it, to be committed with what changed it"
)

// The texts of the tools lead to the right one as often as was committed: whoever changes them sees what that does.
func TestToolsAreToldApartByTheirTexts(t *testing.T) {
	floor := MeasureFloor(judgeOf(t, shown(t)...), allRequests(t))
	text, err := os.ReadFile(floorFile)
	if err != nil {
		t.Fatal(err)
	}
	var committed Floor
	if err := json.Unmarshal(text, &committed); err != nil {
		t.Fatal(err)
	}
	before, tables, after := section(t)
	if *update {
		write(t, floor, before+floor.Markdown()+after)
		return
	}
	for name, was := range placesOf(committed) {
		switch now := placesOf(floor)[name]; {
		case now == was:
		case now.First < was.First || now.Three < was.Three:
			t.Errorf("%s: it fell from %+v to %+v: say better in the tools' texts when each is right. If it has to be: %s", name, was, now, howToRun)
		default:
			t.Errorf("%s: it rose from %+v to %+v: %s", name, was, now, howToRun)
		}
	}
	if tables != floor.Markdown() {
		t.Errorf("%s does not show what is measured: %s. It would be\n%s", document, howToRun, floor.Markdown())
	}
}

func placesOf(floor Floor) map[string]Places {
	places := map[string]Places{"all": floor.All}
	maps.Copy(places, floor.ByLanguage)
	return places
}

// section returns the tables in docs/benchmarks.md, and what stands around them.
func section(t testing.TB) (before, tables, after string) {
	t.Helper()
	const begin = "<!-- tool-choice: begin; `make tool-choice-floor` writes what follows -->\n\n"
	const end = "\n<!-- tool-choice: end -->"
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begun := strings.Cut(string(text), begin)
	tables, after, ended := strings.Cut(rest, end)
	if !begun || !ended {
		t.Fatalf("%s has no place for the tables, between %q and %q", document, begin, end)
	}
	return before + begin, tables, end + after
}

func write(t testing.TB, floor Floor, text string) {
	t.Helper()
	figures, err := json.MarshalIndent(floor, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	for file, content := range map[string]string{floorFile: string(figures) + "\n", document: text} {
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("written:\n%s", floor.Markdown())
}

// What a description says of when to use other tools is to lead to these; one that it only mentions is nothing.
func TestWhatIsSaidOfAnotherToolLeadsToIt(t *testing.T) {
	judge := judgeOf(t,
		languagemodel.Tool{Name: "get_moon", Description: "Tells the moon of list_nights; for shadows use get_sun, and by name list_stars."},
		languagemodel.Tool{Name: "get_sun", Description: "Tells the sun. For names, use list_stars."},
		languagemodel.Tool{Name: "list_stars", Description: "Lists the stars."},
		languagemodel.Tool{Name: "list_nights", Description: "Lists what comes."},
	)
	for said, want := range map[string]string{"shadow": "get_sun", "name": "list_stars", "moon": "get_moon"} {
		if order := judge.Order(said); !slices.Equal(order, []string{want}) {
			t.Errorf("%q leads to %v, want %s", said, order, want)
		}
	}
}

// A request in one of the languages finds what is described in English, and one that shares no word with any tool finds none.
func TestTheJudgeReadsAllLanguages(t *testing.T) {
	judge := judgeOf(t, shown(t)...)
	for _, text := range []string{"delete the task", "kaam delete kar do", "کام حذف کر دیں"} {
		if order := judge.Order(text); len(order) == 0 || order[0] != "delete_task" {
			t.Errorf("%q leads to %v", text, order)
		}
	}
	if order := judge.Order("qwxz vfbnk"); order != nil {
		t.Errorf("nonsense leads to %v", order)
	}
}
