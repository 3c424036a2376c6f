package prayertime_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

func announced(t *testing.T, country string, year, month int, first string) prayertime.Announcement {
	t.Helper()
	return prayertime.Announcement{Country: country, Year: year, Month: month, First: date(t, first)}
}

func TestAnAnnouncementCountsInItsCountryFromItsMonthOn(t *testing.T) {
	before := prayertime.DefaultHijriCalendar()
	calendar, err := before.With([]prayertime.Announcement{announced(t, "PK", 1448, 9, "2027-02-10")})
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		on, country, want string
		basis             prayertime.HijriBasis
	}{
		{"2027-02-10", "PK", "1 Ramadan 1448", prayertime.BasisSighted},
		{"2027-02-09", "PK", "30 Shaban 1448", prayertime.BasisExpected},
		{"2027-03-10", "PK", "29 Ramadan 1448", prayertime.BasisSighted},
		{"2027-02-09", "IN", "1 Ramadan 1448", prayertime.BasisExpected},
		{"2027-02-08", "TR", "1 Ramadan 1448", prayertime.BasisDiyanet},
		{"2027-02-08", "SA", "1 Ramadan 1448", prayertime.BasisUmmAlQura},
		{"2026-02-19", "PK", "1 Ramadan 1447", prayertime.BasisSighted}, // what the calendar knew already
	} {
		if got := calendar.Date(date(t, tc.on), tc.country); got.String() != tc.want || got.Basis != tc.basis {
			t.Errorf("%s in %s is %s (%s), want %s (%s)", tc.on, tc.country, got, got.Basis, tc.want, tc.basis)
		}
	}
	if got := before.Date(date(t, "2027-02-09"), "PK"); got.String() != "1 Ramadan 1448" {
		t.Errorf("the calendar itself has changed: %s", got)
	}
}

// What an administrator announces is right, whatever came with the program.
func TestAnAnnouncementCountsInsteadOfAKnownOneThatDoesNotFit(t *testing.T) {
	calendar, err := prayertime.DefaultHijriCalendar().With([]prayertime.Announcement{announced(t, "PK", 1446, 9, "2025-03-01")})
	if err != nil {
		t.Fatal(err)
	}
	// Ramadan 1446 would have had 30 days with the known 31 March; Shawwal then still begins on that day.
	for on, want := range map[string]string{
		"2025-03-01": "1 Ramadan 1446", "2025-03-30": "30 Ramadan 1446", "2025-03-31": "1 Shawwal 1446",
	} {
		if got := calendar.Date(date(t, on), "PK"); got.String() != want {
			t.Errorf("%s is %s, want %s", on, got, want)
		}
	}
	calendar, err = prayertime.DefaultHijriCalendar().With([]prayertime.Announcement{announced(t, "PK", 1446, 9, "2025-02-28")})
	if err != nil {
		t.Fatal(err)
	}
	if got := calendar.Date(date(t, "2025-03-30"), "PK"); got.String() != "1 Shawwal 1446" || got.Basis != prayertime.BasisExpected {
		t.Errorf("30 days after 28 February it is %s (%s)", got, got.Basis)
	}
}

func TestAnAnnouncementThatCannotBeIsRefused(t *testing.T) {
	for name, tc := range map[string]struct {
		announcements []prayertime.Announcement
		field, want   string
	}{
		"a country":    {[]prayertime.Announcement{announced(t, "pk", 1448, 9, "2027-02-10")}, "country", "two capital letters"},
		"a month":      {[]prayertime.Announcement{announced(t, "PK", 1448, 13, "2027-02-10")}, "hijri_month", "from 1 to 12"},
		"a year":       {[]prayertime.Announcement{announced(t, "PK", 2027, 9, "2027-02-10")}, "hijri_year", "from 1300 to 1600"},
		"the end":      {[]prayertime.Announcement{announced(t, "PK", 1601, 1, "2077-10-18")}, "hijri_year", "from 1300 to 1600"},
		"too late":     {[]prayertime.Announcement{announced(t, "PK", 1448, 9, "2027-02-12")}, "first_day", "expects 2027-02-09"},
		"too early":    {[]prayertime.Announcement{announced(t, "TR", 1448, 9, "2027-02-05")}, "first_day", "expects 2027-02-08"},
		"another year": {[]prayertime.Announcement{announced(t, "PK", 1448, 9, "2026-02-19")}, "first_day", "expects 2027-02-09"},
		"28 days": {[]prayertime.Announcement{announced(t, "PK", 1448, 9, "2027-02-10"), announced(t, "PK", 1448, 10, "2027-03-10")},
			"first_day", "Ramadan 1448 would have 28 days, from 2027-02-10 to 2027-03-09"},
		"31 days": {[]prayertime.Announcement{announced(t, "PK", 1448, 10, "2027-03-11"), announced(t, "PK", 1448, 9, "2027-02-08")},
			"first_day", "Ramadan 1448 would have 31 days"},
		"too long together": {[]prayertime.Announcement{announced(t, "PK", 1448, 9, "2027-02-08"), announced(t, "PK", 1448, 11, "2027-04-11")},
			"first_day", "the 2 months from Ramadan 1448 to Dhu al-Qadah 1448 would have 62 days"},
		"twice": {[]prayertime.Announcement{announced(t, "PK", 1448, 9, "2027-02-10"), announced(t, "PK", 1448, 9, "2027-02-09")},
			"hijri_month", "announced twice"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := prayertime.DefaultHijriCalendar().With(tc.announcements)
			var refused *prayertime.InputError
			if !errors.As(err, &refused) || refused.Field != tc.field || !strings.Contains(refused.Message, tc.want) {
				t.Errorf("%v, want %s: %s", err, tc.field, tc.want)
			}
		})
	}
}

