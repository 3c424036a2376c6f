package text

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/salaatflow/platform/language/script"
)

// Tidy returns a piece of a text as it is kept: the characters that were typed, in NFC, Arabic letters and digits as Urdu
// writes them, without invisible characters, one space wherever there were some.
func Tidy(piece string) string {
	if isTidy(piece) {
		return piece
	}
	var tidy strings.Builder
	space := false
	for _, r := range norm.NFC.String(piece) {
		switch {
		case script.IsInvisible(r), r == script.Tatweel:
			continue
		case unicode.IsSpace(r), unicode.IsControl(r):
			space = tidy.Len() > 0
			continue
		case r >= '٠' && r <= '٩':
			r += '۰' - '٠'
		default:
			r = script.Show.Fold(r)
		}
		if space {
			tidy.WriteByte(' ')
			space = false
		}
		tidy.WriteRune(r)
	}
	return tidy.String()
}

func isTidy(piece string) bool {
	space := true
	for i := range len(piece) {
		c := piece[i]
		if c >= 0x7f || c < ' ' || c == ' ' && space {
			return false
		}
		space = c == ' '
	}
	return !space
}
