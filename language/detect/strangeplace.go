package detect

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/script"
)

// strangePlace finds the words that stand where a place is named, and name none that is known: in Bradford, Sylhet mein,
// ماسکو کی, Murree prayer times. taken are tokens that say something else.
func (s slotSentence) strangePlace(taken ...span) string {
	for i := range s.Tokens {
		at := s.nameBeginning(i)
		if at.empty() || i > 0 && s.nameBeginning(i-1).to > i || slices.ContainsFunc(taken, at.touches) {
			continue
		}
		at = s.withNew(at)
		if at.from == s.place.areaAt.to && s.Tokens[at.from].Before.Has(text.Comma) || s.ledByPlaceWord(at.from) ||
			s.followedByPlaceWord(at.to) || s.standsBeside(at) {
			return text.Tidy(s.Between(at.from, at.to-1))
		}
	}
	return ""
}

// withNew takes in a word before a name that belongs to it: New Delhi.
func (s slotSentence) withNew(at span) span {
	if w := s.wordAt(at.from) - 1; w >= 0 && s.is(w, l.New) && s.words[w].Last == at.from-1 && !s.Tokens[at.from].Before.Ends() {
		at.from = s.words[w].First
	}
	return at
}

// ledByPlaceWord says whether a word of English before a token says that a place follows.
func (s slotSentence) ledByPlaceWord(token int) bool {
	w := s.wordAt(token) - 1
	if w < 0 || s.Tokens[token].Before.Ends() {
		return false
	}
	for s.is(w, l.The, l.City, l.Area) && w > 0 {
		w--
	}
	switch {
	case s.words[w].Languages&l.English == 0, s.language != English:
		return false
	case s.is(w, l.In, l.Near), s.is(w, l.For) && !s.has(l.Remind):
		return true
	}
	return s.norm(w) == "around"
}

// followedByPlaceWord says whether a word of Urdu behind a name says that it is a place.
func (s slotSentence) followedByPlaceWord(token int) bool {
	w := s.wordAt(token)
	if w >= len(s.words) || s.Tokens[token].Before.Ends() || s.words[w].Languages&(l.Roman|l.Urdu) == 0 || s.language == English &&
		s.words[w].Languages&l.English != 0 {
		return false
	}
	if s.is(w, l.In) && s.words[w].First == token {
		return true
	}
	if !s.is(w, l.Ka) && !s.is(w, l.Near) {
		return false
	}
	return s.is(w+1, l.Prayer, l.Namaz, l.Masjid, l.Time, l.Timetable, l.Jamaat, l.Near, l.Sehri, l.Iftar)
}

// standsBeside says whether a name stands at an edge of a short question beside what is asked of: Murree prayer times.
func (s slotSentence) standsBeside(at span) bool {
	if len(s.words) > mostBeside || at.to-at.from > 3 || len(s.Tokens[at.from].Norm) < 3 {
		return false
	}
	first, next := s.wordAt(at.from), s.wordAt(at.to)
	about := [...]l.Concept{l.Prayer, l.Namaz, l.Time, l.Timetable, l.Masjids, l.Iftar, l.Sehri}
	return first == 0 && !s.parted(next) && s.is(next, about[:]...) || next == len(s.words) && first > 0 && s.is(first-1, about[:]...)
}

// mostBeside is how many words a question has at most in which a place may stand without a word that says so.
const mostBeside = 6

var position = regexp.MustCompile(`(?:^|[^\d.])(-?\d{1,2}\.\d+)\s*°?\s*[,;،\s]\s*(-?\d{1,3}\.\d+)`)

// positionIn is the latitude and longitude that a text gives in degrees: 53.79, -1.75.
func positionIn(typed string) (latitude, longitude float64, ok bool) {
	found := position.FindStringSubmatch(strings.Map(script.Digit, typed))
	if found == nil {
		return 0, 0, false
	}
	latitude, latitudeErr := strconv.ParseFloat(found[1], 64)
	longitude, longitudeErr := strconv.ParseFloat(found[2], 64)
	ok = latitudeErr == nil && longitudeErr == nil && latitude >= -90 && latitude <= 90 && longitude >= -180 && longitude <= 180
	return latitude, longitude, ok
}
