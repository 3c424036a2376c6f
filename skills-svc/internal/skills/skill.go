package skills

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Location is the root in which a skill was found.
type Location string

// The roots.
const (
	LocationProject Location = "project"
	LocationGlobal  Location = "global"
	LocationUser    Location = "user"
)

// Locations returns the roots in order of precedence for skills with the same name.
func Locations() []Location { return []Location{LocationProject, LocationGlobal, LocationUser} }

// Skill is the content of a SKILL.md. It is immutable once it was read.
type Skill struct {
	// Name is 1 to 64 of a-z, 0-9 and single hyphens. It is the name of the skill's folder.
	Name string
	// Description says what the skill does and when to use it.
	Description string
	// License and Compatibility may be empty.
	License, Compatibility string
	// Metadata holds further keys of the author.
	Metadata map[string]string
	// AllowedTools are those of the standard's allowed-tools. They are shown, and decide nothing.
	AllowedTools []string
	// Permissions are the capability categories and the names of tools that the skill asks for, each once.
	Permissions []string
	// Content is the instructions, which follow the front matter.
	Content string
	// Markdown is the whole file.
	Markdown string
	// Location is the root in which the skill was found, and LoadedAt when it was read.
	Location Location
	LoadedAt time.Time
}

// BaseDirectory returns the label of the skill's folder.
func (s *Skill) BaseDirectory() string { return Label(s.Location, s.Name) }

// Label returns a name for something in a root that shows callers no path of this machine.
func Label(location Location, path ...string) string {
	return "skill://" + strings.Join(append([]string{string(location)}, path...), "/")
}

// State is the state of a skill.
type State string

// The states.
const (
	// StateReady: its file is good.
	StateReady State = "ready"
	// StateStale: its file is broken now, and the last good version is used.
	StateStale State = "stale"
	// StateBroken: its file was never good.
	StateBroken State = "broken"
)

// States returns all states.
func States() []State { return []State{StateReady, StateStale, StateBroken} }

// Entry is a name in the library.
type Entry struct {
	Name     string
	Location Location
	State    State
	// Skill is nil if the skill is broken.
	Skill *Skill
	// Warnings are the problems of its files, including those of the files it shadows.
	Warnings []Warning
	// Shadows are the roots with a skill of the same name that this one hides.
	Shadows []Location
}

// Warning is a problem of a skill's file.
type Warning struct {
	// File is a label.
	File string
	// Line is from 1, or 0 for the whole file.
	Line    int
	Message string
}

// Collection is all skills at one moment. It is immutable and safe for concurrent use, and what it returns must not be
// modified. The zero Collection is empty.
type Collection struct {
	entries []*Entry
	byName  map[string]*Entry
}

// NewCollection returns a Collection of entries with different names.
func NewCollection(entries []*Entry) *Collection {
	c := &Collection{entries: slices.Clone(entries), byName: make(map[string]*Entry, len(entries))}
	slices.SortFunc(c.entries, func(a, b *Entry) int { return strings.Compare(a.Name, b.Name) })
	for _, entry := range c.entries {
		c.byName[strings.ToLower(entry.Name)] = entry
	}
	return c
}

// Entries returns all entries, by name.
func (c *Collection) Entries() []*Entry { return c.entries }

// Find returns the entry with a name, or nil. Case does not matter.
func (c *Collection) Find(name string) *Entry { return c.byName[strings.ToLower(name)] }

// Names returns the names of the skills that can be loaded, in alphabetical order.
func (c *Collection) Names() []string {
	var names []string
	for _, entry := range c.entries {
		if entry.Skill != nil {
			names = append(names, entry.Name)
		}
	}
	return names
}

// Fitting returns the names of the skills that can be loaded: first those in whose name or description most of the words stand, which
// may be a name that is nearly right, then in alphabetical order.
func (c *Collection) Fitting(words string) []string {
	wanted := strings.FieldsFunc(strings.ToLower(words), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	names, fits := c.Names(), map[string]int{}
	for _, name := range names {
		says := strings.ToLower(name + " " + c.Find(name).Skill.Description)
		for _, word := range wanted {
			if strings.Contains(says, word) {
				fits[name]++
			}
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(fits[b], fits[a]) })
	return names
}
