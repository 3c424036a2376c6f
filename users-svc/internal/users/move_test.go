package users

import (
	"testing"
	"time"

	"github.com/salaatflow/platform/language/gazetteer"
)

// A profile of before, when any city was kept, goes on as it is until its city changes, and is a place when that is said again.
func TestAProfileOfBeforePlacesWereKept(t *testing.T) {
	places, err := gazetteer.New()
	if err != nil {
		t.Fatal(err)
	}
	before := User{ID: 1, Language: "en", City: "Xyzville", Area: "Clifton", Timezone: "Asia/Karachi"}
	named := before
	named.DisplayName = "Aisha"
	london := before
	london.City = "London"
	there := before
	there.City, there.Area, there.Timezone = "London", "", "Europe/London"
	there.Place = Place{Known: true, Country: "GB", Latitude: 51.5074, Longitude: -0.1278}
	stayed := there
	stayed.Area = "Clifton"
	for _, c := range []struct {
		about  string
		before User
		patch  Patch
		want   User
	}{
		{"another field", before, Patch{DisplayName: new("Aisha")}, named},
		{"the whole form again", before, Patch{City: new("Xyzville"), Area: new("Clifton"), DisplayName: new("Aisha")}, named},
		{"a city", before, Patch{City: new("London")}, there},
		{"the same city", london, Patch{City: new("London")}, stayed},
	} {
		got, err := c.patch.rule(places, time.Unix(1, 0))(c.before)
		got.CreatedAt, got.UpdatedAt = time.Time{}, time.Time{}
		if err != nil || got != c.want {
			t.Errorf("%s: %+v, %v, want %+v", c.about, got, err, c.want)
		}
	}
	if _, err := (Patch{City: new("Xyzvillage")}).rule(places, time.Unix(1, 0))(before); err == nil {
		t.Error("another unknown city is taken")
	}
}
