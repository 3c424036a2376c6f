package prayertime_test

import (
	"os"
	"strings"
	"testing"

	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestTheMethodsOfTheAuthoritiesAreSound(t *testing.T) {
	methods, err := prayertime.ReadMethods(strings.NewReader(read(t, "data/methods.csv")))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range methods {
		if m.Name != strings.ToLower(m.Name) || strings.ContainsAny(m.Name, " -") || m.Name == "custom" {
			t.Errorf("%q is no name as in a request", m.Name)
		}
	}
}

// The former spelling of a method means the same as the present one.
func TestAFormerSpellingIsTheSameMethod(t *testing.T) {
	for former, present := range map[string]string{"egyptian": "egypt", "north_america": "isna"} {
		was, is := named(former), named(present)
		was.Name, was.Authority, was.Source = is.Name, is.Authority, is.Source
		if was != is {
			t.Errorf("%s is %+v, %s %+v", former, was, present, is)
		}
	}
}

func TestThePracticesOfCountriesAreSound(t *testing.T) {
	practices, err := prayertime.ReadPractices(strings.NewReader(read(t, "data/countries.csv")))
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, p := range practices {
		used[p.Method.Name] = true
		if known, ok := prayertime.PracticeIn(p.Country); !ok || known != p {
			t.Errorf("%s: %+v", p.Country, known)
		}
	}
	for _, name := range []string{"umm_al_qura", "turkey", "egypt", "jakim", "kemenag", "singapore", "isna", "muslim_world_league", "france",
		"russia", "dubai", "kuwait", "qatar", "tehran", "bangladesh", "karachi"} {
		if !used[name] {
			t.Errorf("%s is usual nowhere", name)
		}
	}
	if n := len(prayertime.Practices()); n != len(practices) || n < 80 {
		t.Errorf("%d practices are known, %d are in the file", n, len(practices))
	}
}

func TestACountryOfWhichNothingIsKnownHasTheMuslimWorldLeagues(t *testing.T) {
	for _, country := range []string{"", "AQ", "pk", "Pakistan"} {
		if p, known := prayertime.PracticeIn(country); known || p.Method.Name != "muslim_world_league" || p.Asr != prayertime.Shafi ||
			p.Country != "" {
			t.Errorf("%q: %+v, %v", country, p, known)
		}
	}
}

// The school does not follow from the angles: Dhaka prays asr by the Hanafi school, and Istanbul's authority publishes
// the first asr.
func TestTheSchoolsThatAreUsual(t *testing.T) {
	for school, countries := range map[prayertime.AsrRule]string{
		prayertime.Hanafi: "PK IN BD AF UZ KZ KG TJ TM GB", prayertime.Shafi: "SA TR EG ID MY SG US CA AE KW QA IR RU FR MA TN DZ JO OM IQ BN",
	} {
		for country := range strings.FieldsSeq(countries) {
			if p, known := prayertime.PracticeIn(country); !known || p.Asr != school {
				t.Errorf("%s: %s, want %s", country, p.Asr, school)
			}
		}
	}
}

func TestMistakesInTheFilesAreNamedByTheirLine(t *testing.T) {
	methods := read(t, "data/methods.csv")
	const karachiRow = `karachi,"University of Islamic Sciences, Karachi",`
	for name, tc := range map[string]struct{ old, new, want string }{
		"a column":    {"name,title", "name,titel", "heading"},
		"no number":   {"18,18,,,,0,0,1", "18,x,,,,0,0,1", `isha_angle: "x"`},
		"no angle":    {"18,18,,,,0,0,1", "18,,,,,0,0,1", "isha angle"},
		"half minute": {"18,18,,,,0,0,1", "18,18,,,,0,0,1.5", `dhuhr: "1.5"`},
		"twice":       {"muslim_world_league,", "karachi,", "twice"},
		"rounding":    {"nearest,angle,hanafi", "down,angle,hanafi", `rounding: "down"`},
		"twilight":    {"nearest,angle,hanafi", "nearest,dusk,hanafi", `twilight: "dusk"`},
		"school":      {"nearest,angle,hanafi", "nearest,angle,maliki", `school: "maliki"`},
		"no title":    {karachiRow, "karachi,,", `title: ""`},
		"horizon":     {",-1,up", ",1,up", `horizon: "1"`},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(methods, tc.old, tc.new, 1)
			if _, err := prayertime.ReadMethods(strings.NewReader(text)); err == nil || text == methods || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%v, want %q", err, tc.want)
			}
		})
	}
	countries := read(t, "data/countries.csv")
	for name, tc := range map[string]struct{ old, new, want string }{
		"a column": {"country,name", "land,name", "heading"},
		"country":  {"AF,Afghanistan", "Af,Afghanistan", `country: "Af"`},
		"twice":    {"AF,Afghanistan", "AE,Afghanistan", "twice"},
		"method":   {"Afghanistan,karachi", "Afghanistan,kabul", "kabul"},
		"school":   {"karachi,hanafi,custom", "karachi,both,custom", `asr: "both"`},
		"basis":    {"karachi,hanafi,custom", "karachi,hanafi,hearsay", `basis: "hearsay"`},
		"no name":  {"AF,Afghanistan", "AF,", "name and source"},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(countries, tc.old, tc.new, 1)
			if _, err := prayertime.ReadPractices(strings.NewReader(text)); err == nil || text == countries ||
				!strings.Contains(err.Error(), tc.want) {
				t.Errorf("%v, want %q", err, tc.want)
			}
		})
	}
}
