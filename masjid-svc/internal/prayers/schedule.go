package prayers

import (
	"context"
	"fmt"
	"time"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

// StartSource is where the starts of prayers are from.
type StartSource string

// The sources.
const (
	Computed  StartSource = "computed"
	Timetable StartSource = "timetable" // the masjid's own
)

// schedule computes the days of a place, and knows what its masjid has given for some dates.
type schedule struct {
	reckoning
	given map[prayertime.Date]masjids.Times
}

// schedule returns the schedule of the place that a question means, for a range of dates. Its errors are those of Day.
func (s *Service) schedule(ctx context.Context, asked reckoning, from, until prayertime.Date) (*schedule, error) {
	made := &schedule{reckoning: asked}
	masjid := asked.place.Masjid
	if masjid == nil || !masjid.HasTimetable() {
		return made, nil
	}
	days, err := s.Directory.Timetable(ctx, []int32{masjid.ID}, from, until)
	if err != nil {
		return nil, err
	}
	made.give(days)
	return made, nil
}

func (s *schedule) give(days []masjids.TimetableDay) {
	s.given = make(map[prayertime.Date]masjids.Times, len(days))
	for _, day := range days {
		s.given[day.Date] = day.Times
	}
}

// day returns the computed date, with what the masjid has given.
func (s *schedule) day(date prayertime.Date) (Day, error) {
	computed, err := s.calculator.Day(date)
	if err != nil {
		return Day{}, refused(err)
	}
	return s.with(computed)
}

// dayAfter returns the times of the next date that the zone has, or zero if it is not computed.
func (s *schedule) dayAfter(date prayertime.Date) prayertime.Day {
	for step := 1; step <= 2; step++ {
		if next, err := s.day(date.AddDays(step)); err == nil {
			return next.Day
		}
	}
	return prayertime.Day{}
}

func (s *schedule) with(computed prayertime.Day) (Day, error) {
	day := Day{
		Place: s.place, Day: computed, Params: s.calculator.Params(), Choice: s.choice, Source: Computed,
		given: s.given[computed.Date],
	}
	if day.given.HasStarts() {
		if err := s.begin(&day); err != nil {
			return Day{}, err
		}
	}
	if s.place.assumed {
		day.Remarks = append(day.Remarks, fmt.Sprintf("the profile could not be read just now; %s is assumed", s.place.City))
	}
	for _, note := range day.Notes {
		day.Remarks = append(day.Remarks, note.String())
	}
	day.congregate()
	return day, nil
}

// begin applies the starts in the masjid's timetable to a day.
func (s *schedule) begin(day *Day) error {
	nextFajr, err := s.fajr(day.Date.AddDays(1))
	if err != nil {
		return err
	}
	at := func(entry masjids.Entry) time.Time {
		minutes, has := day.given[entry]
		if !has {
			return time.Time{}
		}
		return day.byClock(minutes, masjids.IsAfterMidnight(entry, minutes))
	}
	start := func(p prayertime.Prayer) time.Time { return at(masjids.StartOf(p)) }
	given, inOrder := day.WithStarts(start(prayertime.Fajr), at(masjids.Sunrise), start(prayertime.Dhuhr),
		start(prayertime.Asr), start(prayertime.Maghrib), start(prayertime.Isha), nextFajr)
	if !inOrder {
		day.Remarks = append(day.Remarks, fmt.Sprintf(
			"the masjid's timetable of %s has its prayers out of order; the computed times are shown instead", day.Date))
		return nil
	}
	day.Day, day.Source = given, Timetable
	return nil
}

// fajr returns when the fajr of a date begins.
func (s *schedule) fajr(date prayertime.Date) (time.Time, error) {
	computed, err := s.calculator.Day(date)
	if err != nil {
		return time.Time{}, refused(err)
	}
	if given := s.given[date]; given.HasStarts() {
		day := Day{Place: s.place, Day: computed}
		return day.byClock(given[masjids.StartOf(prayertime.Fajr)], false), nil
	}
	return computed.Fajr, nil
}
