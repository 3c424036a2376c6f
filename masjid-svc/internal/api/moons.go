package api

import (
	"context"
	"errors"
	"time"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/internal/moons"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
	"github.com/salaatflow/platform/services/apperr"
)

// AnnounceMoon stores the first day of a Hijri month in a country, for an administrator.
func (s *Server) AnnounceMoon(
	ctx context.Context, req *masjidv1.AnnounceMoonRequest,
) (*masjidv1.AnnounceMoonResponse, error) {
	first, err := prayertime.ParseDate(req.GetFirstDay())
	if err != nil {
		return nil, moonRefusal(asField(err, "first_day"))
	}
	announced, err := s.moons.Announce(ctx, prayertime.Announcement{
		Country: req.GetCountry(), Year: int(req.GetHijriYear()), Month: int(req.GetHijriMonth()), First: first,
	}, req.GetSource(), userFrom(ctx))
	if err != nil {
		return nil, moonRefusal(err)
	}
	return &masjidv1.AnnounceMoonResponse{Announcement: moonMessage(announced)}, nil
}

// ListMoonAnnouncements lists announcements, for an administrator.
func (s *Server) ListMoonAnnouncements(
	ctx context.Context, req *masjidv1.ListMoonAnnouncementsRequest,
) (*masjidv1.ListMoonAnnouncementsResponse, error) {
	found, count, err := s.moons.List(ctx, req.GetCountry(), int(req.GetHijriYear()), int(req.GetLimit()))
	if err != nil {
		return nil, err
	}
	answer := &masjidv1.ListMoonAnnouncementsResponse{Count: int32(count)} // countries, times the months of the calendar
	for _, a := range found {
		answer.Announcements = append(answer.Announcements, moonMessage(a))
	}
	return answer, nil
}

// WithdrawMoonAnnouncement removes an announcement, for an administrator.
func (s *Server) WithdrawMoonAnnouncement(
	ctx context.Context, req *masjidv1.WithdrawMoonAnnouncementRequest,
) (*masjidv1.WithdrawMoonAnnouncementResponse, error) {
	withdrawn, err := s.moons.Withdraw(ctx, req.GetCountry(), int(req.GetHijriYear()), int(req.GetHijriMonth()))
	if errors.Is(err, moons.ErrNotFound) {
		month := prayertime.HijriDate{Month: int(req.GetHijriMonth())}
		return nil, apperr.NotFound("no first day of %s %d was announced in %s here", month.MonthName(), req.GetHijriYear(), req.GetCountry())
	}
	if err != nil {
		return nil, err
	}
	return &masjidv1.WithdrawMoonAnnouncementResponse{Announcement: moonMessage(withdrawn)}, nil
}

func moonMessage(a moons.Announcement) *masjidv1.MoonAnnouncement {
	return &masjidv1.MoonAnnouncement{
		Country: a.Country, HijriYear: int32(a.Year), HijriMonth: int32(a.Month), FirstDay: a.First.String(),
		MonthName: prayertime.HijriDate{Month: a.Month}.MonthName(), Source: unlessZero(a.Source), AnnouncedBy: a.By,
		AnnouncedAt: a.At.Format(time.RFC3339),
	}
}

// asField returns the error about a value with the name of the field that held it.
func asField(err error, field string) error {
	var input *prayertime.InputError
	if errors.As(err, &input) {
		return &prayertime.InputError{Field: field, Message: input.Message}
	}
	return err
}

// moonRefusal names the field of what cannot be announced.
func moonRefusal(err error) error {
	var input *prayertime.InputError
	if errors.As(err, &input) {
		return refusal(masjids.Invalid{{Field: input.Field, Message: input.Message}})
	}
	return err
}
