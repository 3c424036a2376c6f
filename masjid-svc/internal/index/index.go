// Package index finds masjids by name, area and position, in memory. It holds only what is searched; the masjids
// themselves stay in the store.
package index

import (
	"cmp"
	"slices"
	"strings"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/language/spelling"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
)

// Index finds masjids. It is immutable and safe for concurrent use.
type Index struct {
	places  *gazetteer.Gazetteer
	entries []entry     // by name, then by id
	at      []direction // of entries, side by side: reading all of them reads one block of memory
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
	area       *area     // nil if unknown
	city       *city
	words      []wordID // of the name in both scripts, sorted
	length     int      // number of words of the name that count
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

// NewBuilder returns a Builder without masjids.
func NewBuilder(places *gazetteer.Gazetteer) *Builder {
	return &Builder{places: places, names: map[int32]string{}, index: &Index{
		places: places, areas: map[areaKey]*area{}, cities: map[string]*city{}, words: newVocabulary(),
	}}
}

// Add adds a masjid, whose id must be new.
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

// Index returns the index of what was added. The builder must not be used afterwards.
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

// Len returns the number of masjids.
func (x *Index) Len() int { return len(x.entries) }

// AreaName returns the spelling of the area of a city that name means, with or without masjids, or false if it is
// unknown.
func (x *Index) AreaName(name, city string) (string, bool) {
	if known := x.places.Area(name, city); known != nil {
		return known.Name, true
	}
	if found := x.areas[areaKey{spelling.Key(city), spelling.Key(name)}]; found != nil {
		return found.name, true
	}
	return "", false
}

// CityName returns the spelling of the city that name means. If it is unknown, it returns name and false.
func (x *Index) CityName(name string) (spelled string, known bool) {
	if found := x.cities[spelling.Key(name)]; found != nil {
		return found.name, true
	}
	if found := x.places.City(name); found != nil {
		return found.Name, true
	}
	return name, false
}

// FirstWithTimes returns the id of the first masjid of an area with given prayer times, or 0.
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
