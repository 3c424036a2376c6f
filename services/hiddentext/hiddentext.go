// Package hiddentext finds what people do not see in a text and models read all the same, such as instructions in Unicode's tag
// characters, or behind so many blanks that they are out of sight. It lets through what a script needs to be written.
package hiddentext

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// Found is something hidden in a text.
type Found struct {
	// What names it, such as "U+200B ZERO WIDTH SPACE".
	What string
	// At is the number of the character, from 1.
	At int
}

// Error says what is hidden and where.
func (f *Found) Error() string { return fmt.Sprintf("%s at character %d", f.What, f.At) }

// Find returns the first thing that is hidden in a text, or nil. Blanks and line breaks are not hidden, unless there are more in a row
// than any layout needs.
func Find(text string) *Found {
	if IsPlain(text) {
		return nil
	}
	var runes []rune
	broken := -1 // the first byte that is not UTF-8, as an index in runes
	var brokenByte byte
	for at, r := range text {
		if _, size := utf8.DecodeRuneInString(text[at:]); r == utf8.RuneError && size == 1 && broken < 0 {
			broken, brokenByte = len(runes), text[at]
		}
		runes = append(runes, r)
	}
	var gap gap
	for i, r := range runes {
		if gap.passes(r) {
			return &Found{gap.String(), gap.from(i)}
		}
		switch {
		case i == broken:
			return &Found{fmt.Sprintf("the byte 0x%02X, which is not UTF-8", brokenByte), i + 1}
		case r == '<' && isComment(runes[i:]):
			return &Found{"a comment of HTML, which pages do not show", i + 1}
		case isInvisible(r) && !isNeeded(runes, i):
			return &Found{name(r), i + 1}
		}
	}
	return nil
}

// IsPlain reports whether a text is of ASCII's visible characters, blanks and line breaks alone, without a comment and without many
// blanks in a row, as most are: then nothing is hidden in it.
func IsPlain[T string | []byte](text T) bool {
	var gap gap
	for i := range len(text) {
		if gap.passes(rune(text[i])) {
			return false
		}
		switch c := text[i]; {
		case c >= utf8.RuneSelf, c == 0x7f, c < ' ' && c != '\t' && c != '\n' && c != '\r':
			return false
		case c == '<' && len(text)-i >= len(comment) && string(text[i:i+len(comment)]) == comment:
			return false
		}
	}
	return true
}

// comment begins a comment of HTML and of Markdown.
const comment = "<!--"

func isComment(runes []rune) bool {
	return len(runes) >= len(comment) && string(runes[:len(comment)]) == comment
}

// names are those of characters that are often met.
var names = map[rune]string{
	'\u00ad': "SOFT HYPHEN", graphemeJoiner: "COMBINING GRAPHEME JOINER", arabicLetterMark: "ARABIC LETTER MARK",
	'\u200b': "ZERO WIDTH SPACE", nonJoiner: "ZERO WIDTH NON-JOINER", joiner: "ZERO WIDTH JOINER",
	leftToRight: "LEFT-TO-RIGHT MARK", rightToLeft: "RIGHT-TO-LEFT MARK",
	'\u2028': "LINE SEPARATOR", '\u2029': "PARAGRAPH SEPARATOR",
	'\u202a': "LEFT-TO-RIGHT EMBEDDING", '\u202b': "RIGHT-TO-LEFT EMBEDDING", '\u202c': "POP DIRECTIONAL FORMATTING",
	'\u202d': "LEFT-TO-RIGHT OVERRIDE", '\u202e': "RIGHT-TO-LEFT OVERRIDE", '\u2060': "WORD JOINER",
	'\u2066': "LEFT-TO-RIGHT ISOLATE", '\u2067': "RIGHT-TO-LEFT ISOLATE", '\u2068': "FIRST STRONG ISOLATE",
	'\u2069': "POP DIRECTIONAL ISOLATE", '\ufeff': "ZERO WIDTH NO-BREAK SPACE",
}

