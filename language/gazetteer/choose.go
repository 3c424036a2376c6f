package gazetteer

import (
	"cmp"
	"slices"

	"github.com/salaatflow/platform/language/spelling"
)

// Choose is the one city that a name is taken for where nobody can be asked: of those that Meant finds the one of the country that is said,
// an ISO 3166-1 alpha-2 code; where that is "", a city of the caller's own country with as many people as matter, and else the largest.
// It is nil where nobody knows the name, or none of that country has it.
func (g *Gazetteer) Choose(name, country, own string) *City {
	meant := g.Meant(name, cmp.Or(country, own))
	if country != "" {
		meant = slices.DeleteFunc(meant, func(c *City) bool { return c.Country != country })
	}
	if len(meant) == 0 {
		return nil
	}
	near := func(c *City) bool { return c.Country == own && c.Population >= largeNamesake }
	if at := slices.IndexFunc(meant, near); at > 0 {
		return meant[at]
	}
	return meant[0]
}

// Kept is the shortest name under which a city may be kept: its own if that means it alone, to anybody and to those who live there, and
// else its Label.
func (g *Gazetteer) Kept(c *City) string {
	for _, country := range []string{"", c.Country} {
		if meant := g.Meant(c.Name, country); len(meant) != 1 || !meant[0].isAt(c) {
			return g.Label(c)
		}
	}
	return c.Name
}

// Find are at most n cities for a text that somebody types to find one: those of exactly that name, a country behind it or not, then those
// whose name begins with it, or else the Nearest, of which exact is false. Those of a country, an ISO 3166-1 alpha-2 code, come alone; ""
// is any. The largest come first.
func (g *Gazetteer) Find(text, country string, n int) (found []*City, exact bool) {
	elsewhere := func(c *City) bool { return country != "" && c.Country != country }
	add := func(cities []*City) {
		for _, city := range slices.DeleteFunc(cities, elsewhere) {
			if len(found) < n && !slices.ContainsFunc(found, city.isAt) {
				found = append(found, city)
			}
		}
	}
	named, _ := g.named(spelling.Words(text))
	slices.SortStableFunc(named, func(a, b *City) int { return cmp.Compare(b.Population, a.Population) })
	add(named)
	add(g.begun(text))
	if len(found) > 0 {
		return found, true
	}
	if code := g.CountryCalled(text); code != "" {
		add(g.LargestOf(code, n))
		return found, true
	}
	add(g.Nearest(text, n))
	return found, false
}
