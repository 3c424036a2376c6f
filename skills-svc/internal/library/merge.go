package library

import (
	"cmp"
	"slices"
	"strings"

	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// candidate is a skill's file in one of the roots.
type candidate struct {
	place
	location skills.Location
	skill    *skills.Skill // nil if there is no good version
	state    skills.State
	warnings []skills.Warning
}

// merge returns one entry for each name: that of the first root with a good version of it, or else of the first root
// that has it.
func merge(found []*candidate) []*skills.Entry {
	slices.SortStableFunc(found, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(a.root, b.root), strings.Compare(a.folder, b.folder))
	})
	byName := map[string][]*candidate{}
	var names []string
	for _, c := range found {
		name := strings.ToLower(c.folder)
		if byName[name] == nil {
			names = append(names, name)
		}
		byName[name] = append(byName[name], c)
	}
	entries := make([]*skills.Entry, 0, len(names))
	for _, name := range names {
		entries = append(entries, entryOf(byName[name]))
	}
	return entries
}

func entryOf(sameName []*candidate) *skills.Entry {
	chosen := sameName[0]
	for _, c := range sameName {
		if c.skill != nil {
			chosen = c
			break
		}
	}
	entry := &skills.Entry{Name: chosen.folder, Location: chosen.location, State: chosen.state, Skill: chosen.skill}
	for _, c := range sameName {
		entry.Warnings = append(entry.Warnings, c.warnings...)
		if c != chosen && c.skill != nil {
			entry.Shadows = append(entry.Shadows, c.location)
		}
	}
	return entry
}
