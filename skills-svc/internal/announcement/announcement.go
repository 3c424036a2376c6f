// Package announcement keeps the list of skills in the description of the tool that loads them up to date.
package announcement

import (
	"context"
	"strings"
	"unicode/utf8"

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

// maxText is the longest list of skills, in characters. A model reads it with each request.
const maxText = 8000

// Text lists the skills that can be loaded, each with as much of its description as there is room for.
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
	room := maxText / len(loadable)
	items := make([]string, 0, len(loadable))
	for _, skill := range loadable {
		items = append(items, item(skill, room))
	}
	return "Skills available now: " + strings.Join(items, "; ") + "."
}

// item returns a skill's entry in the list: its name, and its description if enough of it fits to be worth reading.
func item(skill *skills.Skill, room int) string {
	const separator, worthReading = ": ", 20
	description := strings.TrimRight(strings.Join(strings.Fields(skill.Description), " "), ".")
	room -= len(skill.Name) + len(separator)
	switch {
	case room < worthReading, hiddentext.Find(description) != nil: // with which the registry would refuse the whole service
		return skill.Name
	case utf8.RuneCountInString(description) > room:
		return skill.Name + separator + string([]rune(description)[:room-1]) + "…"
	default:
		return skill.Name + separator + description
	}
}
