package cares

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
)

//go:embed testdata/said.txt
var saidTXT []byte

type said struct {
	kind    Kind
	message string
	held    bool // no cue was written by it
}

// messages returns what testdata/said.txt has. Every third message of a kind is held.
func messages(t *testing.T) (all []said) {
	t.Helper()
	of := map[Kind]int{}
	for lines := bufio.NewScanner(bytes.NewReader(saidTXT)); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		name, message, ok := strings.Cut(lines.Text(), "\t")
		kind := Kind(strings.TrimSuffix(name, "none"))
		if !ok || kind != None && !slices.Contains(Kinds(), kind) {
			t.Fatalf("there is no kind before %q", lines.Text())
		}
		of[kind]++
		all = append(all, said{kind, message, of[kind]%3 == 0})
	}
	return all
}

// What is meant is heard, and nothing else is. Of the 168 held messages 166 were right before anything was mended by one: one was missed
// ("suicide ke khayal aa rahe hain"), and in one a death was heard ("my son has passed").
func TestWhatIsHeard(t *testing.T) {
	counts := map[bool]int{}
	for _, one := range messages(t) {
		counts[one.kind == None]++
		if got := In(one.message).Kind; got != one.kind {
			t.Errorf("%q (held: %t): %q is heard, want %q", one.message, one.held, got, one.kind)
		}
	}
	const least = 150
	if counts[true] < least || counts[false] < least {
		t.Errorf("there are only %v messages", counts)
	}
}

// In what people ask of their tasks, of prayers and masjids, nothing is heard.
func TestNothingIsHeardInWhatPeopleAskFor(t *testing.T) {
	paths, err := filepath.Glob("../../../../language/detect/testdata/*/*.jsonl")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%v, %v", paths, err)
	}
	read := 0
	for _, path := range paths {
		if filepath.Base(filepath.Dir(path)) == "intents" {
			continue // of dialogues, in which people tell of more than they ask for
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range bytes.Split(bytes.TrimSpace(data), []byte("\n")) {
			const each = 5 // the rest says much the same, and takes its time
			if i%each != 0 {
				continue
			}
			var one struct{ Text string }
			if err := json.Unmarshal(line, &one); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			read++
			if got := In(one.Text).Kind; got != None {
				t.Errorf("%q: %s is heard", one.Text, got)
			}
		}
	}
	const least = 1000
	if read < least {
		t.Errorf("only %d sentences were read", read)
	}
}

// What stands in an order is no news, but danger is heard in any, and it is told whether something else was ordered.
func TestOrders(t *testing.T) {
	for message, want := range map[string]Heard{
		"my father died, cancel the meeting":           {Death, true},
		"Ammi ka inteqal ho gaya aur meeting hata do":  {Death, true},
		"امی کا انتقال ہو گیا ہے، میٹنگ منسوخ کر دیں":  {Death, true},
		"my father died. please make dua for him":      {Death, false},
		"remind me to call Ali, his father died":       {},
		"add a task, my father died":                   {},
		"my son is sick, remind me to buy medicine":    {},
		"meri ammi beemar hain, dawai likh lo":         {},
		"remind me to buy milk, I want to kill myself": {Self, true},
		"add to my list: my husband hits me every day": {Violence, true},
		"": {}, "…": {}, "and": {}, "\xff\xfe": {},
	} {
		if got := In(message); got != want {
			t.Errorf("%q: %v is heard, want %v", message, got, want)
		}
	}
}

func TestWhatIsWrongInTheFileIsTold(t *testing.T) {
	for content, want := range map[string]string{
		"cues: [{kind: death, says: ['{kin}died']}]":                  "no set above is called kin",
		"sets: [{name: a, of: '{b}'}, {name: b, of: x}]":              "set a: ",
		"cues: [{kind: death, says: ['(']}]":                          "missing closing",
		"cues: [{kind: death, unless: ['(']}]":                        "missing closing",
		"cues: [{kind: birth, says: [born]}]":                         `there is no kind "birth"`,
		"orders: ['{x}']":                                             "orders: ",
		"cue: []":                                                     "cue",
		"cues: [{kind: death, says: [x], danger: true, when: later}]": "when",
	} {
		if _, err := load([]byte(content)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is refused with %v, want %q", content, err, want)
		}
	}
}

// A pattern is tried wherever it may hold: what it is not tried without never keeps it from holding.
func TestABankPassesOverNothing(t *testing.T) {
	for _, cue := range lists.cues {
		for i, one := range messages(t) {
			const each = 4 // every pattern is tried here, which takes its time
			if i%each != 0 {
				continue
			}
			for _, clause := range clausesOf(one.message) {
				holds := slices.ContainsFunc(cue.says.patterns, func(p needing) bool { return p.MatchString(clause) })
				if got := cue.says.matches(clause); got != holds {
					t.Errorf("%s in %q: %t, want %t", cue.kind, clause, got, holds)
				}
			}
		}
	}
}
