package mcp

import (
	"bytes"
	"slices"
)

// The text of a result is what a model reads, and pays for by its length. It is the JSON of structuredContent without what says nothing:
// null is left out wherever it is a member of an object. In lists, where the same is said of each, so are false, what is empty, and when
// a record was made and last changed. structuredContent has it all.

// appendLean appends compact JSON, as a JSON string, without what says nothing.
func appendLean(dst, text []byte) []byte {
	begun := len(dst)
	dst = slices.Grow(dst, len(`""`)+2*len(text))
	l := leaner{text: text, out: dst[:cap(dst)], to: begun}
	l.put('"')
	for l.at < len(text) {
		if !l.step() {
			return appendString(dst, text) // it is not compact
		}
	}
	l.put('"')
	return l.out[:l.to]
}

// leaner copies JSON in one pass to where there is room for all of it.
type leaner struct {
	text, out []byte
	at, to    int
	objects   uint64 // a bit for each depth, from the lowest
	depth     int
	arrays    int // that are open
}

// maxLeanDepth is how deep objects and arrays may be.
const maxLeanDepth = 64

// step copies what is next. It returns false for what is no compact JSON.
func (l *leaner) step() bool {
	c := l.text[l.at]
	if c == '"' {
		return l.string()
	}
	l.put(c)
	l.at++
	switch c {
	case '{', '[':
		return l.open(c)
	case '}', ']':
		l.depth--
		if c == ']' {
			l.arrays--
		}
		return l.depth >= 0
	case ',':
		return l.depth == 0 || l.objects>>(l.depth-1)&1 == 0 || l.member()
	}
	return c > ' '
}

func (l *leaner) open(c byte) bool {
	if l.depth == maxLeanDepth {
		return false
	}
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

// member copies the name of a member, or leaves the member out if it says nothing.
func (l *leaner) member() bool {
	for l.is('"') {
		mark, from := l.to, l.at+1
		if !l.string() || !l.is(':') {
			return false
		}
		nothing := l.nothing(l.text[from:l.at-1], l.text[l.at+1:])
		if nothing == 0 {
			return true
		}
		l.to = mark
		l.at += 1 + nothing
		switch {
		case l.is(','):
			l.at++
		case !l.is('}'):
			return false
		default:
			if l.out[l.to-1] == ',' {
				l.to--
			}
			return true
		}
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

// string copies a string, whose quotes are escaped in a string, and so is what escapes.
func (l *leaner) string() bool {
	text, out, at, to := l.text, l.out, l.at+1, l.to
	out[to], out[to+1] = '\\', '"'
	to += 2
	for at < len(text) {
		c := text[at]
		at++
		switch c {
		case '"':
			out[to], out[to+1] = '\\', '"'
			l.at, l.to = at, to+2
			return true
		case '\\':
			if at == len(text) {
				return false
			}
			out[to], out[to+1] = c, c
			to += 2
			if c = text[at]; c == '"' || c == '\\' {
				out[to] = '\\'
				to++
			}
			at++
		}
		out[to] = c
		to++
	}
	return false
}

// is reports whether a byte is next.
func (l *leaner) is(c byte) bool { return l.at < len(l.text) && l.text[l.at] == c }

func (l *leaner) put(c byte) {
	l.out[l.to] = c
	l.to++
}
