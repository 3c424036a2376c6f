package prayers_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/salaatflow/platform/masjid-svc/internal/directory"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/internal/prayers"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
	"github.com/salaatflow/platform/services/profiles"
)

func TestAPlaceNobodyKnowsIsSaidToBeUnknown(t *testing.T) {
	s := service(t, "", friday)
	for name, c := range map[string]struct {
		area, city, field, helps string
	}{
		"a city":                   {"", "Atlanthia", "city", "Atlanta, United States"},
		"a city of nobody's":       {"", "Xyzville", "city", `no town is called "Xyzville"; did you mean `},
		"a city, in Urdu":          {"", "اٹلانٹس شہر", "city", "latitude and longitude"},
		"a city of another land":   {"", "London, France", "city", "did you mean London, United Kingdom"},
		"an area":                  {"Wakanda", "", "area", "North Nazimabad"},
		"a city for an area":       {"Bradford", "", "area", "it is a city of the United Kingdom; give it as city"},
		"an area of another city":  {"Clifton", "Lahore", "area", "it is one of Karachi"},
		"an area of nowhere":       {"Clifton", "Wakanda", "city", "latitude and longitude"},
		"an area of a known city":  {"Model Town", "Lahore", "area", "those of its masjids"},
		"no area, but a good city": {"Atlantis", "New York", "area", "of New York"},
	} {
		t.Run(name, func(t *testing.T) {
			_, day := s.Day(t.Context(), prayers.Question{Area: c.area, City: c.city}, "")
			_, now := s.Now(t.Context(), prayers.Question{Area: c.area, City: c.city})
			_, listed := s.Directory.Find(t.Context(), directory.Selection{Area: c.area, City: c.city, Limit: 10})
			_, searched := s.Directory.Find(t.Context(), directory.Selection{Text: "masjid", Area: c.area, City: c.city, Limit: 10})
			for _, err := range []error{day, now, listed, searched} {
				var invalid masjids.Invalid
				if !errors.As(err, &invalid) || invalid[0].Field != c.field ||
					!strings.Contains(invalid[0].Message, c.helps) {
					t.Errorf("%v, want %q about %s", err, c.helps, c.field)
				}
			}
		})
	}
}

// Who asks for a name that several large cities have is told them, unless the country is given or known.
func TestACityThatMayBeSeveralIsAskedAbout(t *testing.T) {
	s := service(t, "", friday)
	for name, c := range map[string]struct {
		city, zone string // of the caller
		want       string // the time zone of the answer
	}{
		"nobody from nowhere":   {"Hyderabad", "", ""},
		"a Pakistani":           {"Hyderabad", "Asia/Karachi", "Asia/Karachi"},
		"an Indian":             {"حیدرآباد", "Asia/Kolkata", "Asia/Kolkata"},
		"a Norwegian":           {"Hyderabad", "Europe/Oslo", ""},
		"the country is given":  {"Hyderabad, India", "Asia/Karachi", "Asia/Kolkata"},
		"a region is given":     {"Springfield, Illinois", "", "America/Chicago"},
		"one is the plain one":  {"London", "Asia/Karachi", "Europe/London"},
		"the other one is near": {"London", "America/Toronto", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s.Profiles = one{profile: profiles.Profile{Timezone: c.zone}}
			day, err := s.Day(t.Context(), prayers.Question{UserID: 1, City: c.city}, "2026-11-20")
			var invalid masjids.Invalid
			switch {
			case c.want != "" && (err != nil || day.Zone.String() != c.want):
				t.Errorf("%+v, %v, want the zone %s", day.Place, err, c.want)
			case c.want == "" && (!errors.As(err, &invalid) || invalid[0].Field != "city" || !strings.Contains(invalid[0].Message, " or ")):
				t.Errorf("%+v, %v, want the choices", day.Place, err)
			}
		})
	}
	s.Profiles = one{profile: profiles.Profile{Timezone: "Asia/Kolkata"}}
	settled := prayers.Question{UserID: 1, City: "Hyderabad", Method: "karachi", Asr: "hanafi"}
	if day, err := s.Day(t.Context(), settled, ""); err != nil || day.Zone.String() != "Asia/Kolkata" {
		t.Errorf("an Indian who says the method and the school is told %+v, %v", day.Place, err)
	}
	var invalid masjids.Invalid
	_, err := s.Day(t.Context(), prayers.Question{City: "Hyderabad"}, "")
	want := `several cities are called "Hyderabad"; say which: "Hyderabad Deccan, India" or "Hyderabad, Pakistan"`
	if !errors.As(err, &invalid) || invalid[0].Message != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestATownOfTheWorldHasItsOwnTimesByWhatIsUsualThere(t *testing.T) {
	s := service(t, "", friday)
	for city, want := range map[string]string{
		"Tromsø":         "Europe/Oslo norway shafi 69.6",
		"Toba Tek Singh": "Asia/Karachi karachi hanafi 31.0", "ٹوبہ ٹیک سنگھ": "Asia/Karachi karachi hanafi 31.0",
		"Bradford": "Europe/London moonsighting_committee hanafi 53.8", "Gaziantep": "Europe/Istanbul turkey shafi 37.1",
	} {
		day, err := s.Day(t.Context(), prayers.Question{City: city}, "2026-11-20")
		got := fmt.Sprintf("%s %s %s %.1f", day.Zone, day.Method.Name, day.Params.Asr, day.Point.Latitude)
		if err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", city, got, err, want)
		}
	}
}

