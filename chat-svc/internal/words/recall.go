package words

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// AsksWhatWasDone returns the tool of which a message asks what it did just now, "any" for whatever was done, or nothing: "which ones did
// you delete?", "what did I just add?".
func AsksWhatWasDone(message string) string {
	for _, tool := range slices.Sorted(maps.Keys(lists.whatWasDone)) {
		if slices.ContainsFunc(lists.whatWasDone[tool], func(p *regexp.Regexp) bool { return p.MatchString(message) }) {
			return tool
		}
	}
	return ""
}

// BringsBack reports whether a message wants something brought back: "put the fees back", "restore the gym one".
func (w Message) BringsBack() bool {
	return w.any(lists.Sets.Restoring) || w.any(lists.Sets.Bringing) && w.any(lists.Sets.Backward)
}

// BroughtBack returns what a message that brings something back names, or nothing where it names nothing: "put them all back".
func (w Message) BroughtBack() string {
	var named []string
	for _, word := range w.Folded {
		if !lists.Sets.Restoring[word] && !lists.Sets.Bringing[word] && !lists.Sets.Backward[word] && !lists.Sets.Aroundrestoring[word] {
			named = append(named, word)
		}
	}
	return strings.Join(named, " ")
}
