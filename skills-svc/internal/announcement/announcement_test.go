package announcement_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/salaatflow/platform/skills-svc/internal/announcement"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

func collection(descriptions ...string) *skills.Collection {
	entries := []*skills.Entry{{Name: "z-broken", State: skills.StateBroken}}
	for i, description := range descriptions {
		name := fmt.Sprintf("skill-%03d", i)
		entries = append(entries, &skills.Entry{Name: name, Skill: &skills.Skill{Name: name, Description: description}})
	}
	return skills.NewCollection(entries)
}

func TestTheListNamesWhatCanBeLoaded(t *testing.T) {
	for want, c := range map[string]*skills.Collection{
		"No skills are available now.":                                               collection(),
		"Skills available now: skill-000: Does it.":                                  collection("Does it."),
		"Skills available now: skill-000: Does it; skill-001: Does\nthat, too. Yes.": collection("Does it.", "Does\nthat, too. Yes."),
	} {
		if got := announcement.Text(c); got != strings.Join(strings.Fields(want), " ") {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A model reads the list with each request, so the list stays short and still has every skill.
func TestTheListStaysShort(t *testing.T) {
	for _, many := range []int{5, 10, 50, 200, 400} {
		descriptions := make([]string, many)
		for i := range descriptions {
			descriptions[i] = strings.Repeat("ط", 1024)
		}
		text := announcement.Text(collection(descriptions...))
		if length := utf8.RuneCountInString(text); length > 8000+10*many || !utf8.ValidString(text) {
			t.Errorf("%d skills are listed in %d characters", many, length)
		}
		for i := range many {
			if name := fmt.Sprintf("skill-%03d", i); !strings.Contains(text, name) {
				t.Errorf("%s is not among %d", name, many)
			}
		}
	}
}
