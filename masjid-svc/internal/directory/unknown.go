package directory

import (
	"fmt"
	"strings"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
)

// offered is how many names are offered where one is not known.
const offered = 3

// unknownCity says that a city is not known, and what would help.
func (d *Directory) unknownCity(name string) error {
	known := "known are such as Karachi, Lahore and London"
	if like := d.Places.CitiesLike(name, offered); len(like) > 0 {
		names := make([]string, len(like))
		for i, city := range like {
			names[i] = fmt.Sprintf("%s in %s", city.Name, d.Places.CountryName(city.Country))
		}
		known = "names like it are " + strings.Join(names, ", ")
	}
	return masjids.Invalid{{Field: "city", Message: fmt.Sprintf(
		"%q is no known city; %s, and every place by latitude and longitude", name, known)}}
}

// unknownArea says that a city has no such area, and what would help.
func (d *Directory) unknownArea(name, city string) error {
	known := "known are " + d.someAreas(city)
	if elsewhere := d.Places.AreaAnywhere(name); elsewhere != nil {
		known = "it is one of " + elsewhere.City
	} else if place := d.Places.City(name); place != nil {
		known = fmt.Sprintf("it is a city of %s: give it as city", d.Places.CountryName(place.Country))
	}
	return masjids.Invalid{{Field: "area", Message: fmt.Sprintf("%q is no known area of %s; %s", name, city, known)}}
}

// someAreas are a few of a city's areas.
func (d *Directory) someAreas(city string) string {
	var names []string
	for _, area := range d.Places.Areas() {
		if area.City == city && len(names) < offered {
			names = append(names, area.Name)
		}
	}
	if len(names) == 0 {
		return "those of its masjids"
	}
	return "such as " + strings.Join(names, ", ") + ", …"
}
