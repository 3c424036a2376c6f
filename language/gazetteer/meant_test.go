package gazetteer_test

import (
	"slices"
	"testing"

	"github.com/salaatflow/platform/language/gazetteer"
)

func labels(g *gazetteer.Gazetteer, cities []*gazetteer.City) (all []string) {
	for _, city := range cities {
		all = append(all, g.Label(city))
	}
	return all
}

func TestATownOfTheWorldIsKnownByItsNames(t *testing.T) {
	g := gazetteerOf(t)
	for name, want := range map[string]gazetteer.City{
		"Tromsø": {Name: "Tromsø", Urdu: "ٹرومسو", Country: "NO", Timezone: "Europe/Oslo",
			Centre: gazetteer.Point{Latitude: 69.6489, Longitude: 18.95508}},
		"tromso, Norway": {Name: "Tromsø", Urdu: "ٹرومسو", Country: "NO", Timezone: "Europe/Oslo",
			Centre: gazetteer.Point{Latitude: 69.6489, Longitude: 18.95508}},
		"Toba Tek Singh": {Name: "Toba Tek Singh", Urdu: "ٹوبہ ٹیک سنگھ", Country: "PK", Timezone: "Asia/Karachi",
			Centre: gazetteer.Point{Latitude: 30.97127, Longitude: 72.48275}},
		"ٹوبہ ٹیک سنگھ": {Name: "Toba Tek Singh", Urdu: "ٹوبہ ٹیک سنگھ", Country: "PK", Timezone: "Asia/Karachi",
			Centre: gazetteer.Point{Latitude: 30.97127, Longitude: 72.48275}},
		"London, Ontario": {Name: "London", Urdu: "لندن", Country: "CA", Timezone: "America/Toronto",
			Centre: gazetteer.Point{Latitude: 42.98339, Longitude: -81.23304}},
		"Atlanta, GA": {Name: "Atlanta", Urdu: "اٹلانٹا", Country: "US", Timezone: "America/New_York",
			Centre: gazetteer.Point{Latitude: 33.749, Longitude: -84.388}},
	} {
		meant := g.Meant(name, "")
		if len(meant) != 1 {
			t.Errorf("%q means %q", name, labels(g, meant))
			continue
		}
		got := meant[0]
		if got.Name != want.Name || got.Urdu != want.Urdu || got.Country != want.Country || got.Timezone != want.Timezone ||
			got.Centre.KilometresTo(want.Centre) > 1 {
			t.Errorf("%q is %+v, want %+v", name, *got, want)
		}
	}
}

// Whoever asks for a name of several places gets none of them without being asked, unless one is plainly meant.
func TestANameOfSeveralPlacesIsAskedAbout(t *testing.T) {
	g := gazetteerOf(t)
	for _, c := range []struct {
		name, country string
		want          []string
	}{
		{"Hyderabad", "", []string{"Hyderabad Deccan, India", "Hyderabad, Pakistan"}},
		{"حیدرآباد", "", []string{"Hyderabad Deccan, India", "Hyderabad, Pakistan"}},
		{"Hyderabad", "PK", []string{"Hyderabad, Pakistan"}},
		{"Hyderabad", "IN", []string{"Hyderabad Deccan, India"}},
		{"Hyderabad", "NO", []string{"Hyderabad Deccan, India", "Hyderabad, Pakistan"}},
		{"Hyderabad, India", "PK", []string{"Hyderabad Deccan, India"}},
		{"London", "", []string{"London, United Kingdom"}},                     // of 25 times the people
		{"London", "CA", []string{"London, United Kingdom", "London, Canada"}}, // where the other one is near
		{"Paris", "PK", []string{"Paris, France"}},
		{"Cambridge", "GB", []string{"Cambridge, United Kingdom"}},
		{"Cambridge", "US", []string{"Cambridge, United States"}},
		{"Birmingham", "", []string{"Birmingham, United Kingdom"}},     // one of cities.csv, the other one is not
		{"Birmingham, USA", "", []string{"Birmingham, United States"}}, // but can be named
		{"Karachi", "", []string{"Karachi, Pakistan"}},
		{"Lahore", "US", []string{"Lahore, Pakistan"}},
		{"Geneva", "", []string{"Geneva, Switzerland"}}, // GeoNames has it as Genève
		{"Springfield, Illinois", "", []string{"Springfield, Illinois, United States"}},
		{"Springfield, IL, USA", "", []string{"Springfield, Illinois, United States"}},
	} {
		if got := labels(g, g.Meant(c.name, c.country)); !slices.Equal(got, c.want) {
			t.Errorf("%q for somebody in %q means %q, want %q", c.name, c.country, got, c.want)
		}
	}
	if got := g.Meant("Springfield", ""); len(got) < 2 || len(got) > 5 {
		t.Errorf("Springfield means %q", labels(g, got))
	}
	if g.City("Hyderabad").Country != "PK" || g.City("Springfield") != nil {
		t.Error("City guesses")
	}
}

// While a name is typed, those of most people come first, each by what means it alone.
func TestCitiesOfTheWorldAreCompleted(t *testing.T) {
	g := gazetteerOf(t)
	for typed, want := range map[string]string{
		"troms": "Tromsø", "Toba T": "Toba Tek Singh", "ٹوبہ ٹیک": "Toba Tek Singh", "hyder": "Hyderabad Deccan",
	} {
		got := g.Beginning(typed, 5)
		if !slices.Contains(got, want) || len(got) > 5 {
			t.Errorf("%q is completed by %q, want %s", typed, got, want)
		}
		for _, name := range got {
			if meant := g.Meant(name, ""); len(meant) != 1 {
				t.Errorf("%q, a completion of %s, means %q", name, typed, labels(g, meant))
			}
		}
	}
	for _, typed := range []string{"", "x", "tr", "qqqqq"} {
		if got := g.Beginning(typed, 5); got != nil {
			t.Errorf("%q is completed by %q", typed, got)
		}
	}
}

// What a choice is called finds it, whoever asks.
func TestALabelMeansItsCity(t *testing.T) {
	g := gazetteerOf(t)
	for _, name := range []string{"Hyderabad", "Springfield", "Tripoli", "Cambridge", "Valencia", "Granada", "Jalalabad", "Portsmouth"} {
		meant := g.Meant(name, "")
		if len(meant) < 2 {
			t.Errorf("%s means %q", name, labels(g, meant))
		}
		for _, city := range meant {
			for _, country := range []string{"", "PK", "US", "CA"} {
				if again := g.Meant(g.Label(city), country); len(again) != 1 || again[0].Centre != city.Centre {
					t.Errorf("%q, a choice of %s, means %q in %q", g.Label(city), name, labels(g, again), country)
				}
			}
		}
	}
}

func BenchmarkMeant(b *testing.B) {
	g := gazetteerOf(b)
	for _, name := range []string{"Karachi", "Toba Tek Singh", "ٹوبہ ٹیک سنگھ", "Hyderabad", "Springfield, Illinois", "Wakanda"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				g.Meant(name, "PK")
			}
		})
	}
}
