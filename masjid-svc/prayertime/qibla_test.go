package prayertime_test

import (
	"math"
	"testing"

	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

// Bearings as published for these cities.
func TestQibla(t *testing.T) {
	for name, tc := range map[string]struct {
		place prayertime.Place
		want  float64
	}{
		"Karachi":       {karachi, 267.7},
		"London":        {prayertime.Place{Latitude: 51.5074, Longitude: -0.1278}, 119.0},
		"New York":      {prayertime.Place{Latitude: 40.7128, Longitude: -74.0060}, 58.5},
		"Jakarta":       {prayertime.Place{Latitude: -6.2088, Longitude: 106.8456}, 295.1},
		"Cape Town":     {prayertime.Place{Latitude: -33.9249, Longitude: 18.4241}, 23.4},
		"Tokyo":         {prayertime.Place{Latitude: 35.6762, Longitude: 139.6503}, 293.0},
		"San Francisco": {prayertime.Place{Latitude: 37.7749, Longitude: -122.4194}, 18.8},
		"north pole":    {prayertime.Place{Latitude: 90}, 140.2},
		"due south":     {prayertime.Place{Latitude: 50, Longitude: 39.826206}, 180},
		"due north":     {prayertime.Place{Latitude: -20, Longitude: 39.826206}, 0},
	} {
		got, err := prayertime.Qibla(tc.place)
		if err != nil {
			t.Fatal(err)
		}
		if off := math.Abs(math.Remainder(got-tc.want, 360)); off > 0.15 {
			t.Errorf("%s: %.2f°, want %.1f°", name, got, tc.want)
		}
	}
	if _, err := prayertime.Qibla(prayertime.Place{Latitude: 91}); err == nil {
		t.Error("latitude 91 was accepted")
	}
}

func TestQiblaIsADirectionEverywhere(t *testing.T) {
	for latitude := -90.0; latitude <= 90; latitude += 5 {
		for longitude := -180.0; longitude <= 180; longitude += 5 {
			got, err := prayertime.Qibla(prayertime.Place{Latitude: latitude, Longitude: longitude})
			if err != nil || !(got >= 0 && got < 360) {
				t.Errorf("%v, %v: %v, %v", latitude, longitude, got, err)
			}
		}
	}
}

func TestABearingHasAName(t *testing.T) {
	for bearing, want := range map[float64]string{
		0: "north", 359.9: "north", 11.24: "north", 11.26: "north-north-east", 90: "east", 247.5: "west-south-west",
		267.6: "west", 255: "west-south-west", 348.7: "north-north-west", 348.8: "north",
	} {
		if got := prayertime.CompassPoint(bearing); got != want {
			t.Errorf("%v°: %s, want %s", bearing, got, want)
		}
	}
}
