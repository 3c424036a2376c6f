package gazetteer_test

import (
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/language/spelling"
)

func gazetteerOf(t testing.TB) *gazetteer.Gazetteer {
	t.Helper()
	g, err := gazetteer.New()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestAnAreaIsFoundHoweverItIsSpelled(t *testing.T) {
	g := gazetteerOf(t)
	for text, want := range map[string]string{
		"North Nazimabad": "North Nazimabad", "north nazimabaad": "North Nazimabad", "n. nazimabad": "North Nazimabad",
		"nort nazimabad": "North Nazimabad", "نارتھ ناظم آباد": "North Nazimabad", "شمالی ناظم آباد": "North Nazimabad",
		"North Nazimabad Block A": "North Nazimabad", "nazimabad": "Nazimabad", "nazimabad no 3": "Nazimabad",
		"Nazimabad No. 3": "Nazimabad", "ناظم آباد نمبر ۳": "Nazimabad", "nazim abad": "Nazimabad",
		"gulshan": "Gulshan-e-Iqbal", "GULSHAN-E-IQBAL": "Gulshan-e-Iqbal", "gulshan e iqbal block 13-D": "Gulshan-e-Iqbal",
		"گلشنِ اقبال": "Gulshan-e-Iqbal", "defence": "DHA", "Defence Phase 5": "DHA", "dha phase vi": "DHA", "ڈیفنس": "DHA",
		"fb area": "Federal B Area", "F.B. Area": "Federal B Area", "federal b area block 7": "Federal B Area",
		"johar": "Gulistan-e-Johar", "pechs": "PECHS", "P.E.C.H.S.": "PECHS", "pechs block 2": "PECHS", "sadar": "Saddar",
		"cliftn": "Clifton", "malir cantt": "Malir Cantt", "malir": "Malir", "naya nazimabad": "Naya Nazimabad",
		"lyri": "Lyari", "malr": "Malir", "siite": "SITE", "کفٹن": "Clifton",
		"gulshan-e-iqbl": "Gulshan-e-Iqbal", "nort nazimabad block a": "North Nazimabad", "nazimabad no3": "Nazimabad",
		"nazimabad number three": "Nazimabad", "defense phase six": "DHA", "federal b": "Federal B Area", "PECH Society": "PECHS",
		"new karachi": "New Karachi", "north karachi": "North Karachi", "scheme 33": "Scheme 33", "اسکیم ۳۳": "Scheme 33",
	} {
		if got := g.Area(text, "Karachi"); got == nil || got.Name != want {
			t.Errorf("%q is %+v, want %s", text, got, want)
		}
	}
	for _, text := range []string{"", "xyz", "Atlantis", "Mars", "Gotham", "Malir Halt", "korangi creek", "dah", "karachi",
		"nazimabad mosque of light", "block 5", "3", "شہر"} {
		if got := g.Area(text, "Karachi"); got != nil {
			t.Errorf("%q is taken for %s", text, got.Name)
		}
	}
	if got := g.Area("Clifton", "Lahore"); got != nil {
		t.Errorf("Lahore has %s", got.Name)
	}
}

func TestTheLongestNameInATextIsTheArea(t *testing.T) {
	g := gazetteerOf(t)
	for text, want := range map[string][2]string{
		"jamia masjid north nazimabad":  {"North Nazimabad", "jamia masjid"},
		"masjid near nazimabad no 3":    {"Nazimabad", "masjid near"},
		"memon masjid":                  {"", "memon masjid"},
		"masjid nort nazimabad":         {"North Nazimabad", "masjid"},
		"gulshan e iqbl bait mukarram":  {"Gulshan-e-Iqbal", "bait mukarram"},
		"gulshan masjid":                {"Gulshan-e-Iqbal", "masjid"},
		"near nazimabad":                {"Nazimabad", "near"},
		"noor nazimabad":                {"Nazimabad", "noor"},
		"gulshan e iqbal bait mukarram": {"Gulshan-e-Iqbal", "bait mukarram"},
		"نارتھ ناظم آباد کی مسجد":       {"North Nazimabad", "کی مسجد"},
	} {
		area, rest := g.AreaIn(spelling.Words(text))
		name := ""
		if area != nil {
			name = area.Name
		}
		if name != want[0] || strings.Join(rest, " ") != strings.Join(spelling.Words(want[1]), " ") {
			t.Errorf("in %q: %q and %q, want %q", text, name, rest, want)
		}
	}
}

func TestCities(t *testing.T) {
	g := gazetteerOf(t)
	for text, want := range map[string]string{
		"Karachi": "Karachi", "KARACHI": "Karachi", "کراچی": "Karachi", "mecca": "Makkah", "islamabd": "Islamabad", "oslo": "Oslo",
	} {
		city := g.City(text)
		if city == nil || city.Name != want {
			t.Errorf("%q is %+v, want %s", text, city, want)
			continue
		}
		if _, err := time.LoadLocation(city.Timezone); err != nil {
			t.Error(err)
		}
	}
	if g.Country("Asia/Karachi") != "PK" || g.Country("Mars/Olympus") != "" {
		t.Error("countries of zones are wrong")
	}
}

func TestABigCityIsKnownInEitherScriptAndWithItsCountry(t *testing.T) {
	g := gazetteerOf(t)
	for text, want := range map[string]string{
		"Bradford": "GB", "بریڈفورڈ": "GB", "Sylhet": "BD", "سلہٹ": "BD", "Moscow": "RU", "ماسکو": "RU", "Murree": "PK", "مری": "PK",
		"New York": "US", "new york, usa": "US", "نیویارک": "US", "Kuala Lumpur": "MY", "کوالا لمپور": "MY", "Hyderabad": "PK",
		"Hyderabad, India": "IN", "hyderabad pakistan": "PK", "London UK": "GB", "London, United Kingdom": "GB", "لندن برطانیہ": "GB",
		"Casablanca": "MA", "fes": "MA", "Malmo": "SE", "Dubai, UAE": "AE", "Tripoli": "LY", "Tripoli, Lebanon": "LB", "münchen": "DE",
		"Kandhar": "AF", "Cox's Bazar": "BD", "Prishtina": "XK", "Lahore, Pakistan": "PK", "Rome": "IT",
	} {
		if city := g.City(text); city == nil || city.Country != want {
			t.Errorf("%q is %+v, want one of %s", text, city, want)
		}
	}
}

// Who asks for a place that is not known may not be given another.
func TestAnUnknownPlaceIsNotTakenForAnother(t *testing.T) {
	g := gazetteerOf(t)
	for _, text := range []string{
		"", "x", "Gotham", "Wakanda", "Atlanthia", "London, France", "Birmingham, Texas", "Pakistan", "UK", "Lahore, India",
		"Nowhere", "Hogsmeade", "Springfield", "Laos", "کہیں نہیں", "Paris Atlantis", "Karachi Atlantis", "Mos Eisley", "Ur",
	} {
		if city := g.City(text); city != nil {
			t.Errorf("%q is taken for %s", text, city.Name)
		}
	}
}

func TestCitiesWithNamesAlikeAreOffered(t *testing.T) {
	g := gazetteerOf(t)
	for text, want := range map[string]string{
		"Atlanthia": "Atlanta", "Bratford upon Avon": "Stratford-upon-Avon", "Istambol": "Istanbul", "Karaachii": "Karachi", "x": "", "": "",
		"London, France": "London",
	} {
		like := g.Nearest(text, 3)
		if (want == "") != (len(like) == 0) || want != "" && like[0].Name != want || len(like) > 3 {
			t.Errorf("like %q are %v, want %q first", text, like, want)
		}
	}
}

func TestEveryCityIsItselfAndInItsCountry(t *testing.T) {
	g := gazetteerOf(t)
	elsewhere := map[string]bool{"Jerusalem": true, "Pristina": true, "Prizren": true, "Hanoi": true} // their zones are another country's
	for _, city := range g.Cities() {
		for _, name := range city.Spellings() {
			if got := g.City(name); name != "" && got != city {
				t.Errorf("%s is %+v, want %s", name, got, city.Name)
			}
		}
		if g.CountryName(city.Country) == "" || (g.Country(city.Timezone) != city.Country) != elsewhere[city.Name] {
			t.Errorf("%s: %s is in %q, its zone in %s", city.Name, city.Country, g.CountryName(city.Country), g.Country(city.Timezone))
		}
		if got := g.CountryAt(city.Centre, city.Timezone); got != city.Country {
			t.Errorf("the centre of %s is in %s", city.Name, got)
		}
	}
	if n := len(g.Cities()); n < 500 {
		t.Errorf("%d cities are known", n)
	}
}

func TestEveryAreaIsItself(t *testing.T) {
	g := gazetteerOf(t)
	for _, area := range g.Areas() {
		if got := g.Area(area.Name, area.City); got != area {
			t.Errorf("%s is %v", area.Name, got)
		}
		if got := g.Area(area.Urdu, area.City); got != area {
			t.Errorf("%s is %v", area.Urdu, got)
		}
		if c := area.Centre; c != nil && (c.Latitude < 24.7 || c.Latitude > 25.2 || c.Longitude < 66.8 || c.Longitude > 67.5) {
			t.Errorf("%s is not in Karachi: %v", area.Name, *c)
		}
	}
}

func FuzzArea(f *testing.F) {
	g := gazetteerOf(f)
	f.Add("nazimabad no 3")
	f.Add("نارتھ ناظم آباد")
	f.Fuzz(func(t *testing.T, text string) {
		if area := g.Area(text, "Karachi"); area != nil && area.Name == "" {
			t.Fatalf("%q is an area without a name", text)
		}
		g.City(text)
	})
}

func TestTheCityAtAPointIsTheNearestWithinReach(t *testing.T) {
	g := gazetteerOf(t)
	clifton, ocean := gazetteer.Point{Latitude: 24.8138, Longitude: 67.0311}, gazetteer.Point{Latitude: 0, Longitude: -150}
	if got := g.CityAt(clifton, 50); got == nil || got.Name != "Karachi" {
		t.Errorf("Clifton is at %+v", got)
	}
	for point, within := range map[gazetteer.Point]float64{ocean: 500, clifton: 1} {
		if got := g.CityAt(point, within); got != nil {
			t.Errorf("within %v km of %v is %s", within, point, got.Name)
		}
	}
	if km := (gazetteer.Point{Latitude: 51.5074, Longitude: -0.1278}).KilometresTo(gazetteer.Point{Latitude: 48.8566,
		Longitude: 2.3522}); km < 342 || km > 345 {
		t.Errorf("from London to Paris are %v km", km)
	}
}
