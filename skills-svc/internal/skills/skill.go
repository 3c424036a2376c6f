package skills

import (
	"slices"
	"strings"
	"time"
)

// Location is the root in which a skill was found.
type Location string

// The roots there are.
const (
	LocationProject Location = "project"
	LocationGlobal  Location = "global"
	LocationUser    Location = "user"
)

// Locations gives the roots in the order in which their skills go before those of the same name in others.
func Locations() []Location { return []Location{LocationProject, LocationGlobal, LocationUser} }

// Skill is what a SKILL.md says. It is not changed once it was read.
type Skill struct {
	// Name is 1 to 64 of a-z, 0-9 and single hyphens, and that of its folder.
	Name string
	// Description says what it does and when to use it.
	Description string
	// License and Compatibility are empty where nothing is said.
	License, Compatibility string
	// Metadata is what its author says besides.
	Metadata map[string]string
	// AllowedTools are those of the standard's allowed-tools; they are shown, and decide nothing.
	AllowedTools []string
	// Permissions are the capability categories and the names of tools that it asks for, each once.
	Permissions []string
	// Content is the instructions: what follows the front matter.
	Content string
	// Markdown is the whole file.
	Markdown string
	// Location is the root it was found in, and LoadedAt when it was read.
	Location Location
	LoadedAt time.Time
}

// BaseDirectory is the label of the skill's folder.
func (s *Skill) BaseDirectory() string { return Label(s.Location, s.Name) }

// Label names something in a root for callers, who are not to learn of paths on this machine.
func Label(location Location, path ...string) string {
	return "skill://" + strings.Join(append([]string{string(location)}, path...), "/")
}

// State is how a skill stands.
type State string

// The states there are.
const (
	// StateReady: its file was read well.
	StateReady State = "ready"
	// StateStale: its file is broken now, and the last good version is used.
	StateStale State = "stale"
	// StateBroken: its file was never read well.
	StateBroken State = "broken"
)

// States gives all states.
func States() []State { return []State{StateReady, StateStale, StateBroken} }

// Entry is a name in the library.
type Entry struct {
	Name     string
	Location Location
	State    State
	// Skill is nil for one that is broken.
	Skill *Skill
	// Warnings say what is wrong with its files, those of the ones it shadows too.
	Warnings []Warning
	// Shadows are the roots that have a skill of the same name which this one hides.
	Shadows []Location
}

// Warning is something wrong with a skill's file.
type Warning struct {
	// File is a label.
	File string
	// Line is from 1; 0 when it is about the whole file.
	Line    int
	Message string
}

// Collection is all skills at one moment. It is immutable and safe for concurrent use; what it gives must not be changed.
// The zero Collection is empty.
type Collection struct {
	entries []*Entry
	byName  map[string]*Entry
}

// NewCollection makes a collection of entries with different names.
func NewCollection(entries []*Entry) *Collection {
	c := &Collection{entries: slices.Clone(entries), byName: make(map[string]*Entry, len(entries))}
	slices.SortFunc(c.entries, func(a, b *Entry) int { return strings.Compare(a.Name, b.Name) })
	for _, entry := range c.entries {
		c.byName[strings.ToLower(entry.Name)] = entry
	}
	return c
}

// Entries gives all, by name.
func (c *Collection) Entries() []*Entry { return c.entries }

// Find gives the entry of a name, whatever the case of its letters; nil when there is none.
func (c *Collection) Find(name string) *Entry { return c.byName[strings.ToLower(name)] }

// Names gives the names of the skills that can be loaded, in alphabetical order.
func (c *Collection) Names() []string {
	var names []string
	for _, entry := range c.entries {
		if entry.Skill != nil {
			names = append(names, entry.Name)
		}
	}
	return names
}
