package text

import (
	"strings"
	"unicode/utf8"
)

// Piece is Between, with the bracket and the quotation marks at its edges that close or open one within it: read "the message".
func (s Sentence) Piece(first, last int) string {
	opens, closes, brackets := false, false, 0
	for i := first; i <= last; i++ {
		opens = opens || i > first && s.Tokens[i].Before.Has(Quote)
		closes = closes || i < last && s.Tokens[i].After.Has(Quote)
	}
	piece := s.Between(first, last)
	if !opens && !closes {
		return piece
	}
	for _, r := range piece {
		switch r {
		case '(':
			brackets++
		case ')':
			brackets--
		}
	}
	from, to := s.Tokens[first].Start, s.Tokens[last].End
	if r, size := utf8.DecodeRuneInString(s.Original[to:]); brackets > 0 && r == ')' || brackets == 0 && opens && isMark(r) {
		to += size
	}
	if r, size := utf8.DecodeLastRuneInString(s.Original[:from]); brackets == 0 && closes && isMark(r) {
		from -= size
	}
	return s.Original[from:to]
}

// isMark says whether a sign is a quotation mark.
func isMark(r rune) bool {
	return gapOf(r) == Quote && !strings.ContainsRune("()[]{}", r)
}
