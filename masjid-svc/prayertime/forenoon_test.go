package prayertime_test

import (
	"testing"

	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

// The sun rises in Karachi on 2 March at 6:54 and sets at 18:35.
func TestTheTimesOfTheForenoon(t *testing.T) {
	karachi := prayertime.Place{Latitude: 24.86, Longitude: 67.01}
	day := compute(t, karachi, "2026-03-02", "Asia/Karachi", prayertime.Params{Method: named("karachi")})
	forenoon := day.Forenoon()
	got := [4]string{
		forenoon.Ishraq.Format("15:04"), forenoon.Chasht.Format("15:04"), forenoon.Until.Format("15:04"), forenoon.Zawal.Format("15:04"),
	}
	if want := [4]string{"07:09", "09:49", "12:39", "12:45"}; got != want {
		t.Errorf("ishraq, chasht, their end and zawal: %v, want %v (sunrise %s, sunset %s)", got, want, day.Sunrise, day.Sunset)
	}
}

// Where the sun hardly rises, they are still in order.
func TestTheForenoonKeepsItsOrder(t *testing.T) {
	for latitude := -66.0; latitude <= 66; latitude += 6 {
		for _, on := range []string{"2026-03-20", "2026-06-21", "2026-12-21"} {
			place := prayertime.Place{Latitude: latitude, Longitude: 20}
			day := compute(t, place, on, "UTC", prayertime.Params{Method: named("muslim_world_league")})
			f := day.Forenoon()
			if f.Ishraq.Before(day.Sunrise) || f.Chasht.Before(f.Ishraq) || f.Until.Before(f.Chasht) || f.Zawal.Before(f.Until) {
				t.Errorf("%v° on %s: %+v", latitude, on, f)
			}
		}
	}
}
