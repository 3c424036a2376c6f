// Package shape checks raw JSON against the shape of a message: what it holds, no more and no less, and each of the
// right type. It is strict where protojson is lenient, because an error that is named is easier to fix: no camelCase
// names, no numbers in quotes, no numbers for enumerations, no member twice. What passes is accepted by protojson,
// except the content of an Any, which no descriptor describes.
package shape

import (
	"strconv"

	"github.com/salaatflow/platform/services/apperr"
)

// MaxDepth is how many objects and arrays may be nested in each other, the outermost included.
const MaxDepth = 32

// MaxViolations is how many violations are reported at most.
const MaxViolations = 20

// Check returns what is wrong with a JSON object as this message; nil when nothing is. Members come in their order,
// and missing ones after them. Text that is not JSON is one violation alone. No text at all counts as {}. A null counts
// as absent, unless the member is required or the compiler is strict.
func (m *Message) Check(raw []byte) []apperr.Violation {
	c := checker{scanner: scanner{data: raw}}
	if len(raw) == 0 {
		c.missing(m, seen{})
		return c.violations
	}
	if !c.document(m) && c.fault != "" {
		return []apperr.Violation{{Message: malformed + c.fault}}
	}
	return c.violations
}

const malformed = "Malformed JSON: "

// Malformed returns what Check says of a text that is not JSON, and "" for JSON of any shape.
func Malformed(text []byte) string {
	c := checker{scanner: scanner{data: text}}
	if c.skip() {
		if c.next(); c.at < len(c.data) {
			c.unexpected()
		}
	}
	if c.fault == "" {
		return ""
	}
	return malformed + c.fault
}

type checker struct {
	scanner
	violations []apperr.Violation
	steps      [MaxDepth]step
	depth      int // containers open
	path       int // steps taken
	repair     *repair
	writes     bool // to wire; the first thing wrong then ends it
	wire       []byte
}

// step is one element of the path to the present place.
type step struct {
	name  string
	index int
	kind  stepKind
}

type stepKind uint8

const (
	stepField stepKind = iota
	stepItem
	stepKey
)

// document reports false when the rest of the text was not looked at.
func (c *checker) document(m *Message) bool {
	first := c.next()
	if c.at >= len(c.data) {
		return c.unexpected()
	}
	if first != '{' {
		if !c.wrong("object", first) {
			return false
		}
	} else if !c.object(m) {
		return false
	}
	if c.next(); c.at < len(c.data) {
		return c.unexpected()
	}
	return true
}

// report adds a violation at the present place. It returns false when there are enough.
func (c *checker) report(message string) bool {
	if c.writes {
		return false
	}
	c.violations = append(c.violations, apperr.Violation{Field: c.place(""), Message: message})
	return len(c.violations) < MaxViolations
}

// reportMember adds a violation at a member of the present place.
func (c *checker) reportMember(name, message string) bool {
	if c.writes {
		return false
	}
	c.violations = append(c.violations, apperr.Violation{Field: c.place(name), Message: message})
	return len(c.violations) < MaxViolations
}

// place spells the path as protovalidate does: a.b[0].c["key"].
func (c *checker) place(member string) string {
	var out []byte
	for _, s := range c.steps[:c.path] {
		switch s.kind {
		case stepItem:
			out = strconv.AppendInt(append(out, '['), int64(s.index), 10)
			out = append(out, ']')
		case stepKey:
			out = strconv.AppendQuote(append(out, '['), s.name)
			out = append(out, ']')
		case stepField:
			out = appendMember(out, s.name)
		}
	}
	if member != "" {
		out = appendMember(out, member)
	}
	return string(out)
}

func appendMember(out []byte, name string) []byte {
	if len(out) > 0 {
		out = append(out, '.')
	}
	return append(out, name...)
}

// within checks a value one step further down the path.
func (c *checker) within(s step, v *value) bool {
	c.steps[c.path] = s
	c.path++
	ok := c.value(v)
	c.path--
	return ok
}

// enter opens an object or array, leave closes it.
func (c *checker) enter() bool {
	if c.depth == MaxDepth {
		c.report("Nested more than " + strconv.Itoa(MaxDepth) + " levels deep")
		return false
	}
	c.depth++
	c.at++
	return true
}

func (c *checker) leave() bool {
	c.depth--
	c.at++
	return true
}

// wrong reports a value of the wrong type and skips it.
func (c *checker) wrong(want string, first byte) bool {
	received := typeOf(first)
	if received == "" {
		return c.unexpected()
	}
	return c.report("Expected "+want+", received "+received) && c.skip()
}

func typeOf(first byte) string {
	switch first {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return "number"
	}
	return ""
}
