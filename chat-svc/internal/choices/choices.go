// Package choices finds the one of a few values that a person names.
package choices

import (
	"slices"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/language/spelling"
	"github.com/salaatflow/platform/services/toolspec"
)

// Spaced makes words of a name of the contract.
func Spaced(name string) string { return strings.ReplaceAll(name, "_", " ") }

// OneOf reports whether a value is one of the choices, or there are none to choose from.
func OneOf(choices []toolspec.Choice, value any) bool {
	return len(choices) == 0 || slices.ContainsFunc(choices, func(c toolspec.Choice) bool { return c.Value == value })
}

// callings returns everything that a choice is called, in any language: people mix them.
func callings(choice toolspec.Choice) []string {
	all := []string{choice.Value, Spaced(choice.Value)}
	for _, names := range choice.Names {
		all = append(all, names...)
	}
	return all
}

// Named returns the value that is named in a sentence, word by word; "" if none is, or several are. A longer name is meant before
// a shorter one.
func Named(choices []toolspec.Choice, sentence string) (value string) {
	said, longest := spelling.Words(sentence), 0
	for _, choice := range choices {
		for _, name := range callings(choice) {
			words := spelling.Words(name)
			switch {
			case len(words) < max(longest, 1) || !matching.Holds(said, words):
			case len(words) > longest:
				value, longest = choice.Value, len(words)
			case choice.Value != value:
				value = ""
			}
		}
	}
	return value
}

// Picked returns the value that answers the question which one is meant: by a name, despite spelling, or by its place in the list.
// It is "" if none is, or several are.
func Picked(choices []toolspec.Choice, text string) string {
	if value := Named(choices, text); value != "" {
		return value
	}
	if n, err := strconv.Atoi(strings.Join(spelling.Words(text), "")); err == nil && n >= 1 && n <= len(choices) {
		return choices[n-1].Value
	}
	var names, values []string
	for _, choice := range choices {
		for _, name := range callings(choice) {
			names, values = append(names, name), append(values, choice.Value)
		}
	}
	found, fit := matching.Find(text, names)
	if fit < matching.All {
		return ""
	}
	value := values[found[0]]
	for _, at := range found {
		if values[at] != value {
			return ""
		}
	}
	return value
}
