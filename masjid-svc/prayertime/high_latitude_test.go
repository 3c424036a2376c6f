package prayertime_test

import (
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

var (
	oslo   = prayertime.Place{Latitude: 59.9139, Longitude: 10.7522}
	tromso = prayertime.Place{Latitude: 69.6492, Longitude: 18.9553}
)

func reasons(day prayertime.Day) string {
	var all []string
	for _, n := range day.Notes {
		all = append(all, strings.TrimSpace(string(n.Reason)+" "+n.Prayer.String()))
	}
	return strings.Join(all, ", ")
}

func TestHighLatitudeRulesBoundFajrAndIsha(t *testing.T) {
	for _, tc := range []struct {
		rule       prayertime.HighLatitudeRule
		fajr, isha float64 // parts of the night
	}{
		{prayertime.MiddleOfTheNight, 1.0 / 2, 1.0 / 2},
		{prayertime.SeventhOfTheNight, 1.0 / 7, 1.0 / 7},
		{prayertime.TwilightAngle, 18.0 / 60, 17.0 / 60},
	} {
		params := prayertime.Params{Method: named("muslim_world_league"), HighLatitude: tc.rule}
		day := compute(t, oslo, "2026-06-21", "Europe/Oslo", params)
		next := compute(t, oslo, "2026-06-22", "Europe/Oslo", params)
		night := next.Sunrise.Sub(day.Sunset)
		for what, off := range map[string]time.Duration{
			"fajr": day.Sunrise.Sub(day.Fajr) - time.Duration(tc.fajr*float64(night)),
			"isha": day.Isha.Sub(day.Sunset) - time.Duration(tc.isha*float64(night)),
		} {
			if off.Abs() > 2*time.Minute {
				t.Errorf("%s: %s is %v off its part of the night of %v", tc.rule, what, off, night)
			}
		}
		if got := reasons(day); got != "no_twilight Fajr, no_twilight Isha" {
			t.Errorf("%s: the reasons are %q", tc.rule, got)
		}
	}
}

func TestReasonsFollowTheSeasons(t *testing.T) {
	for _, tc := range []struct {
		place              prayertime.Place
		on, in, want, hint string
		params             prayertime.Params
	}{
		{oslo, "2026-12-21", "Europe/Oslo", "", "", prayertime.Params{Method: named("karachi")}},
		{oslo, "2026-06-21", "Europe/Oslo", "no_twilight Fajr, no_twilight Isha", "twilight_angle",
			prayertime.Params{Method: named("karachi")}},
		{oslo, "2026-03-20", "Europe/Oslo", "short_night Fajr, short_night Isha", "seventh_of_the_night",
			prayertime.Params{Method: named("karachi"), HighLatitude: prayertime.SeventhOfTheNight}},
		{oslo, "2026-12-21", "Europe/Oslo", "", "", prayertime.Params{Method: named("moonsighting_committee")}},
		{oslo, "2026-06-21", "Europe/Oslo", "no_twilight Fajr, no_twilight Isha", "own rule",
			prayertime.Params{Method: named("moonsighting_committee")}},
		{oslo, "2026-06-21", "Europe/Oslo", "no_twilight Fajr", "", prayertime.Params{Method: named("umm_al_qura")}},
		{tromso, "2026-06-21", "Europe/Oslo", "polar_day, no_twilight Fajr, no_twilight Isha", "does not set",
			prayertime.Params{Method: named("karachi")}},
		{tromso, "2026-12-21", "Europe/Oslo", "polar_night", "does not rise", prayertime.Params{Method: named("karachi")}},
		{prayertime.Place{Latitude: -77.85, Longitude: 166.67}, "2026-12-21", "Antarctica/McMurdo",
			"polar_day, no_twilight Fajr, no_twilight Isha", "does not set", prayertime.Params{Method: named("karachi")}},
		{prayertime.Place{Latitude: 90}, "2026-01-10", "UTC", "polar_night", "does not rise", prayertime.Params{Method: named("karachi")}},
		{karachi, "2026-06-21", "Asia/Karachi", "", "", prayertime.Params{Method: named("karachi")}},
	} {
		day := compute(t, tc.place, tc.on, tc.in, tc.params)
		if got := reasons(day); got != tc.want {
			t.Errorf("%v on %s: the reasons are %q, want %q", tc.place, tc.on, got, tc.want)
		}
		text := ""
		for _, n := range day.Notes {
			text += n.String() + "\n"
		}
		if !strings.Contains(text, tc.hint) {
			t.Errorf("%v on %s: %q does not say %q", tc.place, tc.on, text, tc.hint)
		}
	}
}

// In the polar day the times are those of the nearest latitude where the sun sets, on the place's own meridian.
func TestPolarDayTakesTheNearestLatitude(t *testing.T) {
	day := compute(t, tromso, "2026-06-21", "Europe/Oslo", prayertime.Params{Method: named("karachi")})
	latitude := day.Notes[0].Latitude
	if latitude < 64 || latitude > 66 {
		t.Fatalf("latitude %v", latitude)
	}
	there := compute(t, prayertime.Place{Latitude: latitude, Longitude: tromso.Longitude}, "2026-06-21", "Europe/Oslo",
		prayertime.Params{Method: named("karachi")})
	for i := range events {
		if !times(day)[i].Equal(times(there)[i]) {
			t.Errorf("%s: %s, there %s", events[i], times(day)[i], times(there)[i])
		}
	}
	if there.Notes[0].Reason == prayertime.PolarDay {
		t.Error("there it is polar day too")
	}
}

func TestIshaByMinutesKeepsToTheFirstHalfOfAShortNight(t *testing.T) {
	day := compute(t, prayertime.Place{Latitude: 65, Longitude: 25}, "2026-06-21", "Europe/Helsinki",
		prayertime.Params{Method: named("qatar")})
	if !strings.Contains(reasons(day), "short_night Isha") || day.Isha.Sub(day.Sunset) >= 90*time.Minute {
		t.Errorf("isha %v after sunset: %s", day.Isha.Sub(day.Sunset), reasons(day))
	}
}

func TestMidnightIsNotBeforeIsha(t *testing.T) {
	for _, m := range prayertime.Methods() {
		calculator, err := prayertime.New(oslo, zone(t, "Europe/Oslo"), prayertime.Params{Method: m})
		if err != nil {
			t.Fatal(err)
		}
		for day, err := range calculator.Year(2026) {
			if err != nil {
				t.Fatal(err)
			}
			if early := day.Isha.Sub(day.Midnight); early > 3*time.Minute { // minutes added to isha out of caution
				t.Errorf("%s %s: midnight %s, isha %s", m.Name, day.Date, day.Midnight, day.Isha)
			}
			if !day.LastThird.After(day.Midnight) {
				t.Errorf("%s %s: the last third begins at %s", m.Name, day.Date, day.LastThird)
			}
		}
	}
}
