package index

import (
	"cmp"
	"slices"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/language/spelling"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
)

// Query is what to find. Names of area and city are as AreaName and CityName give them.
type Query struct {
	// Text is words of a name or of an area; empty lists all.
	Text string
	// Area and City bound where masjids are; empty is anywhere.
	Area, City string
	// Near puts the nearest first; nil is by fit, then by name.
	Near *gazetteer.Point
	// RadiusKM bounds the distance from Near; 0 is unbounded.
	RadiusKM float64
	// Offset is how many of the first to leave out, Limit how many to return.
	Offset, Limit int
}

// Hit is a masjid that was found.
type Hit struct {
	ID int32
	// DistanceKM is the distance from the query's position; negative when it has none.
	DistanceKM float64
}

// positions of entries in Index.entries, ascending: by name.
type positions []int32

// Find returns hits in order, and how many there are in all.
func (x *Index) Find(q Query) (hits []Hit, count int) {
	within := x.within(q.Area, q.City)
	words := spelling.Words(q.Text)
	isList := len(masjids.Meaningful(withoutCity(words, q.City))) == 0
	switch {
	case len(words) == 0 && q.Text != "": // signs that say nothing
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

// withoutCity leaves out the name of the city that bounds the query anyway.
func withoutCity(words []string, city string) []string {
	name := spelling.Key(city)
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool { return word == name })
}

// matching are the entries whose name has all words, and those of the area that words name whose name has the others.
// Where there is none, they are those of that area, and those whose name has any of the words; but words that are an
// area's name and nothing else do not mean a masjid elsewhere that has one of them in its name.
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

// areaIn is the area that words name, within what bounds the query, and the words that are left over; nil for none.
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
	table   []uint8 // fits by word, for many entries to be looked at; nil for few
}

// manyEntries is for how many entries a table is made.
const manyEntries = 500

// tabulate prepares for a look at so many entries.
func (w *wantedWord) tabulate(entries, words int) {
	if entries < manyEntries || w.table != nil {
		return
	}
	w.table = make([]uint8, words)
	for id, fit := range w.fits {
		w.table[id] = uint8(fit)
	}
}

// fit is how well a word of a name fits, 0 when it does not.
func (w *wantedWord) fit(id wordID) int {
	if w.table != nil {
		return int(w.table[id])
	}
	return w.fits[id]
}

// matches are what words of a query may mean, found once for each.
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
		words = long // ul and e are joined to others in names, or left out
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

// addWithAll goes through the entries of the rarest word, or of the area where that has fewer, and looks whether they
// have all words.
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

// fit is how well all wanted words fit the entry's name, 0 when one does not at all.
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
	if len(wanted) >= e.length { // the whole name was said
		total += saysAll
	}
	return total
}

// anyMost bounds the entries that are looked through where no entry has all words.
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

// scope is the area and city that bound a query; nil is anywhere, and none nowhere.
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

// entries are those in the scope.
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

// byNorth are those in the scope from south to north; nil for those of an area, which are few.
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
