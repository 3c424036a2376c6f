package directory

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
)

// offered is how many names are offered in place of an unknown one.
const offered = 3

// unknownCity returns the error for an unknown city, with what would help.
func (d *Directory) unknownCity(name string) error {
	text, otherwise := d.Places.Unknown(name, ""), "; any place can be given by latitude and longitude"
	if strings.HasSuffix(text, "?") {
		otherwise = " Any place can be given by latitude and longitude."
	}
	return masjids.Invalid{{Field: "city", Message: text + otherwise}}
}

// Which returns the error for a name that several cities have, with those to choose among.
func (d *Directory) Which(name string, meant []*gazetteer.City) error {
	labels := make([]string, len(meant))
	for i, city := range meant {
		labels[i] = strconv.Quote(d.Places.Label(city))
	}
	return masjids.Invalid{{Field: "city", Message: fmt.Sprintf("several cities are called %q; say which: %s or %s", name,
		strings.Join(labels[:len(labels)-1], ", "), labels[len(labels)-1])}}
}

// unknownArea returns the error for an unknown area, with what would help.
func (d *Directory) unknownArea(name, city string) error {
	known := "its known areas " + d.someAreas(city)
	if elsewhere := d.Places.AreaAnywhere(name); elsewhere != nil {
		known = "it is one of " + elsewhere.City
	} else if place := d.Places.City(name); place != nil {
		known = fmt.Sprintf("it is a city of %s; give it as city", d.Places.CountryName(place.Country))
	}
	return masjids.Invalid{{Field: "area", Message: fmt.Sprintf("%q is not a known area of %s; %s", name, city, known)}}
}

// someAreas returns what is known of a city's areas: a few of them, or whose they are.
func (d *Directory) someAreas(city string) string {
	var names []string
	for _, area := range d.Places.Areas() {
		if area.City == city && len(names) < offered {
			names = append(names, area.Name)
		}
	}
	if len(names) == 0 {
		return "are those of its masjids"
	}
	return "include " + strings.Join(names, ", ")
}
