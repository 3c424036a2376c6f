// Package completion finds what is meant while somebody types, for RPCs that complete arguments.
package completion

import (
	"math"
	"strings"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
)

// Most is how many values an answer has.
const Most = 100

// Meant collects the values that may be meant by what was typed. It is for one goroutine.
type Meant struct {
	typed       string
	begin, hold []string
	seen        map[string]bool
}

// Of returns a collection for what was typed.
func Of(typed string) *Meant {
	return &Meant{typed: strings.ToLower(strings.TrimSpace(typed)), seen: map[string]bool{}}
}

// Add adds a value, once, if one of its names begins with what was typed or holds it, in capitals or not. The former come first, each in
// the order in which they are added.
func (m *Meant) Add(value string, names ...string) {
	if m.seen[value] {
		return
	}
	holds := false
	for _, name := range names {
		name = strings.ToLower(name)
		if name != "" && strings.HasPrefix(name, m.typed) {
			m.seen[value] = true
			m.begin = append(m.begin, value)
			return
		}
		holds = holds || strings.Contains(name, m.typed)
	}
	if holds {
		m.seen[value] = true
		m.hold = append(m.hold, value)
	}
}

// AddBeginning adds a value, once, that is known to have a name which begins with what was typed.
func (m *Meant) AddBeginning(value string) {
	if !m.seen[value] {
		m.seen[value] = true
		m.begin = append(m.begin, value)
	}
}

// Values returns all that may be meant, the most likely first.
func (m *Meant) Values() []string { return append(m.begin[:len(m.begin):len(m.begin)], m.hold...) }

// Response returns the first of the values, and how many there are.
func (m *Meant) Response() *toolsv1.CompleteResponse {
	values := m.Values()
	total := int32(min(len(values), math.MaxInt32))
	return &toolsv1.CompleteResponse{Values: values[:min(len(values), Most)], Total: total}
}
