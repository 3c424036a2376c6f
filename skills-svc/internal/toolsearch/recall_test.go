package toolsearch_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/skills-svc/internal/toolsearch"
)

// wanted is a description of what somebody wants to do, and the tool that does it.
type wanted struct{ tool, text string }

func readWanted(t testing.TB, language string) []wanted {
	t.Helper()
	text, err := os.ReadFile("testdata/" + language + ".tsv")
	if err != nil {
		t.Fatal(err)
	}
	var all []wanted
	for line := range strings.Lines(string(text)) {
		tool, said, found := strings.Cut(strings.TrimSpace(line), "\t")
		if !found {
			t.Fatalf("%s: %q has no tab", language, line)
		}
		all = append(all, wanted{tool, said})
	}
	return all
}

var languages = []string{"english", "roman-urdu", "urdu"}

// The share of descriptions whose tool must be among the first five: of all, of those that the ranking was not made with, and of those in
// a language.
const (
	leastRecall           = 0.95
	leastRecallOfLanguage = 0.92
)

// The ranking was made with every third description; the others count by themselves.
func TestWhatPeopleWantIsAmongTheFirstFive(t *testing.T) {
	finder, err := toolsearch.New(&registry{now: catalogueOf(append(platform(t), neighbours(t))...)})
	if err != nil {
		t.Fatal(err)
	}
	var all, others tally
	for _, language := range languages {
		var of tally
		for i, want := range readWanted(t, language) {
			names := namesOf(finder.Find(want.text, 5, anyone))
			found := slices.Index(names, want.tool)
			of.add(found)
			all.add(found)
			if tuned := i%3 == 0; !tuned {
				others.add(found)
			} else if found < 0 { // only what it may be made better with
				t.Logf("%s: %q finds %s, not %s", language, want.text, strings.Join(names, ", "), want.tool)
			}
		}
		t.Logf("%s: %s", language, of)
		if of.recall() < leastRecallOfLanguage {
			t.Errorf("%s: %s, want %.2f", language, of, leastRecallOfLanguage)
		}
	}
	t.Logf("all: %s; two thirds that were not tuned on: %s", all, others)
	if all.recall() < leastRecall || others.recall() < leastRecall {
		t.Errorf("all: %s; two thirds that were not tuned on: %s; want %.2f", all, others, leastRecall)
	}
}
