package named

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/script"
)

// strangePlace finds the words that stand where a place is named, and name none that is known: in Bradford, Sylhet mein,
// ماسکو کی, Murree prayer times. taken are tokens that say something else.
func (s sentence) strangePlace(taken []reading.Span) reading.Span {
	for i := range s.Tokens {
		at := s.NameBeginning(i)
		if at.Empty() || i > 0 && s.NameBeginning(i-1).To > i || slices.ContainsFunc(taken, at.Touches) || s.numberAt(i) {
			continue
		}
		at = s.withNew(at)
		if at.From == s.Place.AreaAt.To && s.Tokens[at.From].Before.Has(text.Comma) || s.ledByPlaceWord(at.From) ||
			s.followedByPlaceWord(at.To) || s.standsBeside(at) {
			return at
		}
	}
	return reading.Span{}
}

// numberAt says whether a token begins a number: teen masjidein.
func (s sentence) numberAt(token int) bool {
	e := s.TimeAt(token)
	return e != nil && e.Is(when.Number)
}

// withNew takes in a word before a name that belongs to it: New Delhi, or in Small Heath, behind what says that a place follows.
func (s sentence) withNew(at reading.Span) reading.Span {
	w := s.WordAt(at.From) - 1
	if w < 0 || s.Words[w].Last != at.From-1 || s.Tokens[at.From].Before.Ends() {
		return at
	}
	first := s.Words[w].First
	if s.Is(w, l.New) || s.Forms.Grammar.PartOfName[s.Norm(w)] && s.ledByPlaceWord(first) {
		at.From = first
	}
	return at
}

// ledByPlaceWord says whether a word of English before a token says that a place follows.
func (s sentence) ledByPlaceWord(token int) bool {
	w := s.WordAt(token) - 1
	if w < 0 || s.Tokens[token].Before.Ends() {
		return false
	}
	for s.Is(w, l.The, l.City, l.Area) && w > 0 {
		w--
	}
	switch {
	case s.Words[w].Languages&l.English == 0, s.Language != meaning.English:
		return false
	case s.Is(w, l.In, l.Near), s.Is(w, l.For) && !s.Has(l.Remind):
		return true
	}
	return s.Forms.Grammar.Around[s.Norm(w)] || s.travels(w)
}

// travels says whether in a question about prayers there someone goes to what follows a word: travelling to Galway, visiting Galway.
func (s sentence) travels(w int) bool {
	if s.Is(w, l.To) {
		w--
	} else if !s.Forms.Grammar.Visiting[s.Norm(w)] {
		return false
	}
	there := slices.ContainsFunc(s.Tokens, func(t text.Token) bool { return s.Forms.Grammar.There[t.Norm] })
	return there && s.Forms.Grammar.Travelling[s.Norm(w)]
}

// followedByPlaceWord says whether a word of Urdu behind a name says that it is a place.
func (s sentence) followedByPlaceWord(token int) bool {
	w := s.WordAt(token)
	if w >= len(s.Words) || s.Tokens[token].Before.Ends() || s.Words[w].Languages&(l.Roman|l.Urdu) == 0 || s.Language == meaning.English &&
		s.Words[w].Languages&l.English != 0 {
		return false
	}
	if s.Is(w, l.In) && s.Words[w].First == token {
		return true
	}
	if !s.Is(w, l.Ka) && !s.Is(w, l.Near) {
		return false
	}
	return s.Is(w+1, l.Prayer, l.Namaz, l.Masjid, l.Time, l.Timetable, l.Jamaat, l.Near, l.Sehri, l.Iftar)
}

// standsBeside says whether a name stands at an edge of a short question beside what is asked of: Murree prayer times.
func (s sentence) standsBeside(at reading.Span) bool {
	if len(s.Words) > mostBeside || at.To-at.From > 3 || len(s.Tokens[at.From].Norm) < 3 {
		return false
	}
	first, next := s.WordAt(at.From), s.WordAt(at.To)
	about := [...]l.Concept{l.Prayer, l.Namaz, l.Time, l.Timetable, l.Masjids, l.Iftar, l.Sehri}
	return first == 0 && !s.Parted(next) && s.Is(next, about[:]...) || next == len(s.Words) && first > 0 && s.Is(first-1, about[:]...)
}

// mostBeside is how many words a question has at most in which a place may stand without a word that says so.
const mostBeside = 6

var position = regexp.MustCompile(`(?:^|[^\d.])(-?\d{1,2}\.\d+)\s*°?\s*[,;،\s]\s*(-?\d{1,3}\.\d+)`)

// bearings is a position with the quarters of heaven: 69.65N 18.95E, 24.9° N, 67° E.
var bearings = regexp.MustCompile(`(?i)(?:^|[^\d.])(\d{1,2}(?:\.\d+)?)\s*°?\s*([NS])\s*[,;،]?\s*(\d{1,3}(?:\.\d+)?)\s*°?\s*([EW])(?:$|\W)`)

// signed is a number of degrees as it is counted: south and west are negative.
func signed(degrees, quarter string) string {
	if strings.ContainsAny(quarter, "SsWw") {
		return "-" + degrees
	}
	return degrees
}

// Position is the latitude and longitude that a text gives in degrees: 53.79, -1.75.
func Position(typed string) (latitude, longitude float64, ok bool) {
	if strings.Count(typed, ".") < 2 && !strings.ContainsRune(typed, '°') {
		return 0, 0, false
	}
	typed = strings.Map(script.Digit, typed)
	found := position.FindStringSubmatch(typed)
	if found == nil {
		if found = bearings.FindStringSubmatch(typed); found == nil {
			return 0, 0, false
		}
		found = []string{"", signed(found[1], found[2]), signed(found[3], found[4])}
	}
	latitude, latitudeErr := strconv.ParseFloat(found[1], 64)
	longitude, longitudeErr := strconv.ParseFloat(found[2], 64)
	ok = latitudeErr == nil && longitudeErr == nil && latitude >= -90 && latitude <= 90 && longitude >= -180 && longitude <= 180
	return latitude, longitude, ok
}
