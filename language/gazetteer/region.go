package gazetteer

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/salaatflow/platform/language/spelling"
)

//go:embed data/regions.csv
var regionsCSV []byte

// regions are parts of countries that people name behind a city: the states of America, the provinces of Pakistan.
type regions struct {
	keys   map[string]bool                // of all their names
	called map[regionName]map[string]bool // the keys of further names
	urdu   map[regionName]string
}

// leastRegion is how many bytes of a name have to be there for it to be a region's, where no city of it stands before it.
const leastRegion = 5

// regionName is a region as the world's places have it: a country and the name there.
type regionName struct{ country, name string }

func (r *regions) read(file []byte) error {
	rows, err := csv.NewReader(bytes.NewReader(file)).ReadAll()
	if err != nil {
		return fmt.Errorf("read: %w", err)
	}
	r.keys, r.called = map[string]bool{}, make(map[regionName]map[string]bool, len(rows))
	r.urdu = make(map[regionName]string, len(rows))
	for _, row := range rows[1:] {
		known := map[string]bool{}
		for _, text := range separated(row[2]) {
			key := spelling.Key(text)
			known[key] = true
			if of := (regionName{row[0], row[1]}); r.urdu[of] == "" && text[0] >= utf8.RuneSelf {
				r.urdu[of] = text
			}
			if len(key) >= leastRegion {
				r.keys[key] = true
			}
		}
		r.keys[spelling.Key(row[1])] = true
		r.called[regionName{row[0], row[1]}] = known
	}
	return nil
}

// isRegion says whether the key of a text is of the region that a city is in.
func (g *Gazetteer) isRegion(c *City, key string) bool {
	return spelling.Key(c.Region) == key || c.regionCode != "" && strings.ToLower(c.regionCode) == key ||
		g.regions.called[regionName{c.Country, c.Region}][key]
}

// IsLand says whether a text is the name of a country, or of one of the regions that people name behind a city and that is none itself.
func (g *Gazetteer) IsLand(name string) bool {
	key := spelling.Key(name)
	return g.countries.byName[key] != "" || g.regions.keys[key] && len(g.candidates(key)) == 0
}

// IsTown says whether a name is exactly one of a city's, without a land behind it.
func (g *Gazetteer) IsTown(name string) bool { return len(g.candidates(spelling.Key(name))) > 0 }

// IsAlone says whether only one city has a name, and it is the one that the name with a land behind it means.
func (g *Gazetteer) IsAlone(name, full string) bool {
	cities := g.candidates(spelling.Key(name))
	if len(cities) != 1 {
		return false
	}
	meant := g.Meant(full, "")
	return len(meant) == 1 && meant[0].isAt(cities[0])
}

// IsTownOf says whether a name is exactly one of a city's in a country.
func (g *Gazetteer) IsTownOf(name, country string) bool {
	return slices.ContainsFunc(g.candidates(spelling.Key(name)), func(c *City) bool { return c.Country == country })
}

// CityNamed is the city of exactly this name that is at a point; nil for none.
func (g *Gazetteer) CityNamed(name string, at Point) *City {
	for _, c := range g.candidates(spelling.Key(name)) {
		if c.Centre.KilometresTo(at) < samePlace {
			return c
		}
	}
	return nil
}

// largeNamesake is how many people another city of the name has for it to matter which one is meant; so does one that is not much smaller.
const largeNamesake = 100_000

// Namesakes are the other cities that somebody may mean by a city's name.
func (g *Gazetteer) Namesakes(c *City) (others []*City) {
	for _, m := range g.world.Named(spelling.Key(c.Name)) {
		other := g.cityOf(m.Place)
		if (m.Population >= largeNamesake || m.Population*outweighs >= c.Population) && !c.isAt(other) {
			others = append(others, other)
		}
	}
	return others
}

// HasStates says whether a city is in a country of which people name the states rather than the country: the United States.
func (g *Gazetteer) HasStates(c *City) bool { return c.regionCode != "" }

// RegionUrdu is the name in Urdu script of the region that a city is in; "" where it is not known.
func (g *Gazetteer) RegionUrdu(c *City) string {
	return g.regions.urdu[regionName{c.Country, c.Region}]
}
