package users

import (
	"cmp"

	"github.com/salaatflow/platform/language/gazetteer"
)

// move sets the city that the patch names, with the country, coordinates and time zone of the place and without the area of the one before,
// as far as the patch does not give these. What is written already stays, so that a profile of a city that nobody knows can be sent again.
func (p Patch) move(user *User, places *gazetteer.Gazetteer) (wrong Invalid) {
	if p.City == nil {
		return p.moreOfNoCity()
	}
	before := *user
	wrong.setText("city", p.City, &user.City, maxName)
	if user.City == "" {
		wrong.add("city", "must not be empty")
	}
	switch {
	case p.Latitude != nil && p.Longitude == nil:
		wrong.add("longitude", "must be given with latitude")
	case p.Longitude != nil && p.Latitude == nil:
		wrong.add("latitude", "must be given with longitude")
	}
	if len(wrong) > 0 {
		return wrong
	}
	city := places.Choose(user.City, textOf(p.Country), cmp.Or(before.Place.Country, places.Country(before.Timezone)))
	switch {
	case city != nil:
		user.City, user.Place, user.Timezone = places.Kept(city), placeOf(city), city.Timezone
	case p.Latitude != nil && p.Timezone != nil:
		user.Place = Place{Known: true, Country: cmp.Or(textOf(p.Country), places.Country(*p.Timezone))}
	case user.City == before.City && p.Latitude == nil:
		return nil
	default:
		wrong.add("city", places.Unknown(user.City, textOf(p.Country)))
		return wrong
	}
	if p.Latitude != nil {
		user.Place.Latitude, user.Place.Longitude = *p.Latitude, *p.Longitude
	}
	if user.City != before.City {
		user.Area = ""
	}
	return nil
}

// moreOfNoCity returns what a patch has that says more of its city, where it names none.
func (p Patch) moreOfNoCity() (wrong Invalid) {
	for _, more := range []struct {
		field string
		given bool
	}{{"country", p.Country != nil}, {"latitude", p.Latitude != nil}, {"longitude", p.Longitude != nil}} {
		if more.given {
			wrong.add(more.field, "must be given with city")
		}
	}
	return wrong
}

func placeOf(city *gazetteer.City) Place {
	return Place{Known: true, Country: city.Country, Latitude: city.Centre.Latitude, Longitude: city.Centre.Longitude}
}

func textOf(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
