package annotation

import (
	"strings"
	"unicode"
)

// TrimSpace removes the white space around a text.
func TrimSpace(text string) string { return strings.TrimFunc(text, isSpace) }

// isSpace finds white space as patterns in JSON Schema mean it by \s, those of ECMA-262: what Unicode calls so, but for U+0085, and
// the mark at the beginning of files.
func isSpace(char rune) bool {
	const nextLine, byteOrderMark = '\u0085', '\ufeff'
	return unicode.IsSpace(char) && char != nextLine || char == byteOrderMark
}
