package prayertime_test

import (
	"testing"
	"time"

	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

func TestEachPrayerIsBeforeDuringOrAfter(t *testing.T) {
	for name, tc := range map[string]struct {
		place      prayertime.Place
		zone, now  string
		prayer     prayertime.Prayer
		stage      prayertime.Stage
		start, end string
		next       string
	}{
		"asr has begun": {karachi, "Asia/Karachi", "2026-11-21 16:30", prayertime.Asr, prayertime.During, "21 16:07",
			"21 17:43", "22 16:07"},
		"asr at its minute": {karachi, "Asia/Karachi", "2026-11-21 16:07", prayertime.Asr, prayertime.During, "21 16:07",
			"21 17:43", "22 16:07"},
		"asr has not begun": {karachi, "Asia/Karachi", "2026-11-21 15:00", prayertime.Asr, prayertime.Before, "21 16:07",
			"21 17:43", "21 16:07"},
		"fajr is over": {karachi, "Asia/Karachi", "2026-11-21 10:00", prayertime.Fajr, prayertime.After, "21 05:33",
			"21 06:52", "22 05:33"},
		"isha of last night": {karachi, "Asia/Karachi", "2026-11-21 03:00", prayertime.Isha, prayertime.During, "20 19:03",
			"21 05:33", "21 19:03"},
		"maghrib after midnight": {karachi, "Asia/Karachi", "2026-11-21 00:10", prayertime.Maghrib, prayertime.Before, "21 17:43",
			"21 19:03", "21 17:43"},
		"a late isha, before it": {prayertime.Place{Latitude: 59.9139, Longitude: 10.7522}, "Europe/Oslo", "2026-06-22 00:30", prayertime.Isha,
			prayertime.Before, "22 01:19", "22 01:19", "22 01:19"},
		"maghrib of a late night": {prayertime.Place{Latitude: 59.9139, Longitude: 10.7522}, "Europe/Oslo", "2026-06-22 00:30",
			prayertime.Maghrib, prayertime.During, "21 22:44", "22 01:19", "22 22:44"},
	} {
		t.Run(name, func(t *testing.T) {
			in := zone(t, tc.zone)
			now, err := time.ParseInLocation("2006-01-02 15:04", tc.now, in)
			if err != nil {
				t.Fatal(err)
			}
			params := prayertime.Params{Method: named("karachi"), HighLatitude: prayertime.MiddleOfTheNight}
			calculator, err := prayertime.New(tc.place, in, params)
			if err != nil {
				t.Fatal(err)
			}
			days, err := calculator.Around(now)
			if err != nil {
				t.Fatal(err)
			}
			windows, err := prayertime.Windows(now, &days[0], &days[1], &days[2])
			if err != nil {
				t.Fatal(err)
			}
			got := windows[tc.prayer-prayertime.Fajr]
			text := func(at time.Time) string { return at.Format("02 15:04") }
			if got.Prayer != tc.prayer || got.Stage != tc.stage || text(got.Start) != tc.start || text(got.End) != tc.end ||
				text(got.Next) != tc.next {
				t.Errorf("%v %s from %s to %s, next %s", got.Prayer, got.Stage, text(got.Start), text(got.End), text(got.Next))
			}
		})
	}
}

func TestWindowsNeedTheDaysAround(t *testing.T) {
	day := compute(t, karachi, "2026-11-21", "Asia/Karachi", prayertime.Params{Method: named("karachi")})
	if _, err := prayertime.Windows(day.Isha.AddDate(0, 0, 3), &day, &day, &day); err == nil {
		t.Error("days long past are taken for those around")
	}
}
