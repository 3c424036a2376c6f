package toolspec

import (
	"strings"

	"github.com/salaatflow/platform/services/toolspec/internal/sentences"
)

// withAliases returns a description that names the aliases of its tool, if it has any, for models and people who read no other member.
// It says that they are names of before, so that nobody takes one for a second tool or calls it.
func withAliases(description string, aliases []string) string {
	switch len(aliases) {
	case 0:
		return description
	case 1:
		return description + "\n\nEarlier name: " + aliases[0] + "."
	}
	return description + "\n\nEarlier names: " + strings.Join(aliases, ", ") + "."
}

// ForModels returns the description with the example of arguments, if there is one, for who reads no other member.
func (t *Tool) ForModels() string { return t.withExample(t.Description) }

// InShort returns the first sentence of the description, with the example as well.
func (t *Tool) InShort() string { return t.withExample(sentences.First(t.Description)) }

func (t *Tool) withExample(description string) string {
	if t.ExampleArguments == nil {
		return description
	}
	return description + "\n\nExample: " + string(t.ExampleArguments)
}