func TestAnAnnouncementIsCheckedAgainstWhatIsKnownOfTheMonthsBesideIt(t *testing.T) {
	for name, tc := range map[string]struct {
		others []prayertime.Announcement
		a      prayertime.Announcement
		want   string
	}{
		"30 days after a known first": {nil, announced(t, "PK", 1447, 10, "2026-03-21"), ""},
		"31 days after a known first": {nil, announced(t, "PK", 1447, 10, "2026-03-22"), "Ramadan 1447 would have 31 days, from 2026-02-19"},
		"in place of a known first":   {nil, announced(t, "PK", 1447, 9, "2026-02-18"), ""},
		"31 days after it was changed": {[]prayertime.Announcement{announced(t, "PK", 1447, 9, "2026-02-20")},
			announced(t, "PK", 1447, 10, "2026-03-22"), ""},
		"31 days with a known first": {nil, announced(t, "PK", 1446, 9, "2025-03-03"), "Shaban 1446 would have 31 days, from 2025-01-31"},
		"28 days before another": {[]prayertime.Announcement{announced(t, "PK", 1448, 10, "2027-03-10")},
			announced(t, "PK", 1448, 9, "2027-02-10"), "Ramadan 1448 would have 28 days"},
		"of no country": {nil, announced(t, "", 1448, 9, "2027-02-10"), "two capital letters"},
		"too far":       {nil, announced(t, "IN", 1448, 9, "2027-02-12"), "expects 2027-02-09"},
	} {
		t.Run(name, func(t *testing.T) {
			err := prayertime.DefaultHijriCalendar().Check(tc.a, tc.others)
			if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
				t.Errorf("%v, want %q", err, tc.want)
			}
		})
	}
}

func TestAMonthInACountry(t *testing.T) {
	calendar := prayertime.DefaultHijriCalendar()
	for _, tc := range []struct {
		country     string
		year, month int
		first       string
		days        int
		basis       prayertime.HijriBasis
	}{
		{"SA", 1448, 9, "2027-02-08", 29, prayertime.BasisUmmAlQura},
		{"TR", 1448, 9, "2027-02-08", 29, prayertime.BasisDiyanet},
		{"TR", 1449, 9, "2028-01-27", 30, prayertime.BasisDiyanet}, // the first day after what is published
		{"PK", 1448, 9, "2027-02-09", 29, prayertime.BasisExpected},
		{"PK", 1446, 9, "2025-03-02", 29, prayertime.BasisSighted},
	} {
		got, err := calendar.Month(tc.year, tc.month, tc.country)
		if err != nil || got.First != date(t, tc.first) || got.Days != tc.days || got.Basis != tc.basis {
			t.Errorf("%d/%d in %s: %+v, %v, want %s, %d days, %s", tc.month, tc.year, tc.country, got, err, tc.first, tc.days, tc.basis)
		}
	}
	for _, wrong := range [][2]int{{1448, 0}, {1448, 13}, {1299, 12}, {1601, 1}, {0, 1}} {
		if got, err := calendar.Month(wrong[0], wrong[1], "PK"); err == nil {
			t.Errorf("month %d of %d: %+v", wrong[1], wrong[0], got)
		}
	}
}

func TestMistakesInTheCalendarsOfCountriesAreReported(t *testing.T) {
	const heading = "country,calendar,usual_offset,source\n"
	for text, want := range map[string]string{
		"":                                            "heading",
		heading + "pk,sighting,1,x\n":                 "line 2: country",
		heading + "PK,moon,1,x\n":                     "calendar",
		heading + "PK,sighting,3,x\n":                 "usual offset",
		heading + "PK,umm_al_qura,1,x\n":              "usual offset",
		heading + "PK,sighting,1,\n":                  "no source",
		heading + "PK,sighting,1\n":                   "wrong number of fields",
		heading + "PK,sighting,1,x\nPK,diyanet,0,x\n": "twice",
	} {
		if _, err := prayertime.ReadHijriRules(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
