package dialogue

import (
	"strings"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/language/spelling"
)

// What is asked where a name does not say which city is meant: it is one of several cities', a country's, or nearly a city's.
const (
	askingShared    = "which_city"
	askingOfCountry = "which_city_of_country"
	askingLikely    = "city_likely"
)

// mostOffered is how many cities of a country are offered.
const mostOffered = 3

// leastLand is how many bytes a region's or country's name has at least: two letters are more often a word.
const leastLand = 3

// offer is what a person may choose among, and how it is asked for.
type offer struct {
	asking string
	cities []*gazetteer.City
}

// citiesOffered returns what is offered in the place of a name that does not say which city is meant; nothing where one city is, or nobody
// knows the name.
func (t *Turn) citiesOffered(name string) offer {
	if code := t.Places.CountryCalled(name); code != "" && len(t.Places.Meant(name, "")) == 0 {
		return offer{askingOfCountry, t.Places.LargestOf(code, mostOffered)}
	}
	if cities := t.CitiesCalled(name); len(cities) > 1 {
		return offer{askingShared, cities}
	} else if len(cities) == 1 {
		return offer{}
	}
	if likely := t.Places.Likely(name); likely != nil {
		return offer{askingLikely, []*gazetteer.City{likely}}
	}
	return offer{}
}

// cityIn returns the city of a country that a message says; nil if it says none or several.
func (t *Turn) cityIn(country, text string) *gazetteer.City {
	code := t.Places.CountryCalled(country)
	piece := t.Detector.Fragment(t.Input, detect.GetPrayerTimes).Slots.City
	for _, said := range []string{TextOf(t.Detected.Slots.City), TextOf(piece), text} {
		if said == "" {
			continue
		}
		if meant := t.Places.Meant(said+", "+country, ""); len(meant) == 1 && meant[0].Country == code {
			return meant[0]
		}
	}
	return nil
}

// Namesake returns the full name of the city of the same name as another, in the country or region that the message says; "" if it says
// none where one is, or the same city again.
func (t *Turn) Namesake(name string) string {
	if number, _ := t.Detector.Number(t.Input.Text); number > 0 {
		return ""
	}
	bare, _, _ := strings.Cut(name, ", ")
	before := t.Places.Meant(name, t.Places.Country(t.Person.Zone().String()))
	words := spelling.Words(t.Input.Text)
	for length := min(len(words), MaxFragmentWords); length > 0; length-- {
		for from := 0; from+length <= len(words); from++ {
			land := strings.Join(words[from:from+length], " ")
			if len(land) < leastLand {
				continue
			}
			meant := t.Places.Meant(bare+", "+land, "")
			if len(meant) == 1 && t.Places.Knows(bare+", "+land) && (len(before) != 1 || meant[0].Centre != before[0].Centre) {
				return t.Places.Label(meant[0])
			}
		}
	}
	return ""
}
