package audit

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The longest texts of a record, in bytes.
const (
	maxName   = 256
	maxDetail = 4096
)

// Printable returns a text of at most so many bytes in which everything that is no printable character is U+FFFD: what a
// terminal would obey, what ends a line, and what cannot be seen.
func Printable(text string, most int) string {
	if len(text) <= most && isPlain(text) {
		return text
	}
	const ellipsis = "…"
	var b strings.Builder
	for _, r := range text {
		if r != ' ' && !unicode.IsPrint(r) {
			r = utf8.RuneError
		}
		if b.Len()+utf8.RuneLen(r)+len(ellipsis) > most {
			b.WriteString(ellipsis)
			break
		}
		b.WriteRune(r)
	}
	return b.String()
}

// isPlain reports whether a text is printable ASCII, which nearly all are.
func isPlain(text string) bool {
	for i := range len(text) {
		if !printable[text[i]] {
			return false
		}
	}
	return true
}

// printable are the printable characters of ASCII, and unescaped those that are themselves in a JSON string: tables, since each record
// asks of hundreds.
var printable, unescaped = func() (plain, bare [1 << 8]bool) {
	for c := ' '; c <= '~'; c++ {
		plain[c], bare[c] = true, c != '"' && c != '\\'
	}
	return plain, bare
}()
