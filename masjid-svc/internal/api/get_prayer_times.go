package api

import (
	"context"
	"math"
	"time"

	"github.com/salaatflow/platform/masjid-svc/internal/prayers"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
)

// GetPrayerTimes returns the prayer times of a place.
func (s *Server) GetPrayerTimes(
	ctx context.Context, req *masjidv1.GetPrayerTimesRequest,
) (*masjidv1.GetPrayerTimesResponse, error) {
	question := prayers.Question{
		UserID: userFrom(ctx), MasjidID: req.GetMasjidId(), Area: req.GetArea(), City: req.GetCity(), Latitude: req.Latitude,
		Longitude: req.Longitude, Timezone: req.GetTimezone(), Method: req.GetMethod(), Asr: req.GetAsr(),
		HighLatitude: req.GetHighLatitudeRule(), FajrAngle: req.FajrAngle, IshaAngle: req.IshaAngle,
	}
	message, err := s.prayerTimes(ctx, question, req.GetDate())
	if err != nil || req.GetDays() <= 1 {
		return message, err
	}
	days, err := s.prayers.Days(ctx, question, req.GetDate(), int(req.GetDays()))
	if err != nil {
		return nil, refusalOf(question.MasjidID, err)
	}
	for i := range days {
		message.Days = append(message.Days, &masjidv1.DayTimes{
			Date: days[i].Date.String(), Sunrise: clockTime(days[i].Sunrise), Imsak: clockTime(days[i].Imsak),
			StartTimes:     times(func(p prayertime.Prayer) string { return clockTime(days[i].Start(p)) }),
			StartDatetimes: datetimes(days[i].Start),
		})
	}
	return message, nil
}

// GetMasjidPrayerTimes returns the prayer times of a masjid.
func (s *Server) GetMasjidPrayerTimes(
	ctx context.Context, req *masjidv1.GetMasjidPrayerTimesRequest,
) (*masjidv1.GetMasjidPrayerTimesResponse, error) {
	day, err := s.prayerTimes(ctx, prayers.Question{
		UserID: userFrom(ctx), MasjidID: req.GetMasjidId(), Timezone: req.GetTimezone(), Method: req.GetMethod(),
		Asr: req.GetAsr(), HighLatitude: req.GetHighLatitudeRule(), FajrAngle: req.FajrAngle, IshaAngle: req.IshaAngle,
	}, req.GetDate())
	if err != nil {
		return nil, err
	}
	return &masjidv1.GetMasjidPrayerTimesResponse{Day: day}, nil
}

func (s *Server) prayerTimes(
	ctx context.Context, question prayers.Question, date string,
) (*masjidv1.GetPrayerTimesResponse, error) {
	day, err := s.prayers.Day(ctx, question, date)
	if err != nil {
		return nil, refusalOf(question.MasjidID, err)
	}
	message := &masjidv1.GetPrayerTimesResponse{
		Area: unlessZero(day.Area), City: unlessZero(day.City), Latitude: day.Point.Latitude, Longitude: day.Point.Longitude,
		LocationSource: string(day.Location), Date: day.Date.String(), Timezone: day.Zone.String(),
		Method: day.Params.Method.Name, Asr: string(day.Params.Asr), HighLatitudeRule: string(day.Params.HighLatitude),
		StartTimesSource: string(day.Source), Sunrise: clockTime(day.Sunrise), Imsak: clockTime(day.Imsak), Sunset: clockTime(day.Sunset),
		Midnight: clockTime(day.Midnight), LastThird: clockTime(day.LastThird), Qibla: math.Round(day.Qibla*100) / 100,
		Notes: day.Remarks, MethodTitle: day.Method.Title, MethodReason: day.MethodReason, AsrReason: day.AsrReason,
		Country: unlessZero(day.Country), MidnightDatetime: day.Midnight.Format(time.RFC3339),
		LastThirdDatetime: day.LastThird.Format(time.RFC3339),
		HijriDate:         hijriMessage(day.Hijri),
	}
	forenoon := day.Forenoon()
	message.Ishraq, message.Chasht = clockTime(forenoon.Ishraq), clockTime(forenoon.Chasht)
	message.DuhaUntil, message.Zawal = clockTime(forenoon.Until), clockTime(forenoon.Zawal)
	message.QiblaDirection = prayertime.CompassPoint(day.Qibla)
	if day.Masjid != nil {
		message.MasjidId, message.MasjidName = &day.Masjid.ID, &day.Masjid.Name
	}
	fiveTimes(message, &day)
	for _, at := range day.Jummahs {
		message.JummahTimes = append(message.JummahTimes, clockTime(at))
	}
	for _, forbidden := range day.Forbidden() {
		if forbidden.From.Before(forbidden.Until) {
			message.ForbiddenTimes = append(message.ForbiddenTimes, forbiddenMessage(forbidden))
		}
	}
	return message, nil
}

func fiveTimes(message *masjidv1.GetPrayerTimesResponse, day *prayers.Day) {
	shown := func(p prayertime.Prayer) string {
		at, _ := day.Shown(p)
		return clockTime(at)
	}
	start := func(p prayertime.Prayer) string { return clockTime(day.Start(p)) }
	jamaat := func(p prayertime.Prayer) *string { return givenTime(day.Jamaat[p]) }
	source := func(p prayertime.Prayer) string {
		if _, isJamaat := day.Shown(p); isJamaat {
			return "jamaat"
		}
		return "start"
	}
	message.PrayerTimes = times(shown)
	message.StartTimes = times(start)
	message.StartDatetimes = datetimes(day.Start)
	message.EndDatetimes = datetimes(func(p prayertime.Prayer) time.Time { return day.End(p, &day.Next) })
	message.PrayerTimesShow = &masjidv1.FiveSources{
		Fajr: source(prayertime.Fajr), Dhuhr: source(prayertime.Dhuhr), Asr: source(prayertime.Asr),
		Maghrib: source(prayertime.Maghrib), Isha: source(prayertime.Isha),
	}
	message.JamaatTimes = &masjidv1.FiveGivenTimes{
		Fajr: jamaat(prayertime.Fajr), Dhuhr: jamaat(prayertime.Dhuhr), Asr: jamaat(prayertime.Asr),
		Maghrib: jamaat(prayertime.Maghrib), Isha: jamaat(prayertime.Isha),
	}
}

func times(of func(prayertime.Prayer) string) *masjidv1.FiveTimes {
	return &masjidv1.FiveTimes{
		Fajr: of(prayertime.Fajr), Dhuhr: of(prayertime.Dhuhr), Asr: of(prayertime.Asr),
		Maghrib: of(prayertime.Maghrib), Isha: of(prayertime.Isha),
	}
}

func datetimes(of func(prayertime.Prayer) time.Time) *masjidv1.FiveDatetimes {
	at := func(p prayertime.Prayer) string {
		if of(p).IsZero() { // Isha of the last date that is computed has no end
			return ""
		}
		return of(p).Format(time.RFC3339)
	}
	return &masjidv1.FiveDatetimes{
		Fajr: at(prayertime.Fajr), Dhuhr: at(prayertime.Dhuhr), Asr: at(prayertime.Asr),
		Maghrib: at(prayertime.Maghrib), Isha: at(prayertime.Isha),
	}
}
