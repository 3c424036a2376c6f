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
	City     string
	Area     string
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

// unknown returns the default profile of a user.
func unknown(id int32) User {
	return User{
		ID:       id,
		Language: "en",
		City:     "Karachi",
		Timezone: identity.DefaultTimezone,
	}
}
