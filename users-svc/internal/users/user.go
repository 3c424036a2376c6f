// Package users defines profiles and their rules. It knows nothing of gRPC or SQL: a Store stores the profiles, and a
// clock tells the time.
package users

import (
	"time"

	"github.com/salaatflow/platform/services/identity"
)

// User is a user's profile. Values can be compared with ==. Texts are empty where nothing is set.
type User struct {
	// ID is the user's number, from 1.
	ID          int32
	DisplayName string
	Email       string
	// Language is the language of answers: en, ur or ur-Latn.
	Language string
	// City is the name by which gazetteer.Choose finds the place, unless only its coordinates say where it is.
	City string
	// Place is where the city is. It is zero for a city of before places were kept.
	Place Place
	Area  string
	// Timezone is an IANA name.
	Timezone string
	// PreferredMasjidID is 0 if there is none.
	PreferredMasjidID int32
	// AsrSchool is hanafi or shafi. Empty means the usual school of the place asked about.
	AsrSchool string
	// PrayerMethod is the name of a method of prayer times. Empty means the usual method of the place asked about.
	PrayerMethod string
	// CreatedAt and UpdatedAt are in UTC, in whole milliseconds. They are zero for a profile that was never stored.
	CreatedAt, UpdatedAt time.Time
}

// Place is where a city is.
type Place struct {
	// Known reports whether there is a place; the other fields are then set.
	Known bool
	// Country is an ISO 3166-1 alpha-2 code, empty at sea.
	Country string
	// Latitude and Longitude are in degrees, north and east positive.
	Latitude, Longitude float64
}

// defaultCity is the city of a user who has named none.
const defaultCity = "Karachi"

// unknown returns the default profile of a user.
func (s *Service) unknown(id int32) User {
	user := User{ID: id, Language: "en", City: defaultCity, Timezone: identity.DefaultTimezone}
	if city := s.Places.City(defaultCity); city != nil {
		user.Place = placeOf(city)
	}
	return user
}
