// Package gazetteer knows areas and cities by the names that people give them, in Latin and in Urdu script.
package gazetteer

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/salaatflow/platform/language/gazetteer/world"
	"github.com/salaatflow/platform/language/spelling"
)

//go:embed data/karachi-areas.json
var areasJSON []byte

//go:embed data/cities.csv
var citiesCSV []byte

// Point is a position in degrees, north and east positive.
type Point struct{ Latitude, Longitude float64 }

// City is a city, or the place of one.
type City struct {
	Name, Urdu string
	// Country is an ISO 3166-1 alpha-2 code.
	Country string
	// Timezone is an IANA name.
	Timezone string
	Centre   Point
	// Region is the first-level division of the country, in Latin script, and Population how many people live there; empty and 0 where
	// they are not known.
	Region     string
	Population int
	regionCode string
	known      bool // it is of cities.csv
	byAlias    bool // it was found by another name than the one it is best known by
	aliases    []string
}

// Area is a part of a city.
type Area struct {
	Name, Urdu, District string
	City                 string
	// Centre is rough, up to some kilometres off; nil when it is not known.
	Centre    *Point
	spellings []string
}

// Gazetteer knows the areas and cities that come with the program. It never changes and may be shared.
type Gazetteer struct {
	areas     []*Area
	cities    []*City
	areaNames names[*Area]
	cityNames names[*City]
	countries countries
	regions   regions
	world     *world.World
	northward []*City // the cities by latitude
}

// New reads what comes with the program.
func New() (*Gazetteer, error) {
	// Areas are few, and of one city; cities of four letters are too like the many that are not known.
	g := &Gazetteer{
		areaNames: newNames[*Area](4, spelling.Tolerance), cityNames: newNames[*City](minNearly, cityTolerance),
		countries: countries{shared: map[string]bool{}}, world: world.Embedded(),
	}
	if err := g.countries.readZones(bytes.NewReader(zonesCSV)); err != nil {
		return nil, fmt.Errorf("zones.csv: %w", err)
	}
	if err := g.countries.readNames(bytes.NewReader(countriesCSV)); err != nil {
		return nil, fmt.Errorf("countries.csv: %w", err)
	}
	if err := g.regions.read(regionsCSV); err != nil {
		return nil, fmt.Errorf("regions.csv: %w", err)
	}
	if err := g.readCities(bytes.NewReader(citiesCSV)); err != nil {
		return nil, fmt.Errorf("cities.csv: %w", err)
	}
	g.northward = slices.SortedFunc(slices.Values(g.cities), func(a, b *City) int {
		return cmp.Compare(a.Centre.Latitude,
			b.Centre.Latitude)
	})
	if err := g.readAreas(areasJSON); err != nil {
		return nil, fmt.Errorf("karachi-areas.json: %w", err)
	}
	return g, nil
}

// Areas are all areas; they must not be changed.
func (g *Gazetteer) Areas() []*Area { return g.areas }

// Cities are those whose prayer times are asked for most, of which Meant knows many more; they must not be changed.
func (g *Gazetteer) Cities() []*City { return g.cities }

// Spellings are the names by which an area is known; they must not be changed.
func (a *Area) Spellings() []string { return a.spellings }

// Spellings are the names by which a city is known; they must not be changed.
func (c *City) Spellings() []string { return c.aliases }

// City finds a city by any of its names, one or two letters of which may be wrong, and which its country may follow
// ("London, UK"). It is the one of Cities where several have the name; nil for none, for a city of another country, and for a
// name of which it would have to be asked which is meant.
func (g *Gazetteer) City(name string) *City {
	if city, ok := g.cityNames.exactly(spelling.Key(name)); ok {
		return city
	}
	if meant := g.Meant(name, ""); len(meant) == 1 {
		return meant[0]
	}
	return nil
}

// Area finds an area of a city by any of its names, one or two letters of which may be wrong, and which a block, a phase
// or a number may follow ("nazimabad no 3"); nil for none.
func (g *Gazetteer) Area(name, city string) *Area {
	if area, ok := g.areaNames.find(name); ok && area.City == city {
		return area
	}
	return nil
}

// AreaAnywhere is Area for every city.
func (g *Gazetteer) AreaAnywhere(name string) *Area {
	area, _ := g.areaNames.find(name)
	return area
}

// AreaIn finds the area which words, as spelling.Words gives them, name somewhere; the one with the longest name if they
// name several, so that North Nazimabad is never taken for Nazimabad. It returns what words are left over; nil for no
// area.
func (g *Gazetteer) AreaIn(words []string) (area *Area, rest []string) {
	return g.areaNames.within(words)
}

// CityAt is the city whose centre is nearest to a point and at most this many kilometres away; nil for none.
func (g *Gazetteer) CityAt(p Point, within float64) (nearest *City) {
	for _, city := range g.cities {
		if distance := p.KilometresTo(city.Centre); distance <= within {
			within, nearest = distance, city
		}
	}
	return nearest
}

// KilometresTo is the distance on the ground, right to half a percent.
func (p Point) KilometresTo(q Point) float64 {
	const radians, earthRadius = math.Pi / 180, 6371.0088
	latitude, longitude := (q.Latitude-p.Latitude)*radians/2, (q.Longitude-p.Longitude)*radians/2
	h := math.Pow(math.Sin(latitude), 2) +
		math.Cos(p.Latitude*radians)*math.Cos(q.Latitude*radians)*math.Pow(math.Sin(longitude), 2)
	return 2 * earthRadius * math.Asin(math.Sqrt(min(1, h)))
}

func (g *Gazetteer) readAreas(text []byte) error {
	var file struct {
		Areas []struct {
			Name, Urdu, District, City string
			Aliases                    []string
			UrduAliases                []string `json:"urdu_aliases"`
			Centre                     *struct {
				Latitude  float64 `json:"lat"`
				Longitude float64 `json:"lon"`
			} `json:"approx_center"`
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return fmt.Errorf("read: %w", err)
	}
	for _, a := range file.Areas {
		area := &Area{Name: a.Name, Urdu: a.Urdu, District: a.District, City: a.City}
		area.spellings = append(append([]string{a.Name, a.Urdu}, a.Aliases...), a.UrduAliases...)
		if a.Centre != nil {
			area.Centre = &Point{a.Centre.Latitude, a.Centre.Longitude}
		}
		g.areas = append(g.areas, area)
		if err := g.areaNames.add(area, area.spellings); err != nil {
			return fmt.Errorf("%s: %w", area.Name, err)
		}
	}
	return nil
}

func (g *Gazetteer) readCities(r io.Reader) error {
	rows, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return fmt.Errorf("read: %w", err)
	}
	for _, row := range rows[1:] {
		latitude, err := strconv.ParseFloat(row[5], 64)
		if err != nil {
			return fmt.Errorf("%s: %w", row[0], err)
		}
		longitude, err := strconv.ParseFloat(row[6], 64)
		if err != nil {
			return fmt.Errorf("%s: %w", row[0], err)
		}
		city := &City{Name: row[0], Urdu: row[1], Country: row[3], Timezone: row[4], Centre: Point{latitude, longitude}}
		city.aliases = append([]string{row[0], row[1]}, separated(row[2])...)
		g.cities = append(g.cities, city)
		if g.countries.byZone[city.Timezone] != city.Country {
			g.countries.shared[city.Timezone] = true
		}
		if err := g.cityNames.add(city, city.aliases); err != nil {
			return fmt.Errorf("%s: %w", city.Name, err)
		}
	}
	return nil
}
