package zones_test

import (
	"testing"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/masjid-svc/internal/zones"
)

// Names and positions agree for every known city: a place has the same zone by its name and by its position.
func TestTheZoneOfACityIsThatOfItsPosition(t *testing.T) {
	places, err := gazetteer.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, city := range places.Cities() {
		zone, err := zones.At(city.Centre.Latitude, city.Centre.Longitude)
		if err != nil || zone != city.Timezone {
			t.Errorf("%s: %s, %v, want %s", city.Name, zone, err, city.Timezone)
		}
	}
}
