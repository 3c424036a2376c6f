package prayertime_test

import (
	"testing"
	"time"

	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

func BenchmarkDay(b *testing.B) {
	for name, bench := range map[string]struct {
		place  prayertime.Place
		zone   string
		date   string
		params prayertime.Params
	}{
		"Karachi": {karachi, "Asia/Karachi", "2026-03-01", prayertime.Params{Method: named("karachi")}},
		"MakkahRamadan": {prayertime.Place{Latitude: 21.4, Longitude: 39.8}, "Asia/Riyadh", "2026-03-01",
			prayertime.Params{Method: named("umm_al_qura")}},
		"OsloSummer":     {oslo, "Europe/Oslo", "2026-06-21", prayertime.Params{Method: named("moonsighting_committee")}},
		"OsloGrazing":    {oslo, "Europe/Oslo", "2026-08-22", prayertime.Params{Method: named("karachi")}},
		"TromsoPolarDay": {tromso, "Europe/Oslo", "2026-06-21", prayertime.Params{Method: named("karachi")}},
		"TehranMethod": {prayertime.Place{Latitude: 35.7, Longitude: 51.4}, "Asia/Tehran", "2026-06-21",
			prayertime.Params{Method: named("tehran")}},
		"Pole": {prayertime.Place{Latitude: 90}, "UTC", "2026-06-21", prayertime.Params{Method: named("karachi")}},
	} {
		b.Run(name, func(b *testing.B) {
			calculator, err := prayertime.New(bench.place, zone(b, bench.zone), bench.params)
			if err != nil {
				b.Fatal(err)
			}
			on := date(b, bench.date)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := calculator.Day(on); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkYear(b *testing.B) {
	calculator, err := prayertime.New(karachi, zone(b, "Asia/Karachi"), prayertime.Params{Method: named("karachi")})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		for _, err := range calculator.Year(2026) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkAt(b *testing.B) {
	calculator, err := prayertime.New(karachi, zone(b, "Asia/Karachi"), prayertime.Params{Method: named("karachi")})
	if err != nil {
		b.Fatal(err)
	}
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	for b.Loop() {
		if _, err := calculator.At(now); err != nil {
			b.Fatal(err)
		}
	}
}
