package api

import (
	"context"

	"google.golang.org/genproto/googleapis/api/httpbody"

	"github.com/salaatflow/platform/masjid-svc/internal/calendar"
	"github.com/salaatflow/platform/masjid-svc/internal/prayers"
	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
)

// GetPrayerCalendar returns the prayer times of a place as a calendar.
func (s *Server) GetPrayerCalendar(
	ctx context.Context, req *masjidv1.GetPrayerCalendarRequest,
) (*httpbody.HttpBody, error) {
	return s.calendar(ctx, prayers.Question{
		UserID: userFrom(ctx), Area: req.GetArea(), City: req.GetCity(), Latitude: req.Latitude, Longitude: req.Longitude,
		Timezone: req.GetTimezone(), Method: req.GetMethod(), Asr: req.GetAsr(), HighLatitude: req.GetHighLatitudeRule(),
		FajrAngle: req.FajrAngle, IshaAngle: req.IshaAngle,
	}, req.GetDate(), req.GetDays(), req.AlarmMinutes)
}

// GetMasjidPrayerCalendar returns the prayer times of a masjid as a calendar.
func (s *Server) GetMasjidPrayerCalendar(
	ctx context.Context, req *masjidv1.GetMasjidPrayerCalendarRequest,
) (*httpbody.HttpBody, error) {
	return s.calendar(ctx, prayers.Question{
		UserID: userFrom(ctx), MasjidID: req.GetMasjidId(), Timezone: req.GetTimezone(), Method: req.GetMethod(),
		Asr: req.GetAsr(), HighLatitude: req.GetHighLatitudeRule(), FajrAngle: req.FajrAngle, IshaAngle: req.IshaAngle,
	}, req.GetDate(), req.GetDays(), req.AlarmMinutes)
}

func (s *Server) calendar(
	ctx context.Context, question prayers.Question, date string, days int32, alarm *int32,
) (*httpbody.HttpBody, error) {
	found, err := s.prayers.Days(ctx, question, date, int(days))
	if err != nil {
		return nil, refusalOf(question.MasjidID, err)
	}
	feed := calendar.Feed(found, calendar.Options{Now: s.prayers.Clock.Now(), AlarmMinutes: alarm})
	return &httpbody.HttpBody{ContentType: calendar.ContentType, Data: feed}, nil
}
