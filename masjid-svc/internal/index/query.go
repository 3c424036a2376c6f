package index

import (
	"cmp"
	"slices"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/language/spelling"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
)

// Query describes a search. Names of area and city must be as AreaName and CityName return them.
type Query struct {
	// Text is words of a name or of an area. If empty, all masjids match.
	Text string
	// Area and City restrict where masjids are; empty means anywhere.
	Area, City string
	// Near orders by distance; nil orders by fit, then by name.
	Near *gazetteer.Point
	// RadiusKM bounds the distance from Near; 0 means unbounded.
	RadiusKM float64
	// Offset is how many hits to skip, and Limit how many to return.
	Offset, Limit int
}

// Hit is a masjid that was found.
type Hit struct {
	ID int32
	// DistanceKM is the distance from the query's position, negative if it has none.
	DistanceKM float64
}

// positions are ascending indexes into Index.entries, and so ordered by name.
type positions []int32

// Find returns hits in order, and the number of all matches.
func (x *Index) Find(q Query) (hits []Hit, count int) {
	within := x.within(q.Area, q.City)
	words := spelling.Words(q.Text)
	isList := len(masjids.Meaningful(withoutCity(words, q.City))) == 0
	switch {
	case len(words) == 0 && q.Text != "": // only signs without a meaning
		return nil, 0
	case isList && q.Near == nil:
		listed := within.entries(x)
		return listed.page(x, q), len(listed)
	}
	ranking := newRanking(x, q)
	if isList {
		ranking.offerNear(within, x)
	} else {
		matching := x.matching(words, within, q)
		for _, position := range matching.found {
			ranking.offer(position, int(matching.of[position]))
		}
		x.fits.put(matching)
	}
	return ranking.hits(), ranking.count
}

func (p positions) page(x *Index, q Query) []Hit {
	p = p[min(q.Offset, len(p)):]
	p = p[:min(q.Limit, len(p))]
	hits := make([]Hit, len(p))
	for i, position := range p {
		hits[i] = Hit{ID: x.entries[position].id, DistanceKM: -1}
	}
	return hits
}

// withoutCity removes the name of the city that restricts the query anyway.
func withoutCity(words []string, city string) []string {
	name := spelling.Key(city)
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool { return word == name })
}

// matching returns the entries whose name has all words, and those of the area that some words name whose name has the
// other words. If there are none, it returns the entries of that area and those whose name has any of the words. But
// words that are only an area's name do not match a masjid elsewhere that has one of them in its name.
func (x *Index) matching(words []string, within scope, q Query) *fits {
	fits := x.fits.get(len(x.entries))
	known := matches{}
	area, rest := x.areaIn(words, q)
	inArea := within
	if area != nil {
		inArea = x.within(area.Name, area.City)
	}
	rest = masjids.Meaningful(withoutCity(rest, q.City))
	isArea := area != nil && len(rest) == 0
	ofName := withoutCity(words, q.City)
	if isArea && len(ofName) < len(words) {
		ofName = nil // the city is a part of the area's name: North Karachi
	}
	wanted := x.wanted(masjids.Meaningful(ofName), known)
	switch {
	case isArea:
		fits.setAll(inArea.entries(x))
	case area != nil:
		x.addWithAll(fits, x.wanted(rest, known), inArea)
	}
	x.addWithAll(fits, wanted, within)
	if len(fits.found) > 0 || isArea {
		return fits
	}
	if area != nil {
		fits.setAll(inArea.entries(x))
	}
	x.addWithAny(fits, wanted, within)
	return fits
}

// areaIn returns the area that words name, within the query's bounds, and the remaining words; nil means none.
func (x *Index) areaIn(words []string, q Query) (area *gazetteer.Area, rest []string) {
	if q.Area != "" {
		return nil, words
	}
	area, rest = x.places.AreaIn(words)
	if area == nil || q.City != "" && q.City != area.City {
		return nil, words
	}
	return area, rest
}

// wantedWord is a word of the query: which words of names it may mean, and how many entries have one of them.
type wantedWord struct {
	fits    map[wordID]int
	entries int
	table   []uint8 // fits by word, for many entries; nil for few
}

// manyEntries is the number of entries from which a table pays off.
const manyEntries = 500

