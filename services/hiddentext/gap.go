package hiddentext

import (
	"fmt"
	"unicode"
)

// The most that is between two words, or before the first and after the last: deep indentation, or columns that are aligned. What
// follows more is out of sight where a text is shown in a line or a box.
const (
	mostColumns = 40 // in one line
	mostBreaks  = 4  // of lines
)

// The columns that blanks take.
const (
	tabColumns  = 8
	wideColumns = 2
	wideBlank   = '\u3000'
)

// gap counts the blanks in a row up to a character of a text. The zero gap is before the first.
type gap struct {
	characters, columns, breaks int
	afterReturn                 bool
}

// passes takes the next character, and reports whether there are too many blanks in a row now.
func (g *gap) passes(r rune) bool {
	afterReturn := g.afterReturn
	g.afterReturn = false
	switch {
	case r == ' ':
		g.columns++
	case r == '\n' && afterReturn: // of the same line break
	case r == '\n', r == '\r':
		g.breaks++
		g.columns, g.afterReturn = 0, r == '\r'
	case r == '\t':
		g.columns += tabColumns
	case r == wideBlank:
		g.columns += wideColumns
	case r > unicode.MaxASCII && unicode.Is(unicode.Zs, r):
		g.columns++
	default:
		*g = gap{}
		return false
	}
	g.characters++
	return g.columns > mostColumns || g.breaks > mostBreaks
}

// from returns the number of the character, from 1, at which the blanks begin that the character at an index is the last of.
func (g *gap) from(index int) int { return index + 2 - g.characters }

// String says what there is too much of.
func (g *gap) String() string {
	if g.breaks > mostBreaks {
		return fmt.Sprintf("more than %d line breaks in a row, behind which text is out of sight,", mostBreaks)
	}
	return fmt.Sprintf("more than %d blanks in a row, behind which text is out of sight,", mostColumns)
}
