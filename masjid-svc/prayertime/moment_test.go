package prayertime_test

import (
	"errors"
	"testing"
	"time"

	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

// Karachi on 1 March 2026, at and around each beginning and end.
func TestCurrentAndNextPrayer(t *testing.T) {
	in := zone(t, "Asia/Karachi")
	calculator, err := prayertime.New(karachi, in, prayertime.Params{Method: named("karachi")})
	if err != nil {
		t.Fatal(err)
	}
	today, err := calculator.Day(date(t, "2026-03-01"))
	if err != nil {
		t.Fatal(err)
	}
	tomorrow, err := calculator.Day(date(t, "2026-03-02"))
	if err != nil {
		t.Fatal(err)
	}
	yesterday, err := calculator.Day(date(t, "2026-02-28"))
	if err != nil {
		t.Fatal(err)
	}
	const second = time.Second
	for name, tc := range map[string]struct {
		now           time.Time
		current, next prayertime.Prayer
		start, end    time.Time
		nextStart     time.Time
	}{
		"before fajr":    {today.Fajr.Add(-second), prayertime.Isha, prayertime.Fajr, yesterday.Isha, today.Fajr, today.Fajr},
		"at fajr":        {today.Fajr, prayertime.Fajr, prayertime.Dhuhr, today.Fajr, today.Sunrise, today.Dhuhr},
		"before sunrise": {today.Sunrise.Add(-second), prayertime.Fajr, prayertime.Dhuhr, today.Fajr, today.Sunrise, today.Dhuhr},
		"at sunrise":     {today.Sunrise, prayertime.NoPrayer, prayertime.Dhuhr, time.Time{}, time.Time{}, today.Dhuhr},
		"before dhuhr":   {today.Dhuhr.Add(-second), prayertime.NoPrayer, prayertime.Dhuhr, time.Time{}, time.Time{}, today.Dhuhr},
		"at dhuhr":       {today.Dhuhr, prayertime.Dhuhr, prayertime.Asr, today.Dhuhr, today.Asr, today.Asr},
		"at asr":         {today.Asr, prayertime.Asr, prayertime.Maghrib, today.Asr, today.Maghrib, today.Maghrib},
		"at maghrib":     {today.Maghrib, prayertime.Maghrib, prayertime.Isha, today.Maghrib, today.Isha, today.Isha},
		"at isha":        {today.Isha, prayertime.Isha, prayertime.Fajr, today.Isha, tomorrow.Fajr, tomorrow.Fajr},
		"last second": {time.Date(2026, 3, 1, 23, 59, 59, 0, in), prayertime.Isha, prayertime.Fajr, today.Isha,
			tomorrow.Fajr, tomorrow.Fajr},
		"first second":     {time.Date(2026, 3, 1, 0, 0, 0, 0, in), prayertime.Isha, prayertime.Fajr, yesterday.Isha, today.Fajr, today.Fajr},
		"asked from Tokyo": {today.Asr.In(zone(t, "Asia/Tokyo")), prayertime.Asr, prayertime.Maghrib, today.Asr, today.Maghrib, today.Maghrib},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := calculator.At(tc.now)
			if err != nil {
				t.Fatal(err)
			}
			if got.Current != tc.current || !got.Start.Equal(tc.start) || !got.End.Equal(tc.end) {
				t.Errorf("current %s from %s to %s", got.Current, got.Start, got.End)
			}
			if got.Next != tc.next || !got.NextStart.Equal(tc.nextStart) || got.Remaining != tc.nextStart.Sub(tc.now) {
				t.Errorf("next %s at %s, in %s", got.Next, got.NextStart, got.Remaining)
			}
		})
	}
}

func TestAtNeedsDaysAroundTheInstant(t *testing.T) {
	day := compute(t, karachi, "2026-03-01", "Asia/Karachi", prayertime.Params{Method: named("karachi")})
	for _, now := range []time.Time{day.Fajr.Add(-time.Second), day.Isha} {
		if _, err := prayertime.At(now, day); !errors.Is(err, prayertime.ErrNotCovered) {
			t.Errorf("%s: %v", now, err)
		}
	}
	if m, err := prayertime.At(day.Maghrib, day); err != nil || m.Current != prayertime.Maghrib {
		t.Errorf("%+v, %v", m, err)
	}
	if _, err := prayertime.At(day.Fajr); !errors.Is(err, prayertime.ErrNotCovered) {
		t.Errorf("without days: %v", err)
	}
}

// Where the nights are bounded by their middle, one evening's Isha can be a minute after the next Fajr.
func TestFajrEndsAnIshaThatComesLate(t *testing.T) {
	in := zone(t, "Europe/Oslo")
	calculator, err := prayertime.New(oslo, in, prayertime.Params{Method: named("karachi")})
	if err != nil {
		t.Fatal(err)
	}
	for day, err := range calculator.Days(date(t, "2026-07-01"), 45) {
		if err != nil {
			t.Fatal(err)
		}
		m, err := calculator.At(day.Fajr.Add(30 * time.Minute))
		if err != nil || m.Current != prayertime.Fajr || m.Next != prayertime.Dhuhr {
			t.Errorf("%s: %+v, %v", day.Date, m, err)
		}
	}
}

func TestForbiddenTimes(t *testing.T) {
	in := zone(t, "Asia/Karachi")
	calculator, err := prayertime.New(karachi, in, prayertime.Params{Method: named("karachi")})
	if err != nil {
		t.Fatal(err)
	}
	day, err := calculator.Day(date(t, "2026-03-01"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		now           time.Time
		kind          prayertime.ForbiddenKind
		voluntaryOnly bool
	}{
		{day.Fajr.Add(-time.Minute), "", false},
		{day.Fajr.Add(time.Minute), prayertime.AfterFajr, true},
		{day.Sunrise, prayertime.AtSunrise, false},
		{day.Sunrise.Add(14 * time.Minute), prayertime.AtSunrise, false},
		{day.Sunrise.Add(15 * time.Minute), "", false},
		{day.Transit, prayertime.AtZenith, false},
		{day.Dhuhr, "", false},
		{day.Asr, prayertime.AfterAsr, true},
		{day.Sunset.Add(-time.Minute), prayertime.AtSunset, false},
		{day.Maghrib, "", false},
		{day.Isha, "", false},
	} {
		m, err := calculator.At(tc.now)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case m.Forbidden == nil:
			if tc.kind != "" {
				t.Errorf("%s: nothing, want %s", tc.now, tc.kind)
			}
		case m.Forbidden.Kind != tc.kind || m.Forbidden.VoluntaryOnly != tc.voluntaryOnly || m.Forbidden.Label() == "":
			t.Errorf("%s: %+v, want %q", tc.now, m.Forbidden, tc.kind)
		}
	}
}
