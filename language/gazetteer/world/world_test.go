package world_test

import (
	"slices"
	"testing"
	"time"

	"github.com/salaatflow/platform/language/gazetteer/world"
	"github.com/salaatflow/platform/language/spelling"
)

// The data is right as far as can be told by looking at it.
func TestTheDataIsSound(t *testing.T) {
	w := world.Embedded()
	zones, last := map[string]bool{}, 1<<62
	pakistan, urdu := 0, 0
	for place := range w.All() {
		zones[place.Timezone] = true
		least := 15_000
		if place.Country == "PK" {
			least = 5_000
			pakistan++
			if place.Urdu != "" {
				urdu++
			}
		}
		if place.Name == "" || len(place.Country) != 2 || place.Population < least || place.Population > last {
			t.Errorf("%+v", place)
		}
		if place.Latitude < -90 || place.Latitude > 90 || place.Longitude < -180 || place.Longitude > 180 {
			t.Errorf("%s is at %v, %v", place.Name, place.Latitude, place.Longitude)
		}
		last = place.Population
	}
	for zone := range zones {
		if _, err := time.LoadLocation(zone); err != nil {
			t.Error(err)
		}
	}
	if w.Len() < 25_000 || pakistan < 380 || urdu*10 < pakistan*9 {
		t.Errorf("%d places, %d of Pakistan, %d of these in Urdu", w.Len(), pakistan, urdu)
	}
}

// Every name finds its place, and a name is what people's texts are made: folded, and once.
func TestEveryNameIsFound(t *testing.T) {
	w := world.Embedded()
	before, keys := "", 0
	for key := range w.Keys() {
		if key <= before || spelling.Key(key) != key || len(w.Named(key)) == 0 {
			t.Fatalf("%q after %q is %v", key, before, w.Named(key))
		}
		before, keys = key, keys+1
	}
	for place := range w.All() {
		if !slices.ContainsFunc(w.Named(spelling.Key(place.Name)), func(m world.Match) bool { return m.Place == place }) {
			t.Errorf("%s is not found", place.Name)
		}
	}
	if keys < 2*w.Len() {
		t.Errorf("%d keys", keys)
	}
}

func TestAFileIsReadAsItWasWritten(t *testing.T) {
	town := func(name string, population int) world.Place {
		return world.Place{Name: name, Urdu: "شہر", Region: "North", Code: "N", Country: "PK", Timezone: "Asia/Karachi", Latitude: -1.5,
			Longitude: 179.99999, Population: population}
	}
	file, err := world.Encode([]world.Entry{
		{Place: town("Small", 5), Names: []string{"small", "town"}, Aliases: []string{"town"}},
		{Place: town("Large", 7), Names: []string{"large"}, Aliases: []string{"town"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	w, ok := world.Of(string(file))
	if !ok || w.Len() != 2 {
		t.Fatalf("%v, %d places", ok, w.Len())
	}
	if got, want := w.Named("town"), []world.Match{{Place: town("Large", 7), Alias: true}, {Place: town("Small", 5)}}; !slices.Equal(got,
		want) {
		t.Errorf("town is %+v, want %+v", got, want)
	}
	for _, none := range []string{"", "t", "towns", "zzz", "a"} {
		if got := w.Named(none); got != nil {
			t.Errorf("%q is %+v", none, got)
		}
	}
	var begin []string
	for m := range w.Beginning("t") {
		begin = append(begin, m.Name)
	}
	if !slices.Equal(begin, []string{"Large", "Small"}) {
		t.Errorf("names with t are of %q", begin)
	}
	for _, broken := range []string{"", "places1\n", string(file[:len(file)-1]), string(file) + "x", "x" + string(file[1:])} {
		if _, ok := world.Of(broken); ok {
			t.Errorf("%d bytes are taken for a file", len(broken))
		}
	}
}

func TestAPlaceThatIsNoneIsNotWritten(t *testing.T) {
	for _, place := range []world.Place{{Name: "x", Country: "PAK"}, {Name: "x", Country: "PK", Latitude: 91},
		{Name: string(make([]byte, 256)), Country: "PK"}} {
		if _, err := world.Encode([]world.Entry{{Place: place}}); err == nil {
			t.Errorf("%+v is written", place)
		}
	}
}
