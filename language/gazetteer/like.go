package gazetteer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/salaatflow/platform/language/spelling"
)

const (
	// leastLike is how many letters of a name have to be there for others to be like it.
	leastLike = 3
	// offered is how many names are offered in place of one that nobody knows.
	offered = 3
)

// Nearest are the n cities of the world, or fewer, whose names are most like a text that names none, of names as near those that people ask
// for most and the larger ones first: none for a text of fewer than three letters, and where in every name more than half the letters
// differ. They are to be offered, never to be taken for what was meant.
func (g *Gazetteer) Nearest(text string, n int) []*City {
	words, _ := g.countries.withoutCountry(spelling.Words(text))
	key := strings.Join(words, "")
	if letters(key) < leastLike {
		return nil
	}
	var nearest []*City
	for _, alike := range g.keysLike(key, n) {
		for _, city := range g.calledByOne(alike) {
			if len(nearest) == n {
				return nearest
			}
			if !slices.ContainsFunc(nearest, city.isAt) {
				nearest = append(nearest, city)
			}
		}
	}
	return nearest
}

// keysLike are keys of names by how many of their letters differ from a key's: at most half of them, and five. Where there are so many as
// near that n cities have them, farther ones are left out.
func (g *Gazetteer) keysLike(key string, n int) [][]string {
	const (
		keysOfCity = 4 // more than most have that are like one
		most       = 5 // letters that differ in a long name
	)
	size := letters(key)
	farthest := min(size/2, most)
	like := make([][]string, farthest+1)
	consider := func(known string) {
		other := letters(known)
		limit := min(farthest, other/2)
		if max(size-other, other-size) > limit { // before the letters are looked at
			return
		}
		distance := spelling.Distance(key, known, limit)
		if distance > limit {
			return
		}
		like[distance] = append(like[distance], known)
		for enough, near := 0, 0; enough < farthest; enough++ {
			if near += len(like[enough]); near >= n*keysOfCity {
				farthest = enough
			}
		}
	}
	for known := range g.cityNames.byKey {
		consider(known)
	}
	for known := range g.world.Keys() {
		consider(known)
	}
	return like[:farthest+1]
}

// calledByOne are the cities that one of the keys is a name of, and not an alias: those of Cities first, and then those of most people.
func (g *Gazetteer) calledByOne(keys []string) (cities []*City) {
	for _, key := range keys {
		own, isOwn := g.cityNames.exactly(key)
		for _, city := range g.candidates(key) {
			if !city.byAlias || isOwn && own.isAt(city) {
				cities = append(cities, city)
			}
		}
	}
	asked := func(c *City) int {
		if c.known {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(cities, func(a, b *City) int {
		return cmp.Or(cmp.Compare(asked(a), asked(b)), cmp.Compare(b.Population, a.Population), cmp.Compare(a.Name, b.Name))
	})
	return cities
}

// Unknown says in English that Choose finds no city of a name, and what would be right.
func (g *Gazetteer) Unknown(name, country string) string {
	if code := g.CountryCalled(name); code != "" {
		return fmt.Sprintf("%q is a country, whose cities have different times; give one of them%s", name,
			phrase(", such as ", g.namesOf(g.LargestOf(code, offered)), " or ", ""))
	}
	if area := g.AreaAnywhere(name); area != nil {
		return fmt.Sprintf("%q is an area of %s; give %s as the city and %s as the area", name, area.City, area.City, area.Name)
	}
	of := ""
	if country != "" {
		of = " of " + g.CountryName(country)
	}
	near := g.Meant(name, "")
	if len(near) == 0 {
		near = g.Nearest(name, offered)
	}
	return fmt.Sprintf("no town%s is called %q%s", of, name, phrase("; did you mean ", g.namesOf(near), " or ", "?"))
}

func (g *Gazetteer) namesOf(cities []*City) []string {
	names := make([]string, len(cities))
	for i, city := range cities {
		names[i] = g.Label(city)
	}
	return names
}

// phrase are names with what stands before, before the last one and behind; "" for none.
func phrase(before string, names []string, last, behind string) string {
	switch end := len(names) - 1; end {
	case -1:
		return ""
	case 0:
		return before + names[0] + behind
	default:
		return before + strings.Join(names[:end], "; ") + last + names[end] + behind
	}
}
