package plain

// maxDepth is how many objects and arrays may be nested in each other, the outermost included.
const maxDepth = 32

// longestNumber is how long a plain number is: each has its own float64.
const longestNumber = 15

// reader reads JSON (RFC 8259) that is UTF-8, token by token. Its methods return false for what is not JSON, and for what is not
// plain: numbers that are long or have an exponent, halves of surrogates, escapes in the names of members, deep nesting.
type reader struct {
	data  []byte
	at    int
	depth int
}

// next skips white space and returns the byte after it, 0 at the end.
func (r *reader) next() byte {
	for r.at < len(r.data) {
		switch c := r.data[r.at]; c {
		case ' ', '\t', '\n', '\r':
			r.at++
		default:
			return c
		}
	}
	return 0
}

// take reads one byte that must be there.
func (r *reader) take(want byte) bool {
	if r.next() != want {
		return false
	}
	r.at++
	return true
}

// object reads an object. The function reads the value of each member, whose name is as it stands in the text.
func (r *reader) object(member func(name []byte) bool) bool {
	if !r.enter('{') {
		return false
	}
	if r.take('}') {
		return r.leave()
	}
	for {
		r.next()
		name, ok := r.plainString()
		if !ok || !r.take(':') {
			return false
		}
		if r.next(); !member(name) {
			return false
		}
		if r.take(',') {
			continue
		}
		return r.take('}') && r.leave()
	}
}

func (r *reader) array() bool {
	if !r.enter('[') {
		return false
	}
	if r.take(']') {
		return r.leave()
	}
	for {
		if r.next(); !r.skip() {
			return false
		}
		if r.take(',') {
			continue
		}
		return r.take(']') && r.leave()
	}
}

func (r *reader) enter(bracket byte) bool {
	r.depth++
	return r.depth <= maxDepth && r.take(bracket)
}

func (r *reader) leave() bool {
	r.depth--
	return true
}

// skip reads any value.
func (r *reader) skip() bool {
	switch r.next() {
	case '{':
		return r.skipObject()
	case '[':
		return r.array()
	case '"':
		_, ok := r.str()
		return ok
	case 'n':
		return r.literal("null")
	case 't', 'f':
		return r.boolean()
	default:
		return r.number()
	}
}

func (r *reader) skipObject() bool {
	return r.object(func([]byte) bool { return r.skip() })
}

func (r *reader) boolean() bool { return r.literal("true") || r.literal("false") }

func (r *reader) literal(want string) bool {
	end := r.at + len(want)
	if end > len(r.data) || string(r.data[r.at:end]) != want {
		return false
	}
	r.at = end
	return true
}

func (r *reader) number() bool {
	start := r.at
	if !r.integer() {
		return false
	}
	if r.at < len(r.data) && r.data[r.at] == '.' {
		r.at++
		if !r.digits() {
			return false
		}
	}
	return r.at-start <= longestNumber && r.ended()
}

// integer reads the part of a number that every number has.
func (r *reader) integer() bool {
	if r.at < len(r.data) && r.data[r.at] == '-' {
		r.at++
	}
	if r.at < len(r.data) && r.data[r.at] == '0' {
		r.at++
		return true
	}
	return r.digits()
}

func (r *reader) digits() bool {
	start := r.at
	for r.at < len(r.data) && '0' <= r.data[r.at] && r.data[r.at] <= '9' {
		r.at++
	}
	return r.at > start
}

// ended reports whether what was read is no part of something longer.
func (r *reader) ended() bool {
	if r.at == len(r.data) {
		return true
	}
	switch r.data[r.at] {
	case ',', '}', ']', ' ', '\t', '\n', '\r':
		return true
	default:
		return false
	}
}

// id reads the id of a request; nil if it is none that is answered as it stands.
func (r *reader) id() []byte {
	start := r.at
	if r.next() == '"' {
		text, ok := r.plainString()
		if !ok {
			return nil
		}
		for _, c := range text {
			if c > '~' || c < ' ' {
				return nil
			}
		}
		return r.data[start:r.at]
	}
	if !r.integer() || r.at-start > longestNumber || !r.ended() {
		return nil
	}
	if text := r.data[start:r.at]; string(text) != "-0" {
		return text
	}
	return nil
}

// plainString reads a string without escapes and returns what stands between its quotes.
func (r *reader) plainString() ([]byte, bool) {
	start := r.at + 1
	escaped, ok := r.str()
	if !ok || escaped {
		return nil, false
	}
	return r.data[start : r.at-1], true
}

// str reads a string and reports whether it has escapes.
func (r *reader) str() (escaped, ok bool) {
	if r.at >= len(r.data) || r.data[r.at] != '"' {
		return false, false
	}
	r.at++
	for r.at < len(r.data) {
		switch c := r.data[r.at]; {
		case c == '"':
			r.at++
			return escaped, true
		case c == '\\':
			escaped = true
			if !r.escape() {
				return false, false
			}
		case c < ' ':
			return false, false
		default:
			r.at++
		}
	}
	return false, false
}

// escape reads an escape that stands for a character by itself.
func (r *reader) escape() bool {
	const size = len(`\u0000`)
	if r.at+1 >= len(r.data) {
		return false
	}
	switch r.data[r.at+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		r.at += 2
		return true
	case 'u':
	default:
		return false
	}
	if r.at+size > len(r.data) {
		return false
	}
	char := 0
	for _, c := range r.data[r.at+2 : r.at+size] {
		digit := hexDigit(c)
		if digit < 0 {
			return false
		}
		char = char<<4 | digit
	}
	r.at += size
	const firstSurrogate, lastSurrogate = 0xD800, 0xDFFF
	return char < firstSurrogate || char > lastSurrogate
}

func hexDigit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	default:
		return -1
	}
}
