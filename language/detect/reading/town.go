package reading

import (
	"slices"
	"unicode/utf8"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
)

const (
	// mostOfTown is how many tokens a town's name has at most, leastOfPart how many bytes each of them has at least, leastOfTown how many
	// letters one that is alone, and mostAround how many tokens a question has in which it is looked for.
	mostOfTown, leastOfPart, leastOfTown, mostAround = 3, 3, 4, 12
	home                                             = "PK"
)

// findTown finds in a short question about prayers or masjids a town that is no well-known city, and of which a word is like another one:
// Raiwind isha, Pir Mahal maghrib. Its words are then nothing else.
func (r *Reader) findTown(s *Reading) {
	if s.Place.City != "" || s.Place.Area != "" || len(s.Tokens) > mostAround ||
		!slices.ContainsFunc(s.Words, func(w l.Tagged) bool { return w.Concepts.Has(l.Prayer, l.Namaz, l.Timetable, l.Masjids) }) {
		return
	}
	for from := range s.Tokens {
		for to := min(len(s.Tokens), from+mostOfTown); to > from; to-- {
			if at := (Span{from, to}); r.isTown(s, at) {
				s.Place.City, s.Place.CityAt = text.Tidy(s.Between(from, to-1)), at
				s.unread(at)
				return
			}
		}
	}
}

func (r *Reader) isTown(s *Reading, at Span) bool {
	if at.To-at.From == 1 && !longEnoughAlone(s.Tokens[at.From]) {
		return false
	}
	strange := false
	for i := at.From; i < at.To; i++ {
		known := s.Tokens[i].Script == text.Number || r.lexicon.Knows(s.Tokens[i].Norm)
		strange = strange || !known
		if len(s.Tokens[i].Norm) < leastOfPart || i > at.From && s.Tokens[i].Before.Ends() || s.means(i, known) {
			return false
		}
	}
	return strange && r.places.atlas.IsTownOf(text.Tidy(s.Between(at.From, at.To-1)), home)
}

// longEnoughAlone says whether a token may be a town's name by itself; in Urdu, where short vowels are not written, words are shorter.
func longEnoughAlone(t text.Token) bool {
	letters := utf8.RuneCountInString(t.Norm)
	return letters > leastOfTown || letters == leastOfTown && t.Script == text.Latin
}

// means says whether a token is plainly a word of what is asked, and so of no name.
func (s *Reading) means(token int, known bool) bool {
	w := s.WordAt(token)
	return known && s.Is(w, l.Prayer, l.Namaz, l.Time, l.Timetable, l.Masjid, l.Masjids, l.In, l.Ka, l.Ko, l.Verb)
}

// unread takes from tokens what they were read as.
func (s *Reading) unread(at Span) {
	for i, w := range s.Words {
		if at.Holds(w.First) || at.Holds(w.Last) {
			s.Words[i].Word = &l.Word{}
		}
	}
	s.Times = slices.DeleteFunc(s.Times, func(e when.Expression) bool { return at.Touches(Span{e.From, e.To}) })
}
