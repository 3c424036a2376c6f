package prayertime_test

import (
	"math"
	"testing"

	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

// inCountry computes a day as is usual in a country.
func inCountry(t *testing.T, country string, place prayertime.Place, on, in string) prayertime.Day {
	t.Helper()
	usual, known := prayertime.PracticeIn(country)
	if !known {
		t.Fatalf("nothing is known of %s", country)
	}
	return compute(t, place, on, in, prayertime.Params{Method: usual.Method, Asr: usual.Asr})
}

// Asr is not compared beyond 50°, for the reason given at TestAgreesWithAnotherImplementation. That library bounds Fajr and
// Isha by the middle of the night where nothing else is asked for, so the same is asked for here.
func TestEveryCountryAgreesWithAnotherImplementation(t *testing.T) {
	seen := map[string]bool{"ID": true} // its horizon is not available there: TestTheMinistriesOfIndonesiaAndMalaysia
	equal, compared := 0, 0
	for _, row := range rows(t, "testdata/countries.csv") {
		usual, _ := prayertime.PracticeIn(row[0])
		if usual.Method.Name != row[5] || string(usual.Asr) != row[6] {
			t.Fatalf("%s has %s and %s, want %s and %s", row[0], usual.Method.Name, usual.Asr, row[5], row[6])
		}
		seen[row[0]] = true
		place := prayertime.Place{Latitude: degrees(t, row[2]), Longitude: degrees(t, row[3])}
		params := prayertime.Params{Method: usual.Method, Asr: usual.Asr, HighLatitude: prayertime.MiddleOfTheNight}
		for i, got := range times(compute(t, place, row[7], row[4], params)) {
			if events[i] == "asr" && math.Abs(place.Latitude) > 50 {
				continue
			}
			compared++
			off := minutesOff(t, got, row[8+i])
			if off < -1 || off > 1 {
				t.Errorf("%s %s %s: %s, there %s", row[1], row[7], events[i], got.Format("15:04"), row[8+i])
			}
			if off == 0 {
				equal++
			}
		}
	}
	for _, practice := range prayertime.Practices() {
		if !seen[practice.Country] {
			t.Errorf("no row checks %s", practice.Country)
		}
	}
	t.Logf("of %d times compared %d are equal", compared, equal)
}

// What was wrong while every place on earth had Karachi's angles and the Hanafi asr.
func TestNoPlaceHasKarachisTimesForItsOwn(t *testing.T) {
	karachis := prayertime.Params{Method: named("karachi"), Asr: prayertime.Hanafi}
	for name, tc := range map[string]struct {
		country  string
		place    prayertime.Place
		on, zone string
		event    int
		off      [2]int // minutes by which Karachi's is later, from and to
	}{
		"iftar before its time in Istanbul": {"TR", prayertime.Place{Latitude: 41.0082, Longitude: 28.9784}, "2026-02-19", "Europe/Istanbul",
			4, [2]int{-8, -6}},
		"and in Jakarta": {"ID", prayertime.Place{Latitude: -6.2088, Longitude: 106.8456}, "2026-02-19", "Asia/Jakarta",
			4, [2]int{-5, -3}},
		"eating past dawn in Cairo": {"EG", prayertime.Place{Latitude: 30.0444, Longitude: 31.2357}, "2026-02-19",
			"Africa/Cairo", 0, [2]int{6, 9}},
		"isha in Makkah in Ramadan": {"SA", prayertime.Place{Latitude: 21.4225, Longitude: 39.8262}, "2026-02-19", "Asia/Riyadh",
			5, [2]int{-50, -44}},
		"asr in Makkah in summer": {"SA", prayertime.Place{Latitude: 21.4225, Longitude: 39.8262}, "2026-06-21",
			"Asia/Riyadh", 3, [2]int{60, 85}},
		"asr in Istanbul": {"TR", prayertime.Place{Latitude: 41.0082, Longitude: 28.9784}, "2026-02-19", "Europe/Istanbul", 3, [2]int{35, 50}},
	} {
		t.Run(name, func(t *testing.T) {
			own := times(inCountry(t, tc.country, tc.place, tc.on, tc.zone))[tc.event]
			karachi := times(compute(t, tc.place, tc.on, tc.zone, karachis))[tc.event]
			if off := int(karachi.Sub(own).Minutes()); off < tc.off[0] || off > tc.off[1] {
				t.Errorf("its own is %s, Karachi's %s: %d minutes", own.Format("15:04"), karachi.Format("15:04"), off)
			}
		})
	}
}

func TestIshaOfMakkahIsHalfAnHourLaterInRamadan(t *testing.T) {
	makkah := prayertime.Place{Latitude: 21.4225, Longitude: 39.8262}
	for on, want := range map[string]float64{"2026-02-17": 90, "2026-02-18": 120, "2026-03-19": 120, "2026-03-20": 90} {
		day := inCountry(t, "SA", makkah, on, "Asia/Riyadh")
		if got := day.Isha.Sub(day.Maghrib).Minutes(); math.Abs(got-want) > 1 {
			t.Errorf("%s: %v minutes after maghrib, want %v", on, got, want)
		}
	}
}
