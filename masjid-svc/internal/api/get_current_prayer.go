package api

import (
	"context"
	"time"

	"github.com/salaatflow/platform/masjid-svc/internal/prayers"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
)

// GetCurrentPrayer returns the current prayer at a place.
func (s *Server) GetCurrentPrayer(
	ctx context.Context, req *masjidv1.GetCurrentPrayerRequest,
) (*masjidv1.GetCurrentPrayerResponse, error) {
	return s.currentPrayer(ctx, prayers.Question{
		UserID: userFrom(ctx), MasjidID: req.GetMasjidId(), Area: req.GetArea(), City: req.GetCity(), Latitude: req.Latitude,
		Longitude: req.Longitude, Timezone: req.GetTimezone(), Method: req.GetMethod(), Asr: req.GetAsr(),
		HighLatitude: req.GetHighLatitudeRule(), FajrAngle: req.FajrAngle, IshaAngle: req.IshaAngle,
	})
}

// GetMasjidCurrentPrayer returns the current prayer at a masjid.
func (s *Server) GetMasjidCurrentPrayer(
	ctx context.Context, req *masjidv1.GetMasjidCurrentPrayerRequest,
) (*masjidv1.GetMasjidCurrentPrayerResponse, error) {
	moment, err := s.currentPrayer(ctx, prayers.Question{
		UserID: userFrom(ctx), MasjidID: req.GetMasjidId(), Timezone: req.GetTimezone(), Method: req.GetMethod(),
		Asr: req.GetAsr(), HighLatitude: req.GetHighLatitudeRule(), FajrAngle: req.FajrAngle, IshaAngle: req.IshaAngle,
	})
	if err != nil {
		return nil, err
	}
	return &masjidv1.GetMasjidCurrentPrayerResponse{Moment: moment}, nil
}

func (s *Server) currentPrayer(
	ctx context.Context, question prayers.Question,
) (*masjidv1.GetCurrentPrayerResponse, error) {
	moment, err := s.prayers.Now(ctx, question)
	if err != nil {
		return nil, refusalOf(question.MasjidID, err)
	}
	message := &masjidv1.GetCurrentPrayerResponse{
		CurrentPrayer: unlessZero(moment.Current.String()), NextPrayer: moment.Next.String(),
		CurrentPrayerStart: timestamp(moment.Start), CurrentPrayerEnd: timestamp(moment.End),
		NextPrayerTime: clockTime(moment.NextStart), NextPrayerStart: moment.NextStart.Format(time.RFC3339),
		RemainingSeconds: wholeSeconds(moment.Remaining),
		Remaining:        prayers.Phrase(moment.Remaining), Now: moment.Now.Format(time.RFC3339), Timezone: moment.Zone.String(),
		Area: unlessZero(moment.Area), City: unlessZero(moment.City), LocationSource: string(moment.Location),
		Method: moment.Params.Method.Name, Asr: string(moment.Params.Asr), NextJamaatTime: givenTime(moment.NextJamaat),
		StartTimesSource: string(moment.Source),
		MethodTitle:      moment.Method.Title, MethodReason: moment.MethodReason, AsrReason: moment.AsrReason,
		Country: unlessZero(moment.Country),
	}
	for _, w := range moment.Windows {
		message.Prayers = append(message.Prayers, windowMessage(w, moment.Now))
	}
	if moment.Masjid != nil {
		message.MasjidId, message.MasjidName = &moment.Masjid.ID, &moment.Masjid.Name
	}
	if moment.Forbidden != nil {
		message.ForbiddenTime = forbiddenMessage(*moment.Forbidden)
		message.IsForbiddenTime = !moment.Forbidden.VoluntaryOnly
	}
	return message, nil
}

func windowMessage(w prayertime.Window, now time.Time) *masjidv1.PrayerWindow {
	until := w.Next.Sub(now)
	return &masjidv1.PrayerWindow{
		Prayer: w.Prayer.String(), Start: w.Start.Format(time.RFC3339), End: w.End.Format(time.RFC3339), NowIs: string(w.Stage),
		NextTime: clockTime(w.Next), NextStart: w.Next.Format(time.RFC3339), SecondsUntilNext: wholeSeconds(until),
		UntilNext: prayers.Phrase(until),
	}
}

// wholeSeconds returns a duration in seconds, rounded up.
func wholeSeconds(d time.Duration) int32 { return int32((d + time.Second - 1) / time.Second) }