func name(r rune) string {
	if known := names[r]; known != "" {
		return fmt.Sprintf("%U %s", r, known)
	}
	what := "which cannot be seen"
	switch {
	case unicode.IsControl(r):
		what = "a control character"
	case r >= firstTag && r <= lastTag:
		what = "a tag character, which spells what only machines read"
	case unicode.Is(unicode.Variation_Selector, r):
		what = "a variation selector"
	}
	return fmt.Sprintf("%U, %s,", r, what)
}

// isInvisible reports whether a character shows nothing, or changes how others are shown: controls, formats, what fonts
// ignore, variation selectors, line and paragraph separators, private use, and characters that look like a space and are none.
func isInvisible(r rune) bool {
	switch r {
	case '\t', '\n', '\r':
		return false
	case brailleBlank, graphemeJoiner:
		return true
	}
	if unicode.Is(unicode.Prepended_Concatenation_Mark, r) { // such as the sign before a year in Arabic: it is seen
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Noncharacter_Code_Point)
}

const (
	brailleBlank   = '\u2800'
	graphemeJoiner = '\u034f'

	nonJoiner, joiner           = '\u200c', '\u200d'
	leftToRight, rightToLeft    = '\u200e', '\u200f'
	arabicLetterMark            = '\u061c'
	textStyle, emojiStyle       = '\ufe0e', '\ufe0f'
	firstTag, lastTag           = '\U000e0000', '\U000e007f'
	keycap                      = '\u20e3'
	firstSkinTone, lastSkinTone = '\U0001f3fb', '\U0001f3ff'
)

// isNeeded reports whether an invisible character stands where writing needs it. Each stands alone: a run of them could spell
// something.
func isNeeded(runes []rune, i int) bool {
	before, after := at(runes, i-1), at(runes, i+1)
	switch runes[i] {
	case nonJoiner, joiner:
		if joins(letterBefore(runes, i)) {
			return !isInvisible(after)
		}
		return runes[i] == joiner && isPictured(before) && isPicture(after)
	case leftToRight, rightToLeft, arabicLetterMark:
		return !isInvisible(before) && !isInvisible(after) && (besideRightToLeft(runes, i, -1) || besideRightToLeft(runes, i, 1))
	case textStyle, emojiStyle:
		return isPicture(before) || after == keycap && isKey(before)
	default:
		return false
	}
}

// at returns a character, or a space outside the text.
func at(runes []rune, i int) rune {
	if i < 0 || i >= len(runes) {
		return ' '
	}
	return runes[i]
}

// letterBefore returns the character before an index, or the one that the marks there stand on.
func letterBefore(runes []rune, i int) rune {
	for i--; i > 0 && unicode.Is(unicode.M, runes[i]) && !isInvisible(runes[i]); i-- {
	}
	return at(runes, i)
}

// joining are the scripts whose letters take another form beside others, so that joiners mean something in them.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Nko, unicode.Mandaic, unicode.Mongolian,
	unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu,
	unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Myanmar, unicode.Khmer,
}

func joins(r rune) bool { return unicode.IsLetter(r) && unicode.In(r, joining...) }

// besideRightToLeft reports whether the next character in a direction, or the one behind a space there, is written from right
// to left.
func besideRightToLeft(runes []rune, i, direction int) bool {
	next := at(runes, i+direction)
	if next == ' ' {
		next = at(runes, i+2*direction)
	}
	return isRightToLeft(next)
}

func isRightToLeft(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko)
}

// isPicture reports whether a character may be an emoji.
func isPicture(r rune) bool {
	return unicode.Is(unicode.So, r) || r == '‼' || r == '⁉' || unicode.Is(unicode.Sm, r)
}

// isPictured reports whether a character may end an emoji.
func isPictured(r rune) bool {
	return isPicture(r) || r == emojiStyle || r >= firstSkinTone && r <= lastSkinTone
}

func isKey(r rune) bool { return r >= '0' && r <= '9' || r == '#' || r == '*' }
