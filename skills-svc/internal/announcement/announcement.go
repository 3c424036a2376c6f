// Package announcement keeps the list of skills in the description of the tool that loads them up to date.
package announcement

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf16"

	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"
	"github.com/salaatflow/platform/services/hiddentext"
	"github.com/salaatflow/platform/services/registration"
	"github.com/salaatflow/platform/skills-svc/internal/library"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// Announcer tells callers which skills there are.
type Announcer struct {
	library      *library.Library
	descriptions *registration.Descriptions
}

// New returns an Announcer of the skills of library.
func New(library *library.Library, descriptions *registration.Descriptions) *Announcer {
	return &Announcer{library: library, descriptions: descriptions}
}

// Run announces the skills whenever they change, until ctx ends.
func (a *Announcer) Run(ctx context.Context) {
	changed, cancel := a.library.Subscribe()
	defer cancel()
	for {
		select {
		case <-ctx.Done():
			return
		case <-changed:
			a.Announce()
		}
	}
}

// Announce announces the skills there are now.
func (a *Announcer) Announce() {
	a.descriptions.Describe(skillsv1.SkillService_Skill_FullMethodName, Text(a.library.Current()))
}

// maxText is the longest list of skills, in UTF-16 code units, as hosts count them. With what else the description says it stays under
// the 2,048 at which Claude Code cuts a description off.
const maxText = 1300

// Text lists the skills that can be loaded, each with as much of its description as there is room for. If there is no room for all of
// them, it says how to find the others.
func Text(collection *skills.Collection) string {
	var loadable []*skills.Skill
	for _, entry := range collection.Entries() {
		if entry.Skill != nil {
			loadable = append(loadable, entry.Skill)
		}
	}
	if len(loadable) == 0 {
		return "No skills are available now."
	}
	items := list(loadable, maxText)
	if len(items) == len(loadable) {
		return "Skills available now: " + strings.Join(items, separator) + "."
	}
	return fmt.Sprintf("The first %d of %d skills available now: %s. To find others, call this with a word for the task: the error names "+
		"the skills that fit it.", len(items), len(loadable), strings.Join(items, separator))
}

const separator = "; "

// list returns the entries of the first skills, as many as there is room for.
func list(loadable []*skills.Skill, room int) []string {
	share := room/len(loadable) - len(separator)
	var items []string
	for _, skill := range loadable {
		next := item(skill, share)
		if room -= length(next) + len(separator); room < 0 {
			break
		}
		items = append(items, next)
	}
	return items
}

// item returns a skill's entry in the list: its name, and its description if enough of it fits to be worth reading.
func item(skill *skills.Skill, room int) string {
	const separator, worthReading = ": ", 20
	description := strings.TrimRight(strings.Join(strings.Fields(skill.Description), " "), ".")
	room -= length(skill.Name) + len(separator)
	switch {
	case room < worthReading, hiddentext.Find(description) != nil: // with which the registry would refuse the whole service
		return skill.Name
	case length(description) > room:
		return skill.Name + separator + cut(description, room-1) + "…"
	default:
		return skill.Name + separator + description
	}
}

// cut returns the beginning of a text that is longer, without half of a character.
func cut(text string, units int) string {
	return strings.TrimSuffix(string(utf16.Decode(utf16.Encode([]rune(text))[:units])), "\uFFFD")
}

func length(text string) int { return len(utf16.Encode([]rune(text))) }
