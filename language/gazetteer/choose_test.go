package gazetteer_test

import (
	"strings"
	"testing"

	"github.com/salaatflow/platform/language/gazetteer"
)

// Where nobody can be asked, one city is taken: of the country that is said, or else the one that is most likely meant.
func TestOneCityIsChosen(t *testing.T) {
	g := gazetteerOf(t)
	for _, c := range []struct{ name, country, own, want string }{
		{"London", "", "PK", "London, United Kingdom"},
		{"london", "", "", "London, United Kingdom"},
		{"لندن", "", "PK", "London, United Kingdom"},
		{"London", "CA", "PK", "London, Canada"},
		{"London", "", "CA", "London, Canada"}, // who lives there means the large one of the country
		{"London, UK", "GB", "PK", "London, United Kingdom"},
		{"London, UK", "CA", "PK", ""},
		{"Hyderabad", "", "PK", "Hyderabad, Pakistan"},
		{"Hyderabad", "", "IN", "Hyderabad Deccan, India"},
		{"Hyderabad", "IN", "PK", "Hyderabad Deccan, India"},
		{"Hyderabad", "", "NO", "Hyderabad Deccan, India"}, // the largest
		{"Karchi", "", "PK", "Karachi, Pakistan"},
		{"Lahore", "CA", "PK", ""},
		{"Xyzville", "", "PK", ""},
		{"Pakistan", "", "PK", ""},
		{"", "", "PK", ""},
	} {
		got := ""
		if city := g.Choose(c.name, c.country, c.own); city != nil {
			got = g.Label(city)
		}
		if got != c.want {
			t.Errorf("%q in %q for somebody in %q is %q, want %q", c.name, c.country, c.own, got, c.want)
		}
	}
}

// A kept name finds the city again, wherever the person is who reads it later.
func TestAKeptNameMeansItsCity(t *testing.T) {
	g := gazetteerOf(t)
	for label, want := range map[string]string{
		"London": "London", "London, Canada": "London, Canada", "Hyderabad, Pakistan": "Hyderabad, Pakistan", "Karachi": "Karachi",
		"Springfield, Illinois, USA": "Springfield, Illinois, United States", "لاہور": "Lahore",
	} {
		city := g.Choose(label, "", "")
		if city == nil || g.Kept(city) != want {
			t.Fatalf("%q is kept as %+v, want %q", label, city, want)
		}
		for _, own := range []string{"", city.Country} {
			if again := g.Choose(g.Kept(city), "", own); again == nil || g.Label(again) != g.Label(city) {
				t.Errorf("%q for somebody in %q is %+v", g.Kept(city), own, again)
			}
		}
	}
}

func TestTownsAreFoundByWhatIsTyped(t *testing.T) {
	g := gazetteerOf(t)
	for _, c := range []struct {
		text, country string
		first         string
		exact         bool
	}{
		{"london", "", "London, United Kingdom", true},
		{"london", "CA", "London, Canada", true},
		{"lahor", "", "Lahore, Pakistan", true}, // the beginning of a name
		{"Lahoer", "", "Lahore, Pakistan", false},
		{"Springfield, Illinois", "", "Springfield, Illinois, United States", true},
		{"Norway", "", "Oslo, Norway", true},
		{"کراچی", "", "Karachi, Pakistan", true},
	} {
		found, exact := g.Find(c.text, c.country, 5)
		if len(found) == 0 || len(found) > 5 || g.Label(found[0]) != c.first || exact != c.exact {
			t.Errorf("%q in %q finds %q, exactly: %v; want %q first", c.text, c.country, labels(g, found), exact, c.first)
		}
	}
	if found, exact := g.Find("Xyzville", "", 5); len(found) == 0 || exact {
		t.Errorf("Xyzville is like %q, exactly: %v", labels(g, found), exact)
	}
	if found, _ := g.Find("x", "", 5); len(found) != 0 {
		t.Errorf("a letter finds %q", labels(g, found))
	}
}

// Who names no town is told what is near.
func TestWhatIsNoTownIsRefusedWithTheNearestNames(t *testing.T) {
	g := gazetteerOf(t)
	for _, c := range []struct{ name, country, says string }{
		{"Lahoer", "", `no town is called "Lahoer"; did you mean Lahore, Pakistan`},
		{"Xyzville", "", `no town is called "Xyzville"; did you mean `},
		{"Lahore", "CA", `no town of Canada is called "Lahore"; did you mean Lahore, Pakistan?`},
		{"Pakistan", "", `"Pakistan" is a country, whose cities have different times; give one of them, such as Karachi, Pakistan; `},
		{"north nazimabad", "", `"north nazimabad" is an area of Karachi; give Karachi as the city and North Nazimabad as the area`},
		{"x", "", `no town is called "x"`},
		{"کہیں نہیں", "", `no town is called "کہیں نہیں"`},
	} {
		if got := g.Unknown(c.name, c.country); !strings.HasPrefix(got, c.says) {
			t.Errorf("%q in %q: %s, want %s", c.name, c.country, got, c.says)
		}
	}
}

func BenchmarkUnknown(b *testing.B) {
	g, err := gazetteer.New()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		g.Unknown("Xyzville upon the river", "")
	}
}
