// Package choice says which of some values a text may be.
package choice

import (
	"fmt"
	"slices"
	"strings"
)

// Many is how many values are listed at most wherever they are told.
const Many = 16

// some is how many of more are named.
const some = 8

// Expected says which of these values was expected in place of a text. Of more than Many it names the nearest, and the first of the
// others, which a contract has in the order of use.
func Expected(values []string, given string) string {
	if len(values) <= Many {
		return "Expected one of: " + strings.Join(values, ", ")
	}
	return fmt.Sprintf("Expected one of %d values, such as %s", len(values), strings.Join(nearest(values, given)[:some], ", "))
}

// Some describes more than Many values.
func Some(values []string) string {
	return fmt.Sprintf("One of %d values, such as %s; any other text is answered with the nearest.",
		len(values), strings.Join(values[:some], ", "))
}

// nearest returns the values, those first that a text resembles.
func nearest(values []string, given string) []string {
	text := plain(given)
	distances := make(map[string]int, len(values))
	for _, value := range values {
		distances[value] = distance(plain(value), text)
	}
	sorted := slices.Clone(values)
	slices.SortStableFunc(sorted, func(a, b string) int { return distances[a] - distances[b] })
	return sorted
}

// longest is how much of a text is looked at.
const longest = 64

// plain returns a text without what people write otherwise than values have it.
func plain(text string) string {
	text = strings.ToLower(text[:min(len(text), longest)])
	return strings.NewReplacer("_", "", "-", "", " ", "", ".", "").Replace(text)
}

// far is the distance of texts that do not resemble each other.
const far = longest

// distance is how many letters differ, if that is less than half of them. It is 0 where one text is part of the other.
func distance(value, text string) int {
	const part = 3
	within := strings.Contains(text, value) || strings.Contains(value, text)
	if within && min(len(value), len(text)) >= part {
		return 0
	}
	row := make([]int, len(text)+1)
	for i := range row {
		row[i] = i
	}
	for i := range len(value) {
		before := row[0]
		row[0]++
		for j := range len(text) {
			changed := before
			if value[i] != text[j] {
				changed++
			}
			before = row[j+1]
			row[j+1] = min(changed, row[j]+1, before+1)
		}
	}
	if differ := row[len(text)]; 2*differ < len(value) {
		return differ
	}
	return far
}
