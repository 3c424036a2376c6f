// Package sentences tells the sentences of a description apart.
package sentences

import (
	"regexp"
	"strings"
)

var (
	ending       = regexp.MustCompile(`[.!?…]["')\]]*(?:\s|$)`)
	abbreviation = regexp.MustCompile(`\b(?:e\.g|i\.e|etc|vs|cf)\.`)
)

// Count returns how many sentences a text has.
func Count(text string) int { return len(ends(text)) }

// First returns the first sentence of a text; the whole text if no sentence ends in it.
func First(text string) string {
	all := ends(text)
	if len(all) == 0 {
		return text
	}
	return strings.TrimSpace(text[:all[0][1]])
}

// ends returns where sentences end. The point of an abbreviation ends none.
func ends(text string) [][]int {
	hidden := abbreviation.ReplaceAllStringFunc(text, func(found string) string { return strings.ReplaceAll(found, ".", "_") })
	return ending.FindAllStringIndex(hidden, -1)
}
