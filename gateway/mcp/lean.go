package mcp

import "bytes"

// The text of a result is what a model reads, and pays for by its length. It is the JSON of structuredContent without what says nothing:
// null is left out wherever it is a member of an object. In lists, where the same is said of each, so are false, what is empty, and when
// a record was made and last changed. structuredContent has it all.

// appendLean appends compact JSON, as a JSON string, without what says nothing.
func appendLean(dst, text []byte) []byte {
	l := leaner{text: text, dst: append(dst, '"')}
	for l.at < len(text) {
		if !l.step() {
			return appendString(dst, text) // it is not compact
		}
	}
	l.flush()
	return append(l.dst, '"')
}

// leaner copies JSON in one pass, as long as there is nothing to escape and to leave out.
type leaner struct {
	text    []byte
	dst     []byte
	at      int
	start   int    // of what was read and not copied yet
	objects uint64 // a bit for each depth, from the lowest
	depth   int
	arrays  int // that are open
}

// maxLeanDepth is how deep objects and arrays may be.
const maxLeanDepth = 64

// step reads what is next. It returns false for what is no compact JSON.
func (l *leaner) step() bool {
	switch c := l.text[l.at]; c {
	case '"':
		return l.string()
	case '{', '[':
		return l.open(c)
	case '}', ']':
		l.at++
		l.depth--
		if c == ']' {
			l.arrays--
		}
		return l.depth >= 0
	case ',':
		l.at++
		return l.depth == 0 || l.objects>>(l.depth-1)&1 == 0 || l.member()
	default:
		l.at++
		return c > ' '
	}
}

func (l *leaner) open(c byte) bool {
	if l.depth == maxLeanDepth {
		return false
	}
	l.at++
	bit := uint64(1) << l.depth
	l.depth++
	if c == '[' {
		l.arrays++
		l.objects &^= bit
		return true
	}
	l.objects |= bit
	return l.is('}') || l.member()
}

// member reads the name of a member, and leaves it out if it says nothing.
func (l *leaner) member() bool {
	for l.is('"') {
		l.flush()
		mark, from := len(l.dst), l.at+1
		if !l.string() || !l.is(':') {
			return false
		}
		nothing := l.nothing(l.text[from:l.at-1], l.text[l.at+1:])
		if nothing == 0 {
			return true
		}
		l.dst = l.dst[:mark]
		l.at += 1 + nothing
		if l.is('}') {
			l.dst = bytes.TrimSuffix(l.dst, []byte{','})
			l.start = l.at
			return true
		}
		if !l.is(',') {
			return false
		}
		l.at++
		l.start = l.at
	}
	return false
}

// nothing returns the length of the value at the beginning of text, if it says nothing, or else 0.
func (l *leaner) nothing(name, text []byte) int {
	if len(text) < len(`""`) {
		return 0
	}
	switch c := text[0]; {
	case c == 'n':
		return len("null")
	case l.arrays == 0:
		return 0
	case c == 'f':
		return len("false")
	case c == '"' && text[1] == '"', c == '[' && text[1] == ']', c == '{' && text[1] == '}':
		return len(`""`)
	case c == '"' && isRecordTime(name):
		if end := 1 + bytes.IndexByte(text[1:], '"'); text[end-1] != '\\' { // as in no time
			return end + 1
		}
	}
	return 0
}

// isRecordTime reports whether a member says when a record was made or last changed.
func isRecordTime(name []byte) bool {
	return string(name) == "created_at" || string(name) == "updated_at"
}

// string reads a string.
func (l *leaner) string() bool {
	l.flush()
	l.dst = append(l.dst, '\\', '"')
	l.at++
	l.start = l.at
	text := l.text
	for i := l.at; i < len(text); i++ {
		switch text[i] {
		case '"':
			l.at = i
			l.flush()
			l.dst = append(l.dst, '\\', '"')
			l.at++
			l.start = l.at
			return true
		case '\\':
			l.at = i
			l.flush()
			l.dst = append(l.dst, '\\', '\\')
			if i++; i == len(text) {
				return false
			}
			if c := text[i]; c == '"' || c == '\\' { // what is escaped
				l.dst = append(l.dst, '\\')
			}
			l.start = i
		}
	}
	return false
}

// is reports whether a byte is next.
func (l *leaner) is(c byte) bool { return l.at < len(l.text) && l.text[l.at] == c }

// flush copies what was read.
func (l *leaner) flush() {
	l.dst = append(l.dst, l.text[l.start:l.at]...)
	l.start = l.at
}
