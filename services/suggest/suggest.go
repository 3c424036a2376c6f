// Package suggest finds what a person probably meant by a word that is not known.
package suggest

import (
	"cmp"
	"slices"
	"strings"
)

// most is how many words are suggested at once.
const most = 3

// Closest returns the candidates that resemble a word, the closest first. Case, and whether parts are joined by _ or -, make
// no difference.
func Closest(word string, candidates []string) []string {
	type near struct {
		candidate string
		distance  int
	}
	var found []near
	folded := fold(word)
	for _, candidate := range candidates {
		other := fold(candidate)
		distance := distance([]rune(folded), []rune(other))
		resembles := distance <= max(1, min(len(folded), len(other))/3) && distance < len(other)
		begins := len(folded) >= 3 && strings.HasPrefix(other, folded)
		if resembles || begins {
			found = append(found, near{candidate, distance})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Compare(a.distance, b.distance) })
	names := make([]string, 0, most)
	for _, one := range found[:min(most, len(found))] {
		names = append(names, one.candidate)
	}
	return names
}

// Question returns a question to append to the sentence that says that a word is not known, or nothing if no candidate
// resembles it.
func Question(word string, candidates []string) string {
	closest := Closest(word, candidates)
	switch len(closest) {
	case 0:
		return ""
	case 1:
		return ", did you mean " + closest[0] + "?"
	default:
		last := len(closest) - 1
		return ", did you mean " + strings.Join(closest[:last], ", ") + " or " + closest[last] + "?"
	}
}

func fold(word string) string { return strings.ReplaceAll(strings.ToLower(word), "-", "_") }

// distance returns how many letters must be put in, taken out, replaced or swapped with their neighbour to make one word
// the other.
func distance(a, b []rune) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		next := make([]int, len(b)+1)
		next[0] = i + 1
		for j := range b {
			replaced := last[j]
			if a[i] != b[j] {
				replaced++
			}
			next[j+1] = min(replaced, last[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, last = last, next
	}
	return last[len(b)]
}
