package api

import (
	"cmp"
	"time"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/users-svc/internal/users"
)

// defaultAsrSchool is shown for users who have chosen no school. It is that of the default city.
const defaultAsrSchool = "hanafi"

// message converts a profile to its API message, with times in the profile's zone.
func (s *Server) message(u users.User) *usersv1.User {
	zone, err := identity.LoadZone(u.Timezone)
	if err != nil { // the zone database no longer has it
		zone = time.UTC
	}
	message := &usersv1.User{
		Id:                u.ID,
		DisplayName:       unlessZero(u.DisplayName),
		Email:             unlessZero(u.Email),
		Language:          u.Language,
		City:              u.City,
		Area:              unlessZero(u.Area),
		Timezone:          u.Timezone,
		PreferredMasjidId: unlessZero(u.PreferredMasjidID),
		AsrSchool:         cmp.Or(u.AsrSchool, defaultAsrSchool),
		AsrSchoolChosen:   u.AsrSchool != "",
		PrayerMethod:      unlessZero(u.PrayerMethod),
		Role:              string(s.users.Role(u.ID)),
		CreatedAt:         timestamp(u.CreatedAt, zone),
		UpdatedAt:         timestamp(u.UpdatedAt, zone),
		Country:           unlessZero(u.Place.Country),
	}
	if u.Place.Known {
		message.Latitude, message.Longitude = &u.Place.Latitude, &u.Place.Longitude
	}
	return message
}

// timestamp formats t as RFC 3339 in zone. It returns nil for the zero time.
func timestamp(t time.Time, zone *time.Location) *string {
	if t.IsZero() {
		return nil
	}
	return unlessZero(t.In(zone).Format(time.RFC3339))
}

// unlessZero returns nil, which is null in JSON, for the zero value.
func unlessZero[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}
