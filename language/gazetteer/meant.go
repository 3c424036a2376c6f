package gazetteer

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/salaatflow/platform/language/gazetteer/world"
	"github.com/salaatflow/platform/language/spelling"
)

const (
	// outweighs is how many times as many people a place has of which it is taken for granted that it is meant, and not another one of the
	// same name.
	outweighs = 10
	// outweighsKnown is the same for one of cities.csv, which are those that people ask for most, among others that are not.
	outweighsKnown = 3
	// mostMeant is how many places a name is said to mean at most.
	mostMeant = 5
	// samePlace is within how many kilometres two places of one name and time zone are one.
	samePlace = 40
	// sameCentre is within how many degrees the centre of a city of cities.csv is that of a place of the world of the same name.
	sameCentre = 0.3
)

// Meant are the cities that a name may mean, those of most people first: none if nobody knows it, several if it has to be asked which.
// Behind the name may stand a country, a region of it, or both: "Paris, Texas, USA". Where nothing stands there, cities of the caller's
// country, an ISO 3166-1 alpha-2 code or "", come before others about as large. The name of a country means a city of that country, if it
// has one of the name, and no town elsewhere. A letter of a well-known name of the caller's country may be wrong.
func (g *Gazetteer) Meant(name, country string) []*City {
	found, within := g.named(spelling.Words(name))
	if len(found) == 0 || !slices.ContainsFunc(found, func(c *City) bool { return !c.byAlias }) {
		if like := g.Likely(name); like != nil && like.Country == cmp.Or(country, usualCountry) {
			return []*City{like} // Karchi is rather Karachi than Qarshi
		}
	}
	switch {
	case len(found) == 0:
		return nil
	case within:
		country = ""
	}
	return narrowed(found, country)
}

// usualCountry is that of a caller of whom no country is known.
const usualCountry = "PK"

// Likely is the well-known city that a name is most likely misspelt for, in the country that is said with it if one is; nil for none.
// Unless it is near, it is to be offered, and not to be taken for what was meant: Atlantis is not Atlanta.
func (g *Gazetteer) Likely(name string) *City {
	words := spelling.Words(name)
	if g.countries.byName[strings.Join(words, "")] != "" {
		return nil
	}
	rest, code := g.countries.withoutCountry(words)
	city, _ := g.cityNames.find(strings.Join(rest, " "))
	if city == nil || code != "" && code != city.Country {
		return nil
	}
	return city
}

// Knows says whether a name is exactly one of a city's, or of several; a country or a region may stand behind it.
func (g *Gazetteer) Knows(name string) bool {
	found, _ := g.named(spelling.Words(name))
	return len(found) > 0
}

// named are all cities of exactly a name, and whether the country stands behind it.
func (g *Gazetteer) named(words []string) (found []*City, within bool) {
	key := strings.Join(words, "")
	if found = g.candidates(key); len(found) > 0 {
		if code := g.countries.byName[key]; code != "" {
			found = slices.DeleteFunc(found, func(c *City) bool { return c.Country != code })
		}
		return found, false
	}
	if rest, code := g.countries.withoutCountry(words); code != "" {
		found := slices.DeleteFunc(g.candidates(strings.Join(rest, "")), func(c *City) bool { return c.Country != code })
		if len(found) == 0 {
			found = g.inRegion(rest, code)
		}
		if len(found) > 0 {
			return found, true
		}
	}
	return g.inRegion(words, ""), false
}

