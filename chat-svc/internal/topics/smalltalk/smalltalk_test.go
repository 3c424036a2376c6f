package smalltalk_test

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/topics/smalltalk"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
	"github.com/salaatflow/platform/language/detect/talk"
)

//go:embed testdata/said.txt
var saidTXT []byte

func detector(t *testing.T) *detect.Detector {
	t.Helper()
	d, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// heard is the kind of what is heard before anything else; "none" where nothing is.
func heard(d *detect.Detector, message string) string {
	read := d.Detect(detect.Input{Text: message, Now: evaluation.Now()})
	if smalltalk.IsGrave(read) {
		return string(read.Cues.Talk.Kind)
	}
	return "none"
}

// Whatever of the list is grave is heard as what it is, and of what only sounds so little is.
func TestWhatIsGraveIsHeard(t *testing.T) {
	d := detector(t)
	all, wrong := map[bool]int{}, map[bool]int{}
	for lines := bufio.NewScanner(bytes.NewReader(saidTXT)); lines.Scan(); {
		kind, message, ok := strings.Cut(lines.Text(), "\t")
		if strings.HasPrefix(kind, "#") {
			continue
		}
		if !ok {
			t.Fatalf("there is no kind before %q", lines.Text())
		}
		innocent := kind == "none"
		all[innocent]++
		if got := heard(d, message); got != kind {
			wrong[innocent]++
			t.Logf("%q is heard as %s, want %s", message, got, kind)
		}
	}
	if least := 150; all[false] < least || all[true] < least {
		t.Errorf("there are only %v messages", all)
	}
	if wrong[false] > mostMissed || wrong[true] > mostFalse {
		t.Errorf("%d of %d are not heard as what they are, at most %d; in %d of %d innocent ones something is, at most %d",
			wrong[false], all[false], mostMissed, wrong[true], all[true], mostFalse)
	}
}

// How many of the list may be heard as something else.
const (
	mostMissed = 0
	mostFalse  = 1
)

// In what people ask of their tasks, of prayers and masjids, hardly ever is anything grave heard.
func TestNothingIsHeardInWhatPeopleAskFor(t *testing.T) {
	d := detector(t)
	paths, err := filepath.Glob("../../../../language/detect/testdata/apart/*.jsonl")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%v, %v", paths, err)
	}
	read, wrong := 0, 0
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(data) {
			var one evaluation.Sentence
			if err := json.Unmarshal(line, &one); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			if one.Intents[0] == detect.Unknown {
				continue
			}
			read++
			if heard(d, one.Text) != "none" {
				wrong++
			}
		}
	}
	if least := 1000; read < least || wrong*mostEach > read {
		t.Errorf("in %d of %d sentences something is heard, at most one of %d", wrong, read, mostEach)
	}
}

// mostEach is of how many orders and questions one may be taken for news.
const mostEach = 500

// What stands in an order is no news, but danger is heard in any.
func TestAnOrderIsNoNews(t *testing.T) {
	d := detector(t)
	for message, want := range map[string]talk.Kind{
		"my father died, cancel the meeting":             "death",
		"امی کا انتقال ہو گیا ہے، میٹنگ منسوخ کر دیں":    "death",
		"my father died. please make dua for him":        "death",
		"remind me to call Ali, his father died":         "none",
		"my son is sick, remind me to buy medicine":      "none",
		"meri ammi beemar hain, dawai likh lo":           "none",
		"remind me to visit the grave of dada on friday": "none",
		"I want to end this task":                        "none",
		"my husband hits the gym at 6":                   "none",
		"I want to kill myself":                          "self",
		"add buy milk, I want to kill myself":            "self",
		"when is maghrib? I want to kill myself":         "self",
		"delete the meeting. I want to die":              "self",
		"کل کے کام حذف کر دو، میں مرنا چاہتا ہوں":        "self",
		"mera shohar roz marta hai, main kahan jaun":     "violence",
		"": "none", "…": "none", "and": "none", "\xff\xfe": "none",
	} {
		if got := heard(d, message); got != string(want) {
			t.Errorf("%q: %s is heard, want %s", message, got, want)
		}
	}
}

// Whatever a message may be taken for has an answer in each language that is spoken, or in the one it is in.
func TestEachKindHasAnAnswer(t *testing.T) {
	catalogue, err := messages.New()
	if err != nil {
		t.Fatal(err)
	}
	kinds := slices.DeleteFunc(talk.Alone(), func(k talk.Kind) bool { return k == talk.Request })
	for group, of := range talk.Groups() {
		if group != talk.Language {
			kinds = append(kinds, of...)
			continue
		}
		for _, kind := range of {
			if catalogue.InTongue(string(kind)) == "" {
				t.Errorf("nothing is said in %s", kind)
			}
		}
	}
	for _, language := range messages.Languages() {
		for _, kind := range kinds {
			if !catalogue.In(language).Has("talk_" + string(kind)) {
				t.Errorf("%s has no answer to %s", language, kind)
			}
		}
	}
}
