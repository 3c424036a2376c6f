package prayertime_test

import (
	"strings"
	"testing"

	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

func TestUmmAlQuraDates(t *testing.T) {
	for on, want := range map[string]string{
		"1937-03-14": "1 Muharram 1356",
		"2016-06-04": "28 Shaban 1437", // this and the next as in the published timetable of Makkah
		"2016-12-04": "5 Rabi al-Awwal 1438",
		"2025-03-01": "1 Ramadan 1446",
		"2025-03-30": "1 Shawwal 1446",
		"2025-06-06": "10 Dhu al-Hijjah 1446",
		"2026-02-18": "1 Ramadan 1447",
		"2026-03-20": "1 Shawwal 1447",
		"2077-11-16": "30 Dhu al-Hijjah 1500",
	} {
		got := prayertime.UmmAlQuraDate(date(t, on))
		if got.String() != want || got.Basis != prayertime.BasisUmmAlQura {
			t.Errorf("%s is %s (%s), want %s", on, got, got.Basis, want)
		}
	}
	if got := prayertime.UmmAlQuraDate(date(t, "1905-01-01")); got.Basis != prayertime.BasisTabular || got.Year != 1322 {
		t.Errorf("before the calendar: %s (%s)", got, got.Basis)
	}
}

func TestPakistanSightsItsOwnMoon(t *testing.T) {
	calendar := prayertime.DefaultHijriCalendar()
	for _, tc := range []struct{ on, country, want string }{
		{"2025-03-01", "SA", "1 Ramadan 1446"},
		{"2025-03-01", "PK", "30 Shaban 1446"},
		{"2025-03-02", "PK", "1 Ramadan 1446"},
		{"2025-03-30", "PK", "29 Ramadan 1446"},
		{"2025-03-31", "PK", "1 Shawwal 1446"},
		{"2025-06-07", "PK", "10 Dhu al-Hijjah 1446"},
		{"2025-07-06", "PK", "10 Muharram 1447"},
		{"2025-09-06", "PK", "12 Rabi al-Awwal 1447"},
		{"2024-04-10", "PK", "1 Shawwal 1445"},
		{"2024-06-17", "PK", "10 Dhu al-Hijjah 1445"},
		{"2026-02-18", "PK", "29 Shaban 1447"},
		{"2026-02-19", "PK", "1 Ramadan 1447"},
		{"2026-02-18", "", "1 Ramadan 1447"},
		{"2026-11-26", "SA", "16 Jumada al-Akhirah 1448"},
		{"2026-11-26", "PK", "15 Jumada al-Akhirah 1448"},
		{"2026-02-18", "TR", "30 Shaban 1447"},
		{"2026-02-19", "TR", "1 Ramadan 1447"},
		{"2026-02-19", "IN", "1 Ramadan 1447"},
		{"2025-03-02", "MA", "1 Ramadan 1446"},
	} {
		if got := calendar.Date(date(t, tc.on), tc.country); got.String() != tc.want {
			t.Errorf("%s in %q is %s, want %s", tc.on, tc.country, got, tc.want)
		}
	}
	if got := calendar.Date(date(t, "2026-02-25"), "PK").Basis; got != prayertime.BasisSighted {
		t.Errorf("the basis in Ramadan 1447 is %s", got)
	}
	if got := calendar.Date(date(t, "2019-02-25"), "PK").Basis; got != prayertime.BasisExpected {
		t.Errorf("the basis where nothing was announced is %s", got)
	}
}

// Whatever was announced, each day is followed by the next day of the month or, after 29 or 30 days, by a first. (The
// Umm al-Qura calendar itself has a month of 28 days, Shaban 1364 in 1945.)
func TestMonthsHave29Or30DaysUnderAnyAnnouncements(t *testing.T) {
	calendars := map[string]*prayertime.HijriCalendar{"embedded": prayertime.DefaultHijriCalendar()}
	for name, body := range map[string]string{
		"two days late":  "PK,1446,9,2025-03-03,x\n",
		"two days early": "PK,1446,9,2025-02-27,x\n",
		"both":           "PK,1446,9,2025-03-03,x\nPK,1446,12,2025-05-29,x\n",
		"first and last": "PK,1356,1,1937-03-15,x\nPK,1500,11,2077-09-19,x\n",
	} {
		calendar, err := prayertime.ReadHijriCalendar(strings.NewReader("country,year,month,first_day,source\n" + body))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		calendars[name] = calendar
	}
	for _, country := range []string{"TR", "OM", "SA"} {
		calendars[country] = prayertime.DefaultHijriCalendar()
	}
	for name, calendar := range calendars {
		country := "PK"
		if len(name) == 2 {
			country = name
		}
		last := prayertime.HijriDate{}
		from, to := date(t, "1946-01-01"), date(t, "2077-08-01")
		for on := from; on != to; on = on.AddDays(1) {
			got := calendar.Date(on, country)
			next := got.Day == last.Day+1 && got.Month == last.Month && got.Year == last.Year && got.Day <= 30
			first := got.Day == 1 && last.Day >= 29 && got.Month == last.Month%12+1
			if on != from && !next && !first {
				t.Fatalf("%s: on %s it is %s, after %s", name, on, got, last)
			}
			last = got
		}
	}
}

func TestMistakenAnnouncementsAreRefused(t *testing.T) {
	const heading = "country,year,month,first_day,source\n"
	for name, tc := range map[string]struct{ text, want string }{
		"empty":          {"", "heading"},
		"country":        {heading + "pak,1446,9,2025-03-02,x\n", "line 2: country"},
		"year":           {heading + "PK,46,9,2025-03-02,x\n", "line 2: year"},
		"month":          {heading + "PK,1446,13,2025-03-02,x\n", "line 2: month"},
		"date":           {heading + "PK,1446,9,2025-02-30,x\n", "line 2: date"},
		"last month":     {heading + "PK,1500,12,2077-10-18,x\n", "cannot be moved"},
		"far off":        {heading + "PK,1446,9,2025-03-09,x\n", "8 days from"},
		"twice":          {heading + "PK,1446,9,2025-03-02,x\nPK,1446,9,2025-03-02,y\n", "0 months"},
		"31 days":        {heading + "PK,1446,9,2025-03-01,x\nPK,1446,10,2025-04-01,x\n", "31 days for the 1 months"},
		"missing column": {heading + "PK,1446,9,2025-03-02\n", "wrong number of fields"},
	} {
		_, err := prayertime.ReadHijriCalendar(strings.NewReader(tc.text))
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", name, err, tc.want)
		}
	}
}
