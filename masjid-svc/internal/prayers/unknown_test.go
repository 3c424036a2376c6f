package prayers_test

import (
	"errors"
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
		"a city":                   {"", "Atlantis", "city", "Atlanta in the United States"},
		"a city, in Urdu":          {"", "اٹلانٹس شہر", "city", "latitude and longitude"},
		"a city of another land":   {"", "London, Canada", "city", "London in the United Kingdom"},
		"an area":                  {"Atlantis", "", "area", "North Nazimabad"},
		"a city for an area":       {"Bradford", "", "area", "it is a city of the United Kingdom; give it as city"},
		"an area of another city":  {"Clifton", "Lahore", "area", "it is one of Karachi"},
		"an area of nowhere":       {"Clifton", "Atlantis", "city", "latitude and longitude"},
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
				if !errors.As(err, &invalid) || invalid[0].Field != c.field || !strings.Contains(invalid[0].Message, "not a known") ||
					!strings.Contains(invalid[0].Message, c.helps) {
					t.Errorf("%v, want %q about %s", err, c.helps, c.field)
				}
			}
		})
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
	s.Profiles = one{profile: profiles.Profile{City: "Atlantis"}}
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
