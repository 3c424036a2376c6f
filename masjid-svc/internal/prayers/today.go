package prayers

import (
	"context"
	"fmt"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
	"github.com/salaatflow/platform/services/identity"
)

// Congregations are the times at which a masjid prays, HH:MM by its clock, nil if it has not said.
type Congregations map[masjids.Occasion]*string

// Today returns when each of the masjids prays today: each of the five prayers, Jumu'ah as if today were a Friday, and
// Eid.
func (s *Service) Today(ctx context.Context, all ...masjids.Masjid) ([]Congregations, error) {
	given, err := s.givenAround(ctx, all)
	if err != nil {
		return nil, err
	}
	times := make([]Congregations, len(all))
	for i, m := range all {
		if times[i], err = s.today(m, given[m.ID]); err != nil {
			return nil, fmt.Errorf("masjid %d: %w", m.ID, err)
		}
	}
	return times, nil
}

// givenAround returns the timetables' days around today, by masjid. It reads only those of masjids that have some.
func (s *Service) givenAround(ctx context.Context, all []masjids.Masjid) (map[int32][]masjids.TimetableDay, error) {
	today := prayertime.DateOf(s.Clock.Now().UTC())
	var ids []int32
	for _, m := range all {
		if m.HasTimetableAround(today) {
			ids = append(ids, m.ID)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	days, err := s.Directory.Timetable(ctx, ids, today.AddDays(-1), today.AddDays(2))
	if err != nil {
		return nil, err
	}
	given := map[int32][]masjids.TimetableDay{}
	for _, day := range days {
		given[day.MasjidID] = append(given[day.MasjidID], day)
	}
	return given, nil
}

func (s *Service) today(m masjids.Masjid, given []masjids.TimetableDay) (Congregations, error) {
	if len(m.Jamaat) == 0 && len(given) == 0 {
		return nil, nil
	}
	zone, err := identity.LoadZone(m.Timezone)
	if err != nil {
		return nil, err
	}
	place := Place{Masjid: &m, Zone: zone, Point: gazetteer.Point{Latitude: m.Latitude, Longitude: m.Longitude}}
	place.Country = s.Places.CountryAt(place.Point, m.Timezone)
	asked, err := s.reckoning(place, Question{}, person{})
	if err != nil {
		return nil, err
	}
	schedule := &schedule{reckoning: asked}
	schedule.give(given)
	day, err := schedule.day(prayertime.DateOf(s.Clock.Now().In(zone)))
	if err != nil {
		return nil, err
	}
	times := Congregations{}
	for _, p := range prayertime.Prayers() {
		day.note(times, masjids.OccasionOf(p), p)
	}
	for _, occasion := range masjids.Jummahs() {
		day.note(times, occasion, prayertime.Dhuhr)
	}
	for _, occasion := range []masjids.Occasion{masjids.EidFitr, masjids.EidAdha} {
		if rule, ok := masjids.RuleOn(m.Jamaat, occasion, day.Date); ok {
			text := masjids.FormatClock(rule.Minutes)
			times[occasion] = &text
		}
	}
	return times, nil
}

func (d *Day) note(times Congregations, occasion masjids.Occasion, p prayertime.Prayer) {
	if rule, ok := d.rule(occasion); ok {
		text := d.at(rule, p).Format(HoursMinutes)
		times[occasion] = &text
	}
}