// tabulate prepares for comparing many entries.
func (w *wantedWord) tabulate(entries, words int) {
	if entries < manyEntries || w.table != nil {
		return
	}
	w.table = make([]uint8, words)
	for id, fit := range w.fits {
		w.table[id] = uint8(fit)
	}
}

// fit returns how well a word of a name fits; 0 means not at all.
func (w *wantedWord) fit(id wordID) int {
	if w.table != nil {
		return int(w.table[id])
	}
	return w.fits[id]
}

// matches are what the words of a query may mean, found once for each word.
type matches map[string]map[wordID]int

func (m matches) of(word string, v *vocabulary) map[wordID]int {
	found, known := m[word]
	if !known {
		found = v.matches(word)
		m[word] = found
	}
	return found
}

func (x *Index) wanted(words []string, known matches) []wantedWord {
	if long := slices.DeleteFunc(slices.Clone(words), isParticle); len(long) > 0 {
		words = long // ul and e are joined to other words in names, or left out
	}
	wanted := make([]wantedWord, len(words))
	for i, word := range words {
		wanted[i].fits = known.of(word, &x.words)
		for id := range wanted[i].fits {
			wanted[i].entries += len(x.words.postings[id])
		}
	}
	slices.SortFunc(wanted, func(a, b wantedWord) int { return cmp.Compare(a.entries, b.entries) })
	return wanted
}

// addWithAll goes through the entries of the rarest word, or of the area if it has fewer, and adds those that have all
// words.
func (x *Index) addWithAll(fits *fits, wanted []wantedWord, within scope) {
	if len(wanted) == 0 || within.none {
		return
	}
	inArea := within.area != nil && len(within.area.entries) < wanted[0].entries
	for i := range wanted {
		looks := wanted[0].entries
		if inArea {
			looks = len(within.area.entries)
		}
		wanted[i].tabulate(looks, len(x.words.words))
	}
	if inArea {
		for _, position := range within.area.entries {
			fits.set(position, x.entries[position].fit(wanted))
		}
		return
	}
	for id := range wanted[0].fits {
		for _, position := range x.words.postings[id] {
			e := &x.entries[position]
			if !within.has(e) {
				continue
			}
			fits.set(position, e.fit(wanted))
		}
	}
}

// fit returns how well all wanted words fit the entry's name; 0 means that one does not fit at all.
func (e *entry) fit(wanted []wantedWord) int {
	total := 0
	for i := range wanted {
		best := 0
		for _, id := range e.words {
			best = max(best, wanted[i].fit(id))
		}
		if best == 0 {
			return 0
		}
		total += best
	}
	if len(wanted) >= e.length { // the query has the whole name
		total += saysAll
	}
	return total
}

// anyMost bounds the entries that are searched if none has all words.
const anyMost = 5000

func (x *Index) addWithAny(fits *fits, wanted []wantedWord, within scope) {
	for _, word := range wanted {
		if word.entries > anyMost {
			continue
		}
		for id, fit := range word.fits {
			for _, position := range x.words.postings[id] {
				if within.has(&x.entries[position]) {
					fits.set(position, int(fits.of[position])+fit)
				}
			}
		}
	}
}

// scope is the area and city that restrict a query. If nil, it is anywhere; none is nowhere.
type scope struct {
	area *area
	city *city
	none bool
}

func (x *Index) within(areaName, cityName string) scope {
	var s scope
	if cityName != "" {
		s.city = x.cities[spelling.Key(cityName)]
		s.none = s.city == nil
	}
	if areaName != "" {
		s.area = x.areas[areaKey{spelling.Key(cityName), spelling.Key(areaName)}]
		s.none = s.none || s.area == nil
	}
	return s
}

func (s scope) has(e *entry) bool {
	return !s.none && (s.area == nil || e.area == s.area) && (s.city == nil || e.city == s.city)
}

// entries returns the entries in the scope.
func (s scope) entries(x *Index) positions {
	switch {
	case s.none:
		return nil
	case s.area != nil:
		return s.area.entries
	case s.city != nil:
		return s.city.entries
	default:
		return x.all
	}
}

// byNorth returns the entries in the scope from south to north, or nil for those of an area, which are few.
func (s scope) byNorth(x *Index) positions {
	switch {
	case s.none || s.area != nil:
		return nil
	case s.city != nil:
		return s.city.byNorth
	default:
		return x.byNorth
	}
}
