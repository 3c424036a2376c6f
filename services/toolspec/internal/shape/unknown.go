package shape

import (
	"slices"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/suggest"
)

// How many keys are listed: unknown ones in one message, and known ones in a hint.
const (
	maxListed = 8
	maxKnown  = 64
)

func unrecognized(keys string) string { return "Unrecognized key(s) in object: " + keys }

// unknownKeys are the keys of one object that its message does not have. The zero unknownKeys has none.
type unknownKeys struct {
	names      []string // in their order, each once
	violations []int    // where they are reported
}

func (u *unknownKeys) add(name string, violation int) {
	u.violations = append(u.violations, violation)
	if !slices.Contains(u.names, name) {
		u.names = append(u.names, name)
	}
}

// explain has the violation of each key list them all and hint at what was meant, so that whichever is read tells the whole.
func (u *unknownKeys) explain(m *Message, violations []apperr.Violation) {
	if len(u.names) == 0 {
		return
	}
	listed := u.names[:min(len(u.names), maxListed)]
	message := unrecognized("'" + strings.Join(listed, "', '") + "'")
	if more := len(u.names) - len(listed); more > 0 {
		message += " and " + strconv.Itoa(more) + " more"
	}
	hint := m.hint(listed)
	for _, at := range u.violations {
		violations[at].Message, violations[at].Hint = message, hint
	}
}

// hint tells what keys were probably meant, and which there are.
func (m *Message) hint(unknown []string) string {
	known := make([]string, len(m.ordered))
	for i, f := range m.ordered {
		known[i] = f.name
	}
	if len(known) == 0 {
		return "There are no keys here."
	}
	var meant strings.Builder
	for _, name := range unknown {
		if question := suggest.Question(name, known); question != "" {
			meant.WriteString("For '" + name + "'" + question + " ")
		}
	}
	listed := "Known keys: " + strings.Join(known[:min(len(known), maxKnown)], ", ")
	if more := len(known) - maxKnown; more > 0 {
		listed += " and " + strconv.Itoa(more) + " more"
	}
	return meant.String() + listed + "."
}
