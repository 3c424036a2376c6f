// Package users holds what a user's profile is and the rules that profiles keep. It knows nothing of gRPC or SQL: a
// Store keeps the profiles, a clock tells the time.
package users

import (
	"time"

	"github.com/salaatflow/platform/services/identity"
)

// User is a user's profile. It is a plain value: two equal profiles are ==. Texts are empty where nothing is given.
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
	// PreferredMasjidID is 0 when there is none.
	PreferredMasjidID int32
	// AsrSchool is hanafi or shafi; empty is the usual one of the place that is asked about.
	AsrSchool string
	// PrayerMethod is a method of prayer times, by its name; empty is the usual one of the place that is asked about.
	PrayerMethod string
	// CreatedAt and UpdatedAt are UTC in whole milliseconds, and zero for a profile that was never kept.
	CreatedAt, UpdatedAt time.Time
}

// unknown is the profile of a user of whom nothing is known.
func unknown(id int32) User {
	return User{
		ID:       id,
		Language: "en",
		City:     "Karachi",
		Timezone: identity.DefaultTimezone,
	}
}
