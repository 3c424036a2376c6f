package zones_test

import (
	"math/rand/v2"
	"testing"

	"github.com/salaatflow/platform/masjid-svc/internal/zones"
	"github.com/salaatflow/platform/services/identity"
)

func TestTheZoneOfAPlace(t *testing.T) {
	for want, at := range map[string][2]float64{
		"Asia/Karachi": {24.9355, 67.0392}, "Europe/London": {51.5, -0.12}, "Europe/Oslo": {69.65, 18.96}, "Asia/Riyadh": {21.4225, 39.8262},
		"Asia/Kolkata": {28.61, 77.2}, "America/New_York": {40.71, -74.0}, "Pacific/Auckland": {-36.85, 174.76},
	} {
		if got, err := zones.At(at[0], at[1]); err != nil || got != want {
			t.Errorf("at %v: %s, %v, want %s", at, got, err, want)
		}
	}
}

func TestEveryPointHasAZoneThatExists(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	points := [][2]float64{{90, 0}, {-90, 0}, {0, 180}, {0, -180}, {90, 180}, {-90, -180}, {0, 0}}
	for range 300 {
		points = append(points, [2]float64{random.Float64()*180 - 90, random.Float64()*360 - 180})
	}
	for _, at := range points {
		name, err := zones.At(at[0], at[1])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := identity.LoadZone(name); err != nil {
			t.Errorf("at %v: %v", at, err)
		}
	}
}
