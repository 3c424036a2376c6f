package chat

import (
	"slices"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/spelling"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolspec"
)

// askParameter asks for a parameter of a registered tool, and says what it may be if it may only be one of a few things.
func (t *turn) askParameter(question conversation.Question, route *routing.Route, p parameter) {
	key := "ask_parameter"
	if len(route.Choices[question.Asks]) > 0 {
		key = "ask_choice" // the choices say more than a description in English
	}
	t.ask(question, key, messages.Args{
		"title": route.Title, "parameter": spaced(question.Asks), "description": messages.Data(p.Description),
	})
	var names []string
	for _, choice := range route.Choices[question.Asks] {
		names = append(names, messages.Data(t.nameOf(choice)))
	}
	if len(names) > 0 {
		t.answer.Message = joined(t.answer.Message, t.book.Say("one_of", messages.Args{"choices": t.book.List(names)}))
	}
}

// nameOf returns what a value is called in the language of the answer.
func (t *turn) nameOf(choice toolspec.Choice) string {
	if names := choice.Names[string(t.book.Language)]; len(names) > 0 {
		return names[0]
	}
	return spaced(choice.Value)
}

// spaced makes words of a name of the contract.
func spaced(name string) string { return strings.ReplaceAll(name, "_", " ") }

// isOneOf reports whether a value is one of the choices, or there are none to choose from.
func isOneOf(choices []toolspec.Choice, value any) bool {
	return len(choices) == 0 || slices.ContainsFunc(choices, func(c toolspec.Choice) bool { return c.Value == value })
}

// callings returns everything that a choice is called, in any language: people mix them.
func callings(choice toolspec.Choice) []string {
	all := []string{choice.Value, spaced(choice.Value)}
	for _, names := range choice.Names {
		all = append(all, names...)
	}
	return all
}

// chosen returns the value that is named in a sentence, word by word; "" if none is, or several are. A longer name is meant before
// a shorter one.
func chosen(choices []toolspec.Choice, sentence string) (value string) {
	said, longest := spelling.Words(sentence), 0
	for _, choice := range choices {
		for _, name := range callings(choice) {
			words := spelling.Words(name)
			switch {
			case len(words) < max(longest, 1) || !holds(said, words):
			case len(words) > longest:
				value, longest = choice.Value, len(words)
			case choice.Value != value:
				value = ""
			}
		}
	}
	return value
}

// holds reports whether some words stand among others, in their order and next to each other.
func holds(all, some []string) bool {
	for i := range len(all) - len(some) + 1 {
		if slices.Equal(all[i:i+len(some)], some) {
			return true
		}
	}
	return false
}

// picked returns the value that answers the question which one is meant: by a name, despite spelling, or by its place in the list.
// It is "" if none is, or several are.
func picked(choices []toolspec.Choice, text string) string {
	if value := chosen(choices, text); value != "" {
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
