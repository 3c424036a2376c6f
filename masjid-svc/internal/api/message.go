package api

import (
	"context"
	"math"
	"time"

	"github.com/salaatflow/platform/masjid-svc/internal/directory"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/internal/prayers"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
)

// masjidMessage converts a masjid to its API message, with the times of today.
func masjidMessage(m masjids.Masjid, today prayers.Congregations) *masjidv1.Masjid {
	message := &masjidv1.Masjid{
		Id: m.ID, Name: m.Name, NameUrdu: unlessZero(m.NameUrdu), AreaName: unlessZero(m.Area), City: m.City,
		Address: unlessZero(m.Address), Latitude: m.Latitude, Longitude: m.Longitude, PositionAccuracy: string(m.Accuracy),
		Timezone: m.Timezone, Phone: unlessZero(m.Phone), Website: unlessZero(m.Website), Imam: unlessZero(m.Imam),
		Source: m.Source, SourceRef: m.SourceRef, Licence: m.Licence, Attribution: unlessZero(m.Attribution),
		WomenArea: known(m.Facilities.WomenArea), Wheelchair: known(m.Facilities.Wheelchair),
		Parking: known(m.Facilities.Parking), Wudu: known(m.Facilities.Wudu),
		FajrTime: today[masjids.Fajr], DhuhrTime: today[masjids.Dhuhr], AsrTime: today[masjids.Asr],
		MaghribTime: today[masjids.Maghrib], IshaTime: today[masjids.Isha], JummahTime: today[masjids.Jummah1],
		EidAlFitrTime: today[masjids.EidFitr], EidAlAdhaTime: today[masjids.EidAdha],
	}
	for _, occasion := range masjids.Jummahs() {
		if at := today[occasion]; at != nil {
			message.JummahTimes = append(message.JummahTimes, *at)
		}
	}
	return message
}

// masjidMessages converts the masjids of a page to their API messages.
func (s *Server) masjidMessages(ctx context.Context, found []directory.Found) ([]*masjidv1.Masjid, error) {
	all := make([]masjids.Masjid, len(found))
	for i, one := range found {
		all[i] = one.Masjid
	}
	today, err := s.prayers.Today(ctx, all...)
	if err != nil {
		return nil, err
	}
	messages := make([]*masjidv1.Masjid, len(found))
	for i, one := range found {
		messages[i] = masjidMessage(one.Masjid, today[i])
		if one.DistanceKM >= 0 {
			rounded := math.Round(one.DistanceKM*1000) / 1000 // to metres
			messages[i].DistanceKm = &rounded
		}
	}
	return messages, nil
}

func known(k masjids.Known) *bool {
	if k == masjids.Unknown {
		return nil
	}
	yes := k == masjids.Yes
	return &yes
}

func clockTime(t time.Time) string { return t.Format(prayers.HoursMinutes) }

// givenTime returns nil, which is null in JSON, for the zero time.
func givenTime(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	return unlessZero(clockTime(t))
}

func timestamp(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	return unlessZero(t.Format(time.RFC3339))
}

// unlessZero returns nil, which is null in JSON, for the zero value.
func unlessZero[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}

func forbiddenMessage(f prayertime.Forbidden) *masjidv1.ForbiddenTime {
	return &masjidv1.ForbiddenTime{
		Kind: string(f.Kind), Label: f.Label(), VoluntaryOnly: f.VoluntaryOnly, From: clockTime(f.From), Until: clockTime(f.Until),
	}
}
