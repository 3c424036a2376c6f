package gazetteer

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/salaatflow/platform/language/spelling"
)

//go:embed data/zones.csv
var zonesCSV []byte

//go:embed data/countries.csv
var countriesCSV []byte

// Countries are ISO 3166-1 alpha-2 codes in capitals, and XK for Kosovo.
type countries struct {
	byZone map[string]string   // by IANA time zone
	names  map[string]string   // by code, as in "usual in the United Kingdom"
	byKey  map[string]string   // codes by the keys of names, aliases and codes
	byName map[string]string   // the same without codes
	called map[string][]string // names and aliases by code
	// shared are the time zones of which cities in another country than byZone's are known.
	shared  map[string]bool
	longest int // words in a name
}

// CountryName is the English name of a country, as in "in the United Kingdom"; "" for what is no country's code.
func (g *Gazetteer) CountryName(code string) string { return g.countries.names[code] }

// Country is the country of an IANA time zone; "" for a zone of no country, such as Etc/GMT+5 at sea.
func (g *Gazetteer) Country(timezone string) string { return g.countries.byZone[timezone] }

// CountryCalled is the code of the country of this name; "" for none, also where a text is only a country's code.
func (g *Gazetteer) CountryCalled(name string) string { return g.countries.byName[spelling.Key(name)] }

// LargestOf are at most n cities of a country, those of most people first: of the well-known ones, or of all where none is.
func (g *Gazetteer) LargestOf(country string, n int) []*City {
	var known, all []*City
	for place := range g.world.All() {
		if place.Country != country {
			continue
		}
		city := g.cityOf(place)
		near := func(other *City) bool { return other.isAt(city) } // a part of it
		if city.known && len(known) < n && !slices.ContainsFunc(known, near) {
			known = append(known, city)
		}
		if len(all) < n && !slices.ContainsFunc(all, near) {
			all = append(all, city)
		}
	}
	if len(known) > 0 {
		return known
	}
	return all
}

// nearBorder is within how many kilometres of a city a point is taken to be in its country, where the time zone does not
// tell.
const nearBorder = 40

// CountryAt is the country of a point in an IANA time zone: that of the zone. Where cities of another country are known to
// have it too, such as those of Kosovo, it is that of the nearest one nearby.
func (g *Gazetteer) CountryAt(p Point, timezone string) string {
	if g.countries.shared[timezone] {
		if city := g.CityAt(p, nearBorder); city != nil && city.Timezone == timezone {
			return city.Country
		}
	}
	return g.Country(timezone)
}

// withoutCountry is what stands before the name of a country at the end of words, and the country's code; words and "" for
// words that end in none, or are nothing else.
func (c *countries) withoutCountry(words []string) (rest []string, code string) {
	for length := min(c.longest, len(words)-1); length > 0; length-- {
		at := len(words) - length
		if code := c.byKey[strings.Join(words[at:], "")]; code != "" {
			return words[:at], code
		}
	}
	return words, ""
}

func (c *countries) readZones(r io.Reader) error {
	rows, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return fmt.Errorf("read: %w", err)
	}
	c.byZone = make(map[string]string, len(rows))
	for _, row := range rows[1:] {
		c.byZone[row[0]] = row[1]
	}
	return nil
}

func (c *countries) readNames(r io.Reader) error {
	rows, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return fmt.Errorf("read: %w", err)
	}
	c.names, c.byKey, c.byName = make(map[string]string, len(rows)), make(map[string]string, 3*len(rows)), make(map[string]string, 3*len(rows))
	c.called = make(map[string][]string, len(rows))
	for _, row := range rows[1:] {
		code, name := row[0], row[1]
		c.names[code] = name
		c.byName[spelling.Key(name)] = code
		c.called[code] = append(separated(row[2]), strings.TrimPrefix(name, "the "))
		for _, text := range c.called[code] {
			c.byName[spelling.Key(text)] = code
		}
		spellings := append([]string{code}, c.called[code]...)
		for _, text := range spellings {
			words := spelling.Words(text)
			key := strings.Join(words, "")
			if other := c.byKey[key]; other != "" && other != code {
				return fmt.Errorf("%s: the spelling %q is %s's", code, text, other)
			}
			c.byKey[key] = code
			c.longest = max(c.longest, len(words))
		}
	}
	return c.addUrdu()
}

// separated are the texts of a cell that holds several.
func separated(cell string) []string {
	return slices.DeleteFunc(strings.Split(cell, ";"), func(text string) bool { return text == "" })
}
