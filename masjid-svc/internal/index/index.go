// Package index finds masjids by name, area and position, in memory. It holds what is searched for and nothing else;
// the masjids themselves stay in the store.
package index

import (
	"cmp"
	"slices"
	"strings"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/language/spelling"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
)

// Index is built once and never changes; it may be shared.
type Index struct {
	places  *gazetteer.Gazetteer
	entries []entry     // by name, then by number
	at      []direction // of entries, side by side: a look at all of them is a look at one block of memory
	all     positions
	byNorth positions // all, from south to north
	fits    fitsPool
	words   vocabulary
	areas   map[areaKey]*area
	cities  map[string]*city // by spelling.Key
}

type entry struct {
	id         int32
	givesTimes bool
	where      direction // moved to Index.at
	area       *area     // nil when none is known
	city       *city
	words      []wordID // of the name in both scripts, sorted
	length     int      // words of the name that count
}

type area struct {
	name    string
	entries positions
}

type city struct {
	name    string
	entries positions
	byNorth positions // entries, from south to north
}

type areaKey struct{ city, area string } // by spelling.Key

// Builder collects masjids for an Index.
type Builder struct {
	places *gazetteer.Gazetteer
	index  *Index
	names  map[int32]string
}

// NewBuilder begins an index without masjids.
func NewBuilder(places *gazetteer.Gazetteer) *Builder {
	return &Builder{places: places, names: map[int32]string{}, index: &Index{
		places: places, areas: map[areaKey]*area{}, cities: map[string]*city{}, words: newVocabulary(),
	}}
}

// Add adds a masjid, whose number no other has.
func (b *Builder) Add(m masjids.Masjid) {
	x := b.index
	added := entry{id: m.ID, givesTimes: m.GivesTimes(), where: directionOf(gazetteer.Point{Latitude: m.Latitude, Longitude: m.Longitude})}
	cityKey := spelling.Key(m.City)
	if x.cities[cityKey] == nil {
		x.cities[cityKey] = &city{name: m.City}
	}
	added.city = x.cities[cityKey]
	if m.Area != "" {
		key := areaKey{cityKey, spelling.Key(m.Area)}
		if x.areas[key] == nil {
			x.areas[key] = &area{name: m.Area}
		}
		added.area = x.areas[key]
	}
	latin, urdu := masjids.Meaningful(spelling.Words(m.Name)), masjids.Meaningful(spelling.Words(m.NameUrdu))
	added.length = len(latin)
	added.words = x.words.addAll(latin, urdu)
	x.entries = append(x.entries, added)
	b.names[m.ID] = strings.Join(spelling.Words(m.Name), " ")
}

// Index is what was added. The builder is of no use afterwards.
func (b *Builder) Index() *Index {
	x := b.index
	slices.SortFunc(x.entries, func(a, c entry) int {
		return cmp.Or(strings.Compare(b.names[a.id], b.names[c.id]), cmp.Compare(a.id, c.id))
	})
	x.at = make([]direction, len(x.entries))
	for i := range x.entries {
		e := &x.entries[i]
		x.at[i] = e.where
		x.all = append(x.all, int32(i))
		position := int32(i)
		e.city.entries = append(e.city.entries, position)
		if e.area != nil {
			e.area.entries = append(e.area.entries, position)
		}
		for _, word := range e.words {
			x.words.postings[word] = append(x.words.postings[word], position)
		}
	}
	x.byNorth = x.sortedByNorth(x.all)
	for _, c := range x.cities {
		c.byNorth = x.sortedByNorth(c.entries)
	}
	x.words.finish()
	return x
}

// sortedByNorth sorts entries from south to north.
func (x *Index) sortedByNorth(entries positions) positions {
	sorted := slices.Clone(entries)
	slices.SortFunc(sorted, func(a, b int32) int { return cmp.Compare(x.at[a].z, x.at[b].z) })
	return sorted
}

// Len is how many masjids there are.
func (x *Index) Len() int { return len(x.entries) }

// AreaName is how the area of a city is spelled that a name means, whether or not it has masjids; false when nobody knows
// such an area.
func (x *Index) AreaName(name, city string) (string, bool) {
	if known := x.places.Area(name, city); known != nil {
		return known.Name, true
	}
	if found := x.areas[areaKey{spelling.Key(city), spelling.Key(name)}]; found != nil {
		return found.name, true
	}
	return "", false
}

// CityName is how the city is spelled that a name means; as it was given when nobody knows the city.
func (x *Index) CityName(name string) (spelled string, known bool) {
	if found := x.cities[spelling.Key(name)]; found != nil {
		return found.name, true
	}
	if found := x.places.City(name); found != nil {
		return found.Name, true
	}
	return name, false
}

// FirstWithTimes is the number of the first masjid of an area that has given times of prayers; 0 when none has.
func (x *Index) FirstWithTimes(areaName, cityName string) int32 {
	found := x.areas[areaKey{spelling.Key(cityName), spelling.Key(areaName)}]
	if found == nil {
		return 0
	}
	first := int32(0)
	for _, position := range found.entries {
		if e := &x.entries[position]; e.givesTimes && (first == 0 || e.id < first) {
			first = e.id
		}
	}
	return first
}
