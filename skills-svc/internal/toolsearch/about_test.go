package toolsearch_test

import (
	"slices"
	"testing"

	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/skills-svc/internal/toolsearch"
)

// aboutTools are what is of use with other tools alone.
var aboutTools = []string{toolnames.Skill, toolnames.SearchTools}

// Tools about tools give examples of what others do, and are not found before these.
func TestToolsComeBeforeToolsAboutTools(t *testing.T) {
	finder, _ := finderOf(t, platform(t)...)
	for _, said := range []string{"roza kab khulega", "when may I break my fast", "افطار کب ہے", "lahore mein iftari kitne baje hai"} {
		found := namesOf(finder.Find(said, 5, anyone))
		if len(found) == 0 || found[0] != toolnames.GetPrayerTimes {
			t.Errorf("%q finds %v", said, found)
		}
	}
	all, err := toolsearch.New(&registry{now: catalogueOf(append(platform(t), neighbours(t))...)})
	if err != nil {
		t.Fatal(err)
	}
	before, said := 0, 0
	for _, language := range languages {
		for _, want := range readWanted(t, language) {
			if slices.Contains(aboutTools, want.tool) {
				continue
			}
			said++
			found := namesOf(all.Find(want.text, 5, anyone))
			of := slices.Index(found, want.tool)
			about := slices.IndexFunc(found, func(name string) bool { return slices.Contains(aboutTools, name) })
			if about >= 0 && (of < 0 || about < of) {
				before++
			}
		}
	}
	t.Logf("of %d descriptions of something else, %d find a tool about tools first", said, before)
	if most := said / 50; before > most {
		t.Errorf("%d of %d, want at most %d", before, said, most)
	}
}
