package named

import (
	"slices"
	"strings"
	"unicode/utf8"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

const (
	// mostOfTown and mostOfLand are how many tokens the name of a town has at most, and what says behind it where it is.
	mostOfTown, mostOfLand = 5, 4
	// leastAlone is how many letters a name has at least that is found where nothing says that a place is named.
	leastAlone = 5
	// leastOfCode is how many bytes a region's name has that needs neither capitals nor a comma to be one: Portland me is no town of Maine.
	leastOfCode = 3
)

// city is what a question calls the city it is about.
func (s sentence) city(taken []reading.Span) string {
	at, name := s.Place.CityAt, s.Place.City
	if at.Empty() || slices.ContainsFunc(taken, at.Touches) {
		if at, name = s.strangePlace(taken), ""; at.Empty() {
			if at = s.townAlone(taken); at.Empty() {
				return ""
			}
		}
	}
	if longer := s.longestAround(at, taken); longer != at || name == "" {
		at, name = longer, s.typed(longer)
	}
	land := s.landOf(at, name)
	if land.Empty() {
		return name
	}
	return s.inLand(name, s.typed(at), land)
}

// inLand is the name of a town with the land that it is said to be in, where that says more than the name does.
func (s sentence) inLand(name, typed string, in reading.Span) string {
	land := s.typed(in)
	full := name + inside + land
	switch {
	case s.Atlas.IsAlone(name, full):
		return name
	case !s.Atlas.Knows(full) && s.Atlas.Knows(typed+inside+land): // Newcastle is also short for another one
		full = typed + inside + land
	}
	if s.Tokens[in.From].Script != text.Arabic {
		return full
	}
	if meant := s.Atlas.Meant(full, ""); len(meant) == 1 {
		return s.Atlas.Label(meant[0])
	}
	return full
}

// inside parts the name of a town from the land it is in.
const inside = ", "

// letters is how many letters some tokens have, without vowel marks.
func (s sentence) letters(at reading.Span) (count int) {
	for _, token := range s.Tokens[at.From:at.To] {
		count += utf8.RuneCountInString(token.Norm)
	}
	return count + at.To - at.From - 1 // and the spaces between them
}

func (s sentence) typed(at reading.Span) string { return text.Tidy(s.Between(at.From, at.To-1)) }

// longestAround is the longest name of a town that holds some tokens: Santiago de Compostela, Kansas City.
func (s sentence) longestAround(at reading.Span, taken []reading.Span) reading.Span {
	best := at
	for from := max(0, at.From-2); from <= at.From; from++ {
		for to := min(len(s.Tokens), from+mostOfTown); to >= at.To && to-from > best.To-best.From; to-- {
			name := reading.Span{From: from, To: to}
			if !slices.ContainsFunc(taken, name.Touches) && s.isTown(name) {
				best = name
			}
		}
	}
	return best
}

// isTown says whether tokens are exactly a name of a town, with nothing that says where it is.
func (s sentence) isTown(at reading.Span) bool {
	for i := at.From + 1; i < at.To; i++ {
		shortens := len(s.Tokens[i-1].Norm) <= 2 && s.Tokens[i].Before&^(text.Stop|text.Space) == 0 // St. John's
		if s.Tokens[i].Before.Ends() && !shortens {
			return false
		}
	}
	return s.Atlas.IsTown(s.typed(at))
}

// townAlone finds a town's name where nothing says that a place is named: one of several words, or of one that nothing else is known of.
func (s sentence) townAlone(taken []reading.Span) reading.Span {
	if len(s.Words) > mostBeside+2 {
		return reading.Span{}
	}
	for from := range s.Tokens {
		for to := min(len(s.Tokens), from+mostOfTown); to > from; to-- {
			at := reading.Span{From: from, To: to}
			if slices.ContainsFunc(taken, at.Touches) || s.letters(at) < leastAlone || !s.standsAlone(at) {
				continue
			}
			if s.isTown(at) || at == s.NameBeginning(from) && !s.landOf(at, "").Empty() {
				return at
			}
		}
	}
	return reading.Span{}
}

// standsAlone says whether tokens may be a name: one that nothing is known of, or several that say nothing of what is asked.
func (s sentence) standsAlone(at reading.Span) bool {
	strange := 0
	for i := at.From; i < at.To; i++ {
		w := s.WordAt(i)
		switch {
		case !s.NameBeginning(i).Empty():
			strange++
		case w >= len(s.Words) || s.Words[w].First != i || s.Is(w, asked[:]...):
			return false
		}
	}
	return strange > 0 || at.To-at.From > 2
}

// asked are what stands in questions about prayers and in no name of a town.
var asked = [...]l.Concept{
	l.Prayer, l.Namaz, l.Time, l.Timetable, l.Masjid, l.Masjids, l.In, l.Near, l.Ka, l.Ko, l.Se, l.Verb, l.Iftar, l.Sehri, l.Jamaat,
}

// goesOn are what goes on with a question behind a town, and begins no land.
var goesOn = [...]l.Concept{l.Prayer, l.Namaz, l.Time, l.Timetable, l.When, l.Is, l.Today, l.Tomorrow, l.Yesterday, l.Ka, l.Ko, l.In}

// landOf is the region or country that stands behind a town's name, or in Urdu before it: Birmingham, Alabama; Hyderabad in India;
// امریکہ کے برمنگھم. Of a name that is no town's only a land is one that is known as such.
func (s sentence) landOf(at reading.Span, town string) reading.Span {
	from := at.To
	if w := s.WordAt(from); s.Is(w, l.In) && s.Words[w].First == from && s.Words[w].Languages&l.English != 0 && s.Language == meaning.English {
		from++
	}
	for to := min(len(s.Tokens), from+mostOfLand); to > from && !s.Is(s.WordAt(from), goesOn[:]...); to-- {
		if land := (reading.Span{From: from, To: to}); s.isLand(land, at, town) {
			return land
		}
	}
	w := s.WordAt(at.From) - 1
	for w > 0 && s.Is(w, l.City, l.Area) {
		w--
	}
	if w <= 0 || !s.Is(w, l.Ka) {
		return reading.Span{}
	}
	to := s.Words[w].First
	for from := max(0, to-mostOfLand); from < to; from++ {
		if land := (reading.Span{From: from, To: to}); s.isLand(land, at, town) {
			return land
		}
	}
	return reading.Span{}
}

// isLand says whether tokens name the land that a town is in, or any land that is known as one.
func (s sentence) isLand(land, at reading.Span, town string) bool {
	name := s.typed(land)
	if len(name) < leastOfCode && !s.isCode(land, name) {
		return false
	}
	for i := land.From; i < land.To; i++ {
		if s.TimeAt(i) != nil {
			return false
		}
	}
	return town != "" && (s.Atlas.Knows(town+inside+name) || s.Atlas.Knows(s.typed(at)+inside+name)) || s.Atlas.IsLand(name)
}

// isCode says whether a few letters are meant for a region or country: Paris, tx; Portland OR.
func (s sentence) isCode(at reading.Span, name string) bool {
	if strings.ToUpper(name) == name {
		return true
	}
	return s.Bare(s.WordAt(at.From)) && (s.Tokens[at.From].Before.Has(text.Comma) || s.Atlas.CountryCalled(name) != "") // birmingham uk
}
