package text

import (
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/salaatflow/platform/language/script"
)

// class is what a rune is for the cutting of words: the letters of a script, or one of those below.
type class uint8

const (
	gapRune   class = 100 + iota // parts words
	invisible                    // neither parts words nor belongs to them
	mark                         // belongs to the word before it
)

func letterOf(s Script) class { return class(s) }

func (c class) script() Script {
	if c >= gapRune {
		return Other
	}
	return Script(c)
}

// common is how many runes have their class and fold in a table: those of Latin and Arabic, which nearly all are.
const common = 0x700

var (
	commonClasses  = tableOf(reckonClass)
	commonFolds    = tableOf(reckonFold)
	commonComposed = tableOf(isComposed)
)

func tableOf[T any](reckon func(rune) T) (all [common]T) {
	for r := range all {
		all[r] = reckon(rune(r))
	}
	return all
}

func classOf(r rune) class {
	if r >= 0 && r < common {
		return commonClasses[r]
	}
	return reckonClass(r)
}

func reckonClass(r rune) class {
	switch {
	case r < 0x80:
		return asciiClass(byte(r))
	case script.IsInvisible(r):
		return invisible
	case r == script.Tatweel:
		return mark
	case unicode.IsDigit(r):
		return letterOf(Number)
	case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Mc, r):
		return mark
	case unicode.Is(unicode.Arabic, r) && unicode.IsLetter(r):
		return letterOf(Arabic)
	case unicode.Is(unicode.Latin, r):
		return letterOf(Latin)
	case unicode.IsLetter(r):
		return letterOf(Other)
	default:
		return gapRune
	}
}

func asciiClass(c byte) class {
	switch {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
		return letterOf(Latin)
	case c >= '0' && c <= '9':
		return letterOf(Number)
	default:
		return gapRune
	}
}

// isComposed says whether a rune stays as it is in NFKC, whatever stands before it.
func isComposed(r rune) bool {
	one := string(r)
	return norm.NFKC.IsNormalString(one) && norm.NFKC.PropertiesString(one).BoundaryBefore()
}

// foldOf is the rune that stands for another wherever words are compared.
func foldOf(r rune) rune {
	if r >= 0 && r < common {
		return commonFolds[r]
	}
	return reckonFold(r)
}

func reckonFold(r rune) rune {
	switch {
	case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Cf, r), script.IsApostrophe(r), r == script.Tatweel:
		return script.Nothing
	case unicode.IsDigit(r):
		return script.Digit(r)
	default:
		return script.Show.Fold(unicode.ToLower(r))
	}
}

// Gap is what stands between two tokens. Zero means that they touch.
type Gap uint16

const (
	// Space is white space.
	Space Gap = 1 << iota
	// Comma is a comma or a semicolon of any script.
	Comma
	// Stop is a full stop, an exclamation mark, or a new line.
	Stop
	// Question is a question mark.
	Question
	// Colon is a colon.
	Colon
	// Dash is a hyphen or a dash.
	Dash
	// Slash is a slash.
	Slash
	// Hash is a number sign.
	Hash
	// Quote is a quotation mark, a bracket, or an apostrophe outside a word.
	Quote
	// Sign is any other sign, symbol or emoji.
	Sign
	// Edge is the beginning or the end of the text.
	Edge
)

// Ends says whether a clause may end here.
func (g Gap) Ends() bool { return g&(Comma|Stop|Question|Colon|Edge) != 0 }

// Has says whether the gap holds any of these.
func (g Gap) Has(of Gap) bool { return g&of != 0 }

func gapOf(r rune) Gap {
	switch r {
	case '\n', '\r', '.', '!', '۔', '…', '。':
		return Stop
	case ',', ';', '،', '؛':
		return Comma
	case '?', '؟':
		return Question
	case ':':
		return Colon
	case '-', '‐', '‑', '‒', '–', '—', '―', '−', '_':
		return Dash
	case '/', '\\':
		return Slash
	case '#', '№':
		return Hash
	case '"', '\'', '`', '“', '”', '‘', '’', '«', '»', '(', ')', '[', ']', '{', '}':
		return Quote
	}
	if unicode.IsSpace(r) || unicode.IsControl(r) {
		return Space
	}
	return Sign
}