func TestAKnownCityWithoutMasjidsHasItsOwnTimesAndNobodyElsesMasjids(t *testing.T) {
	s := service(t, "", friday)
	for _, city := range []string{"Bradford", "Sylhet", "Moscow", "Murree", "مری", "New York", "Kuala Lumpur"} {
		day, err := s.Day(t.Context(), prayers.Question{City: city}, "2026-11-20")
		if err != nil || day.City == "Karachi" || day.Point.Longitude == 67.0011 || day.Location != prayers.AtCityCentre {
			t.Errorf("%s: %+v, %v", city, day.Place, err)
		}
		found, err := s.Directory.Find(t.Context(), directory.Selection{City: city, Limit: 10})
		if err != nil || found.Count != 0 {
			t.Errorf("%s has %d masjids, %v", city, found.Count, err)
		}
	}
}

func TestAProfileOfAnUnknownCityIsNoReasonToAnswerWithAnother(t *testing.T) {
	s := service(t, "", friday)
	s.Profiles = one{profile: profiles.Profile{City: "Wakanda"}}
	_, err := s.Day(t.Context(), prayers.Question{UserID: 1}, "")
	var invalid masjids.Invalid
	if !errors.As(err, &invalid) || invalid[0].Field != "city" || !strings.Contains(invalid[0].Message, "of the profile") {
		t.Errorf("%v", err)
	}
}

func TestCountriesAreNamedAlikeInBothFiles(t *testing.T) {
	s := service(t, "", friday)
	for _, practice := range prayertime.Practices() {
		if name := s.Places.CountryName(practice.Country); name != practice.Name {
			t.Errorf("%s is %q, and %q where its practice stands", practice.Country, name, practice.Name)
		}
	}
}

// A profile that has kept where its city is means that place, also where nobody knows the name or another city has it.
func TestAProfileThatKeptItsPlaceMeansIt(t *testing.T) {
	s := service(t, "", friday)
	for _, c := range []struct {
		about   string
		profile profiles.Profile
		want    string
	}{
		{"a city", profiles.Profile{City: "London", Country: "GB", Timezone: "Asia/Karachi", Latitude: new(51.5074), Longitude: new(-0.1278)},
			"London GB Europe/London 51.51 city_centre"},
		{"its namesake", profiles.Profile{City: "London, Canada", Country: "CA", Timezone: "America/Toronto",
			Latitude: new(42.98339), Longitude: new(-81.23304)}, "London CA America/Toronto 42.98 city_centre"},
		{"a place in it", profiles.Profile{City: "London", Country: "GB", Timezone: "Europe/London",
			Latitude: new(51.6), Longitude: new(-0.3)}, "London GB Europe/London 51.60 coordinates"},
		{"a village", profiles.Profile{City: "Xyzville", Country: "PK", Timezone: "Asia/Karachi", Latitude: new(30.5), Longitude: new(70.25)},
			"Xyzville PK Asia/Karachi 30.50 coordinates"},
	} {
		s.Profiles = one{profile: c.profile}
		day, err := s.Day(t.Context(), prayers.Question{UserID: 1}, "2026-11-20")
		got := fmt.Sprintf("%s %s %s %.2f %s", day.City, day.Country, day.Zone, day.Point.Latitude, day.Location)
		if err != nil || got != c.want {
			t.Errorf("%s: %s, %v, want %s", c.about, got, err, c.want)
		}
	}
}
