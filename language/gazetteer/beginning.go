package gazetteer

import (
	"cmp"
	"slices"

	"github.com/salaatflow/platform/language/spelling"
)

const (
	// leastTyped is how many letters of a name have to be there before the towns of the world are looked through.
	leastTyped = 3
	// mostSeen is how many names are looked at for one beginning.
	mostSeen = 2000
)

// Beginning are at most n cities of the world of which a name, in Latin or Urdu script, begins with a text of three letters or more,
// those of most people first. Each is given by its name, or by its Label where other cities have the name as well.
func (g *Gazetteer) Beginning(with string, n int) (called []string) {
	for _, city := range g.begun(with) {
		if len(called) >= n {
			break
		}
		if name := g.callingOf(city); !slices.Contains(called, name) {
			called = append(called, name)
		}
	}
	return called
}

// begun are the cities whose names begin with a text, those of most people first; none for fewer letters than leastTyped.
func (g *Gazetteer) begun(with string) (found []*City) {
	key := spelling.Key(with)
	if letters(key) < leastTyped {
		return nil
	}
	seen := 0
	for match := range g.world.Beginning(key) {
		if seen++; seen > mostSeen {
			break
		}
		if !match.Alias {
			found = append(found, g.cityOf(match.Place))
		}
	}
	slices.SortStableFunc(found, func(a, b *City) int { return cmp.Compare(b.Population, a.Population) })
	return found
}

// callingOf is the name of a city if it alone is meant by it, and else its Label.
func (g *Gazetteer) callingOf(c *City) string {
	if meant := g.Meant(c.Name, ""); len(meant) == 1 && meant[0].isAt(c) {
		return c.Name
	}
	return g.Label(c)
}
