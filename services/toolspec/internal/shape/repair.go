package shape

import (
	"unicode/utf16"
	"unicode/utf8"
)

// WellFormed returns a JSON object with U+FFFD in place of each byte that is not UTF-8 and each half of a surrogate pair,
// in the texts whose fields have the option parameter.to_well_formed. Everything else stays as it is, for Check to refuse.
// Where there is nothing to replace, raw itself is returned.
func (m *Message) WellFormed(raw []byte) []byte {
	if !m.repaired {
		return raw
	}
	c := checker{scanner: scanner{data: raw}, repair: &repair{}}
	c.document(m)
	if c.repair.until == 0 {
		return raw
	}
	return append(c.repair.out, raw[c.repair.until:]...)
}

// repair is a copy under construction in which ill-formed texts are replaced.
type repair struct {
	out   []byte
	until int // how much of the original is in out
}

// repairable reads the string of a value, and repairs it where that is wanted.
func (c *checker) repairable(v *value) (text, bool) {
	if c.repair == nil || !v.repaired {
		return c.str()
	}
	start := c.at + len(`"`)
	c.lenient = true
	t, ok := c.str()
	c.lenient = false
	if ok && !isWellFormed(t) {
		c.repair.out = append(c.repair.out, c.data[c.repair.until:start]...)
		c.repair.out = appendWellFormed(c.repair.out, t.raw)
		c.repair.until = start + len(t.raw)
	}
	return t, ok
}

func isWellFormed(t text) bool {
	if !utf8.Valid(t.raw) {
		return false
	}
	for i := 0; t.escaped && i < len(t.raw); {
		size, ok := wellFormedAt(t.raw[i:])
		if !ok {
			return false
		}
		i += size
	}
	return true
}

// appendWellFormed copies what stands between the quotes of a JSON string.
func appendWellFormed(out, raw []byte) []byte {
	for i := 0; i < len(raw); {
		size, ok := wellFormedAt(raw[i:])
		if ok {
			out = append(out, raw[i:i+size]...)
		} else {
			out = utf8.AppendRune(out, utf8.RuneError)
		}
		i += size
	}
	return out
}

// wellFormedAt returns the size of the character, or of the escape or pair of escapes, that a scanned string begins with,
// and whether it is Unicode.
func wellFormedAt(raw []byte) (size int, ok bool) {
	if raw[0] != '\\' {
		char, size := utf8.DecodeRune(raw)
		return size, char != utf8.RuneError || size > 1
	}
	first, unicode := hexRune(raw)
	switch {
	case !unicode:
		return len(`\n`), true
	case !utf16.IsSurrogate(first):
		return escapeSize, true
	}
	second, _ := hexRune(raw[escapeSize:])
	if utf16.DecodeRune(first, second) == utf8.RuneError {
		return escapeSize, false
	}
	return 2 * escapeSize, true
}

// holdsRepaired reports whether a message or one in it has a text to repair.
func (m *Message) holdsRepaired(seen map[*Message]bool) bool {
	if seen[m] {
		return false
	}
	seen[m] = true
	for _, f := range m.ordered {
		for v := &f.value; v != nil; v = v.item {
			if v.repaired || v.message != nil && v.message.holdsRepaired(seen) {
				return true
			}
		}
	}
	return false
}
