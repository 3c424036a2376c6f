package gazetteer

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"fmt"
	"strings"

	"github.com/salaatflow/platform/language/spelling"
)

//go:embed data/countries-urdu.csv
var countriesUrduCSV []byte

// UrduCountries are the names of countries in Urdu script, by their codes.
func UrduCountries() (map[string]string, error) {
	rows, err := csv.NewReader(bytes.NewReader(countriesUrduCSV)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("countries-urdu.csv: %w", err)
	}
	names := make(map[string]string, len(rows))
	for _, row := range rows[1:] {
		names[row[0]] = row[1]
	}
	return names, nil
}

// addUrdu makes countries known by their names in Urdu script.
func (c *countries) addUrdu() error {
	urdu, err := UrduCountries()
	if err != nil {
		return err
	}
	for code, name := range urdu {
		words := spelling.Words(name)
		key := strings.Join(words, "")
		if other := c.byKey[key]; other != "" && other != code {
			return fmt.Errorf("countries-urdu.csv: %q is %s's and %s's", name, other, code)
		}
		c.byKey[key], c.byName[spelling.Key(name)] = code, code
		c.longest = max(c.longest, len(words))
		c.called[code] = append(c.called[code], name)
	}
	return nil
}

// CountriesCalled are the names by which people call each country, by its code, in Latin and in Urdu script; they must not be changed.
func (g *Gazetteer) CountriesCalled() map[string][]string { return g.countries.called }

// MainCity is the city of a country in which most people live; nil if none is known.
func (g *Gazetteer) MainCity(country string) *City {
	for place := range g.world.All() {
		if place.Country == country {
			return g.cityOf(place)
		}
	}
	return nil
}