// inRegion are the cities of words that end with the region that they are in.
func (g *Gazetteer) inRegion(words []string, country string) []*City {
	for at := len(words) - 1; at > 0; at-- {
		named := strings.Join(words[at:], "")
		found := slices.DeleteFunc(g.candidates(strings.Join(words[:at], "")), func(c *City) bool {
			return country != "" && c.Country != country || !g.isRegion(c, named)
		})
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// candidates are the cities that have a key.
func (g *Gazetteer) candidates(key string) []*City {
	own, ok := g.cityNames.exactly(key)
	matches := g.world.Named(key)
	// Laos is also a name of Lào Cai.
	plain := g.countries.byKey[key] != "" || slices.ContainsFunc(matches, func(m world.Match) bool { return !m.Alias })
	var found []*City
	for _, m := range matches {
		c := g.cityOf(m.Place)
		c.byAlias = m.Alias
		if (!plain || !m.Alias || ok && own.isAt(c)) && !slices.ContainsFunc(found, c.isAt) {
			found = append(found, c)
		}
	}
	if !ok {
		return found
	}
	known := *own
	known.known = true
	twin := slices.IndexFunc(found, own.isAt)
	switch {
	case twin >= 0:
		known.Region, known.regionCode, known.Population = found[twin].Region, found[twin].regionCode, found[twin].Population
		found[twin] = &known
	case len(found) == 0:
		found = append(found, &known)
	default:
		g.take(&known, found[0].Population)
		found = slices.Insert(found, 0, &known)
	}
	return found
}

// take takes for a city its region and people from the place of the world of its own name, where the world has no such place by the name
// that was said, as in Urdu. Where there is none, nobody knows how many people live there: as many as in the largest of the name.
func (g *Gazetteer) take(city *City, people int) {
	city.Population = people
	for _, m := range g.world.Named(spelling.Key(city.Name)) {
		if own := g.cityOf(m.Place); city.isAt(own) {
			city.Region, city.regionCode, city.Population = own.Region, own.regionCode, own.Population
			return
		}
	}
}

// isAt says whether two cities are one.
func (c *City) isAt(other *City) bool {
	return c.Timezone == other.Timezone && c.Centre.KilometresTo(other.Centre) < samePlace
}

// narrowed leaves out those of cities that nobody means who does not say so. A caller's own country brings in a city of it, however small.
func narrowed(found []*City, country string) []*City {
	slices.SortStableFunc(found, func(a, b *City) int { return cmp.Compare(b.Population, a.Population) })
	large := largest(found)
	home := slices.DeleteFunc(slices.Clone(found), func(c *City) bool { return c.Country != country })
	switch {
	case len(home) == 0:
		return large
	case slices.ContainsFunc(large, func(c *City) bool { return c.Country == country }):
		return largest(home)
	default:
		return append(large[:min(len(large), mostMeant-1)], home[0])
	}
}

// largest are the first of cities, until one has not even a tenth of the people of the first. Of several in one region, which nobody could
// tell apart, the first stands for all.
func largest(found []*City) (large []*City) {
	first := found[0]
	for _, c := range found {
		factor := outweighs
		if first.known && !c.known {
			factor = outweighsKnown
		}
		alike := func(other *City) bool {
			return other.Name == c.Name && other.Country == c.Country && other.Region == c.Region
		}
		if c.Population*factor >= first.Population && len(large) < mostMeant && !slices.ContainsFunc(large, alike) {
			large = append(large, c)
		}
	}
	return large
}

// cityOf is a place of the world, as cities.csv has it if it does.
func (g *Gazetteer) cityOf(p world.Place) *City {
	city := City{Name: p.Name, Urdu: p.Urdu, Country: p.Country, Timezone: p.Timezone, Centre: Point{p.Latitude, p.Longitude}}
	south := func(own *City, latitude float64) int { return cmp.Compare(own.Centre.Latitude, latitude) }
	from, _ := slices.BinarySearchFunc(g.northward, p.Latitude-sameCentre, south)
	for _, own := range g.northward[from:] {
		if own.Centre.Latitude > p.Latitude+sameCentre {
			break
		}
		if math.Abs(own.Centre.Longitude-p.Longitude) < sameCentre && strings.HasPrefix(spelling.Key(own.Name), spelling.Key(p.Name)) {
			city, city.known = *own, true
			break
		}
	}
	city.Region, city.regionCode, city.Population = p.Region, p.Code, p.Population
	return &city
}

// Label is the shortest text by which Meant finds this city alone, whatever country the caller is of: its name with its country, or with
// its region too.
func (g *Gazetteer) Label(c *City) string {
	country := strings.TrimPrefix(g.CountryName(c.Country), "the ")
	for _, label := range []string{c.Name + ", " + country, c.Name + ", " + c.Region + ", " + country} {
		if found := g.Meant(label, ""); len(found) == 1 && found[0].isAt(c) {
			return label
		}
	}
	return c.Name + ", " + country
}
