package shape

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// scanner reads JSON (RFC 8259) token by token, without copying. Its methods return false after a fault.
type scanner struct {
	data  []byte
	at    int
	fault string // what is wrong with the text; empty while nothing is
	// lenient accepts ill-formed Unicode in strings.
	lenient bool
}

// fail records what is wrong at the present place.
func (s *scanner) fail(what string) bool {
	s.fault = what + " at byte " + strconv.Itoa(s.at+1)
	return false
}

func (s *scanner) unexpected() bool {
	if s.at >= len(s.data) {
		s.fault = "unexpected end of text"
		return false
	}
	char, size := utf8.DecodeRune(s.data[s.at:])
	if char == utf8.RuneError && size == 1 {
		return s.fail("text is not UTF-8")
	}
	return s.fail("unexpected " + strconv.QuoteRune(char))
}

// next skips white space and returns the byte after it, 0 at the end.
func (s *scanner) next() byte {
	for s.at < len(s.data) {
		switch c := s.data[s.at]; c {
		case ' ', '\t', '\n', '\r':
			s.at++
		default:
			return c
		}
	}
	return 0
}

// take reads one byte that must be there.
func (s *scanner) take(want byte) bool {
	if s.next() != want || s.at >= len(s.data) {
		return s.unexpected()
	}
	s.at++
	return true
}

func (s *scanner) literal(want string) bool {
	for i := range len(want) {
		if s.at >= len(s.data) || s.data[s.at] != want[i] {
			return s.unexpected()
		}
		s.at++
	}
	return true
}

// text is a JSON string as it stands between its quotes.
type text struct {
	raw     []byte
	escaped bool
}

// hasNUL reports whether the character NUL is in the text, where it can only stand as an escape.
func (t text) hasNUL() bool {
	return t.escaped && bytes.Contains(t.raw, []byte(`\u0000`)) && strings.IndexByte(t.String(), 0) >= 0
}

// String returns the text without its escapes.
func (t text) String() string {
	if !t.escaped {
		return string(t.raw)
	}
	return unescape(t.raw)
}

// str reads a string; the place is its opening quote.
func (s *scanner) str() (text, bool) {
	s.at++
	start, escaped := s.at, false
	var bits byte
	for {
		i := s.at
		for i < len(s.data) && ordinary[s.data[i]] {
			bits |= s.data[i]
			i++
		}
		if s.at = i; i >= len(s.data) {
			return text{}, s.unexpected()
		}
		switch s.data[i] {
		case '"':
			raw := s.data[start:s.at]
			if bits >= utf8.RuneSelf && !s.lenient && !s.utf8(start, raw) {
				return text{}, false
			}
			s.at++
			return text{raw, escaped}, true
		case '\\':
			escaped = true
			if !s.escape() {
				return text{}, false
			}
		default:
			return text{}, s.fail("control character in a string")
		}
	}
}

// ordinary are the bytes that stand for themselves in a string, those of longer UTF-8 sequences among them.
var ordinary = func() (table [256]bool) {
	for c := range table {
		table[c] = c >= ' ' && c != '"' && c != '\\'
	}
	return table
}()

func (s *scanner) utf8(start int, raw []byte) bool {
	if utf8.Valid(raw) {
		return true
	}
	for s.at = start; ; {
		char, size := utf8.DecodeRune(s.data[s.at:])
		if char == utf8.RuneError && size == 1 {
			return s.fail("text is not UTF-8")
		}
		s.at += size
	}
}

// escape reads an escape; the place is its backslash.
func (s *scanner) escape() bool {
	if s.at+1 >= len(s.data) {
		s.at = len(s.data)
		return s.unexpected()
	}
	switch s.data[s.at+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.at += 2
		return true
	case 'u':
		return s.unicodeEscape()
	}
	return s.fail("unknown escape")
}

func (s *scanner) unicodeEscape() bool {
	first, ok := hexRune(s.data[s.at:])
	switch {
	case !ok:
		return s.fail("unknown escape")
	case first < surrogateLow || first > surrogateEnd:
		s.at += escapeSize
		return true
	}
	second, ok := hexRune(s.data[s.at+escapeSize:])
	paired := ok && first < surrogateHigh && second >= surrogateHigh && second <= surrogateEnd
	switch {
	case paired:
		s.at += 2 * escapeSize
	case s.lenient:
		s.at += escapeSize
	default:
		return s.fail("half of a surrogate pair")
	}
	return true
}

const (
	escapeSize    = len(`\u0000`)
	surrogateLow  = 0xD800 // first half of a pair from here,
	surrogateHigh = 0xDC00 // second half from here
	surrogateEnd  = 0xDFFF
)

// hexRune reads \uXXXX.
func hexRune(data []byte) (rune, bool) {
	if len(data) < escapeSize || data[0] != '\\' || data[1] != 'u' {
		return 0, false
	}
	var value rune
	for _, c := range data[2:escapeSize] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		value = value<<4 | rune(c)
	}
	return value, true
}

var simpleEscapes = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// unescape returns the text that a scanned string stands for.
func unescape(raw []byte) string {
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); {
		if raw[i] != '\\' {
			out = append(out, raw[i])
			i++
			continue
		}
		char, ok := hexRune(raw[i:])
		if !ok {
			out = append(out, simpleEscapes[raw[i+1]])
			i += 2
			continue
		}
		i += escapeSize
		if utf16.IsSurrogate(char) {
			second, _ := hexRune(raw[i:])
			if char = utf16.DecodeRune(char, second); char != utf8.RuneError { // else it is half a pair, let stand
				i += escapeSize
			}
		}
		out = utf8.AppendRune(out, char)
	}
	return string(out)
}

// number reads a number; the place is its first byte.
func (s *scanner) number() ([]byte, bool) {
	start := s.at
	if s.data[s.at] == '-' {
		s.at++
	}
	switch {
	case s.at < len(s.data) && s.data[s.at] == '0':
		s.at++
	case !s.digits():
		return nil, false
	}
	if s.at < len(s.data) && s.data[s.at] == '.' {
		s.at++
		if !s.digits() {
			return nil, false
		}
	}
	if s.at < len(s.data) && (s.data[s.at] == 'e' || s.data[s.at] == 'E') {
		s.at++
		if s.at < len(s.data) && (s.data[s.at] == '+' || s.data[s.at] == '-') {
			s.at++
		}
		if !s.digits() {
			return nil, false
		}
	}
	return s.data[start:s.at], true
}

// digits reads one digit or more.
func (s *scanner) digits() bool {
	start := s.at
	for s.at < len(s.data) && '0' <= s.data[s.at] && s.data[s.at] <= '9' {
		s.at++
	}
	return s.at > start || s.unexpected()
}
