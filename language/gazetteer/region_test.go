package gazetteer_test

import (
	"slices"
	"testing"
)

// What people say behind a city's name says which is meant, in each script and however short.
func TestARegionOrACountrySaysWhichCityIsMeant(t *testing.T) {
	g := gazetteerOf(t)
	for name, want := range map[string]string{
		"Birmingham, Alabama": "Birmingham, United States", "Birmingham Alabama": "Birmingham, United States",
		"Birmingham America": "Birmingham, United States", "برمنگھم امریکہ": "Birmingham, United States",
		"برمنگھم الاباما": "Birmingham, United States", "Birmingham, England": "Birmingham, United Kingdom",
		"London, Ont.": "London, Canada", "لندن، کینیڈا": "London, Canada", "Paris, TX": "Paris, United States",
		"Córdoba, Argentina": "Córdoba, Argentina", "Hyderabad, Sindh, Pakistan": "Hyderabad, Pakistan",
		"حیدرآباد سندھ": "Hyderabad, Pakistan", "Newcastle, NSW": "Newcastle, Australia", "St. John's, Newfoundland": "St. John's, Canada",
		"Rome, Georgia": "Rome, Georgia, United States", "San Jose, Costa Rica": "San José, Costa Rica",
	} {
		if got := labels(g, g.Meant(name, "PK")); !slices.Equal(got, []string{want}) {
			t.Errorf("%q means %q, want %s", name, got, want)
		}
	}
	for _, name := range []string{"Birmingham, France", "Lahore, Kenya", "London, Atlantis"} {
		if got := g.Meant(name, "PK"); got != nil {
			t.Errorf("%q means %q", name, labels(g, got))
		}
	}
}

// The name of a country is no small town elsewhere, and a name that is nearly that of a city abroad is not taken for it.
func TestACountryIsNoTown(t *testing.T) {
	g := gazetteerOf(t)
	for name, code := range map[string]string{
		"Kenya": "KE", "Mexico": "MX", "Venezuela": "VE", "Palestine": "PS", "Lebanon": "LB", "Jamaica": "JM", "بھارت": "IN", "کینیا": "KE",
		"سعودی عرب": "SA", "Turkey": "TR", "UK": "GB", "the Netherlands": "NL", "Netherlands": "NL", "Amrika": "US",
	} {
		if got := g.Meant(name, "PK"); got != nil {
			t.Errorf("%q means %q", name, labels(g, got))
		}
		if got := g.CountryCalled(name); got != code {
			t.Errorf("%q is the country %q", name, got)
		}
		if n := len(g.LargestOf(code, 3)); n < 1 || n > 3 {
			t.Errorf("%q has the cities %q", name, labels(g, g.LargestOf(code, 3)))
		}
	}
	for name, want := range map[string]string{"Singapore": "SG", "Djibouti": "DJ", "Kuwait": "KW", "Luxembourg": "LU"} {
		if got := g.Meant(name, "PK"); len(got) != 1 || got[0].Country != want {
			t.Errorf("%q means %q", name, labels(g, got))
		}
	}
	for name, likely := range map[string]string{"Najrn": "Najran", "اٹلانٹس": "Atlanta"} {
		if got := g.Meant(name, "PK"); got != nil {
			t.Errorf("%q means %q", name, labels(g, got))
		}
		if got := g.Likely(name); got == nil || got.Name != likely {
			t.Errorf("%q is likely %v", name, got)
		}
	}
	if got := labels(g, g.Meant("Karchi", "PK")); !slices.Equal(got, []string{"Karachi, Pakistan"}) {
		t.Errorf("Karchi means %q", got)
	}
	if g.CountryCalled("in") != "" || g.CountryCalled("me") != "" {
		t.Error("a code is a country's name")
	}
}

// Seats of tehsils and the smallest capitals are known, though few live there.
func TestSmallPlacesThatMatterAreKnown(t *testing.T) {
	g := gazetteerOf(t)
	for name, want := range map[string]string{
		"Parachinar": "Parachinar", "پاراچنار": "Parachinar", "Miramshah": "Miranshah", "وانا": "Wana", "Landi Kotal": "Landi Kotal",
		"Dharki": "Daharki", "Sharqpur": "Sharaqpur", "Panjgur": "Panjgur", "Hunza": "Hunza", "Nuuk": "Nuuk", "Vaduz": "Vaduz",
		"Palikir": "Palikir", "Yaren": "Yaren", "Ngerulmud": "Ngerulmud",
	} {
		if got := g.Meant(name, "PK"); len(got) != 1 || got[0].Name != want {
			t.Errorf("%q means %q", name, labels(g, got))
		}
	}
	if got := g.Meant("Panama City", "PK"); len(got) != 1 || got[0].Country != "PA" {
		t.Errorf("Panama City means %q, want Panama's capital", labels(g, got))
	}
}
