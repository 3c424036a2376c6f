package masjidsvc_test

import (
	"testing"

	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
)

// A town is found by name, and the name that is answered finds it alone.
func TestPlacesAreFoundByName(t *testing.T) {
	client := serve(t, start)
	for _, c := range []struct {
		name, country string
		first, zone   string
		exact         bool
	}{
		{"London", "", "London, United Kingdom", "Europe/London", true},
		{"London", "CA", "London, Canada", "America/Toronto", true},
		{"لاہور", "", "Lahore, Pakistan", "Asia/Karachi", true},
		{"Islambad", "", "Islamabad, Pakistan", "Asia/Karachi", false},
	} {
		request := &masjidv1.FindPlacesRequest{Name: &c.name, Limit: new(int32(5))}
		if c.country != "" {
			request.Country = &c.country
		}
		found, err := client.FindPlaces(t.Context(), request)
		if err != nil || len(found.GetPlaces()) == 0 || len(found.GetPlaces()) > 5 || found.GetExact() != c.exact {
			t.Fatalf("%q: %v, %v", c.name, found, err)
		}
		first := found.GetPlaces()[0]
		if first.GetCity() != c.first || first.GetTimezone() != c.zone || first.GetCountryName() == "" || first.GetPopulation() == 0 {
			t.Errorf("%q in %q finds %v first, want %s", c.name, c.country, first, c.first)
		}
		for _, place := range found.GetPlaces() {
			day, err := client.GetPrayerTimes(t.Context(), &masjidv1.GetPrayerTimesRequest{City: new(place.GetCity())})
			if err != nil || day.GetLatitude() != place.GetLatitude() || day.GetTimezone() != place.GetTimezone() {
				t.Errorf("the times of %s are those of %v, %v", place.GetCity(), day, err)
			}
		}
	}
}
