package api

import (
	"context"

	"github.com/salaatflow/platform/masjid-svc/internal/prayers"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
)

// GetIslamicDate returns a day in both calendars.
func (s *Server) GetIslamicDate(
	ctx context.Context, req *masjidv1.GetIslamicDateRequest,
) (*masjidv1.GetIslamicDateResponse, error) {
	day, err := s.prayers.HijriDay(ctx, prayers.Question{
		UserID: userFrom(ctx), MasjidID: req.GetMasjidId(), Area: req.GetArea(), City: req.GetCity(), Latitude: req.Latitude,
		Longitude: req.Longitude,
	}, prayers.HijriQuestion{
		Date: req.GetDate(), Occasion: req.GetOccasion(), Year: int(req.GetHijriYear()), Month: int(req.GetHijriMonth()),
		Day: int(req.GetHijriDay()),
	})
	if err != nil {
		return nil, refusalOf(req.GetMasjidId(), err)
	}
	answer := &masjidv1.GetIslamicDateResponse{
		Date: day.Date.String(), Weekday: day.Date.Weekday().String(), HijriDate: hijriMessage(day.Hijri),
		MonthNameRomanUrdu: day.Hijri.RomanUrdu(), MonthNameUrdu: day.Hijri.Urdu(), MonthDays: unlessZero(int32(day.MonthDays)),
		BeginsOnEveningOf: day.Date.AddDays(-1).String(), Until: day.Until.String(), DaysUntil: int32(day.Today.DaysUntil(day.Date)),
		Occasion: unlessZero(day.Occasion.Key), AtNight: day.Occasion.Night, Calendar: string(day.Rule.Calendar),
		Announced: day.Hijri.Basis == prayertime.BasisSighted, Country: unlessZero(day.Country), City: unlessZero(day.City),
		Area: unlessZero(day.Area), Timezone: day.Zone.String(), Notes: day.Notes(),
	}
	if day.SinceSunset != nil {
		answer.SinceSunset = hijriMessage(*day.SinceSunset)
	}
	return answer, nil
}

func hijriMessage(date prayertime.HijriDate) *masjidv1.HijriDate {
	return &masjidv1.HijriDate{
		Year: int32(date.Year), Month: int32(date.Month), Day: int32(date.Day), MonthName: date.MonthName(), Basis: string(date.Basis),
	}
}
