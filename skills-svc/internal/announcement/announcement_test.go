package announcement_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
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

// A model reads the list with each request, and hosts cut a description off at 2,048 UTF-16 code units.
func TestTheDescriptionIsNeverCutOff(t *testing.T) {
	const own = 500 // what the description says besides
	for name, description := range map[string]string{"short": "x", "long": strings.Repeat("ط ", 512), "wide": strings.Repeat("🕌", 512)} {
		for _, many := range []int{0, 3, 5, 50, 500} {
			text := announcement.Text(collection(slices.Repeat([]string{description}, many)...))
			if units := len(utf16.Encode([]rune(text))); units+own > 2000 || !utf8.ValidString(text) || strings.ContainsRune(text, '\uFFFD') {
				t.Errorf("%d skills with a %s description are listed in %d units", many, name, units)
			}
		}
	}
}

func TestOfTooManySkillsTheListSaysHowToFindTheOthers(t *testing.T) {
	long := strings.Repeat("x", 56)
	entries := make([]*skills.Entry, 500)
	for i := range entries {
		name := fmt.Sprintf("%s-%03d", long, i)
		entries[i] = &skills.Entry{Name: name, Skill: &skills.Skill{Name: name, Description: "Does it."}}
	}
	text := announcement.Text(skills.NewCollection(entries))
	listed := strings.Count(text, long)
	begin := fmt.Sprintf("The first %d of 500 skills available now: ", listed)
	if listed < 20 || !strings.HasPrefix(text, begin) || !strings.Contains(text, "To find others") {
		t.Errorf("%d are listed: %s", listed, text)
	}
	if few := announcement.Text(collection(slices.Repeat([]string{"Does it."}, 50)...)); strings.Count(few, "skill-") != 50 {
		t.Errorf("not all of 50: %s", few)
	}
}
