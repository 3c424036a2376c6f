package prayertime_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

var karachi = prayertime.Place{Latitude: 24.8607, Longitude: 67.0011}

func compute(t testing.TB, p prayertime.Place, on, in string, params prayertime.Params) prayertime.Day {
	t.Helper()
	day, err := prayertime.Compute(p, date(t, on), zone(t, in), params)
	if err != nil {
		t.Fatal(err)
	}
	return day
}

func TestWhatIsLeftEmptyIsTheMethodsUsual(t *testing.T) {
	calculator, err := prayertime.New(karachi, zone(t, "Asia/Karachi"), prayertime.Params{Method: named("karachi")})
	if err != nil {
		t.Fatal(err)
	}
	got := calculator.Params()
	if got.Method.Name != "karachi" || got.Asr != prayertime.Hanafi ||
		got.HighLatitude != prayertime.MiddleOfTheNight || got.ImsakMinutes != 10 {
		t.Errorf("%+v", got)
	}
}

func TestInputThatCannotBeUsedIsNamed(t *testing.T) {
	here := zone(t, "Asia/Karachi")
	day := prayertime.Date{Year: 2026, Month: 3, Day: 1}
	nan := degrees(t, "NaN")
	for name, tc := range map[string]struct {
		place  prayertime.Place
		date   prayertime.Date
		zone   *time.Location
		params prayertime.Params
		field  string
	}{
		"no method":          {params: prayertime.Params{Asr: prayertime.Hanafi}, field: "method"},
		"latitude 91":        {place: prayertime.Place{Latitude: 91}, field: "latitude"},
		"latitude NaN":       {place: prayertime.Place{Latitude: nan}, field: "latitude"},
		"longitude -181":     {place: prayertime.Place{Longitude: -181}, field: "longitude"},
		"elevation":          {place: prayertime.Place{Elevation: 9001}, field: "elevation"},
		"no zone":            {zone: time.UTC, field: "timezone"},
		"30 February":        {date: prayertime.Date{Year: 2026, Month: 2, Day: 30}, field: "date"},
		"29 February of old": {date: prayertime.Date{Year: 1900, Month: 2, Day: 29}, field: "date"},
		"month 13":           {date: prayertime.Date{Year: 2026, Month: 13, Day: 1}, field: "date"},
		"zero date":          {date: prayertime.Date{Year: 0, Month: 1, Day: 1}, field: "date"},
		"year 1":             {date: prayertime.Date{Year: 1, Month: 1, Day: 1}, field: "date"},
		"year 9999":          {date: prayertime.Date{Year: 9999, Month: 12, Day: 31}, field: "date"},
		"asr":                {params: prayertime.Params{Method: named("karachi"), Asr: "maliki"}, field: "asr"},
		"rule":               {params: prayertime.Params{Method: named("karachi"), HighLatitude: "none"}, field: "high_latitude_rule"},
		"shafaq":             {params: prayertime.Params{Method: named("karachi"), Shafaq: "green"}, field: "shafaq"},
		"fajr angle":         {params: prayertime.Params{Method: prayertime.Custom(0, 17)}, field: "method"},
		"isha angle":         {params: prayertime.Params{Method: prayertime.Custom(18, 31)}, field: "method"},
		"angle NaN":          {params: prayertime.Params{Method: prayertime.Custom(nan, 17)}, field: "method"},
		"adjustment": {params: prayertime.Params{Method: named("karachi"), Adjustments: prayertime.Minutes{Asr: 121}},
			field: "adjustments"},
		"imsak": {params: prayertime.Params{Method: named("karachi"), ImsakMinutes: -1}, field: "adjustments"},
	} {
		t.Run(name, func(t *testing.T) {
			if tc.params == (prayertime.Params{}) {
				tc.params.Method = named("karachi")
			}
			if tc.date == (prayertime.Date{}) {
				tc.date = day
			}
			switch tc.zone {
			case nil:
				tc.zone = here
			case time.UTC:
				tc.zone = nil
			}
			_, err := prayertime.Compute(tc.place, tc.date, tc.zone, tc.params)
			var input *prayertime.InputError
			if !errors.As(err, &input) || input.Field != tc.field {
				t.Errorf("got %v, want an error for %s", err, tc.field)
			}
		})
	}
}

func TestUnknownMethodListsTheKnownOnes(t *testing.T) {
	_, err := prayertime.MethodNamed("hogwarts")
	if err == nil || !strings.Contains(err.Error(), "umm_al_qura") || !strings.Contains(err.Error(), "kemenag") {
		t.Errorf("got %v", err)
	}
}

func TestDatesAreReadStrictly(t *testing.T) {
	for _, text := range []string{"2026-02-30", "2025-02-29", "2026-1-1", "01/02/2026", "", "0001-01-01", "9999-01-01"} {
		if d, err := prayertime.ParseDate(text); err == nil {
			t.Errorf("%q was read as %s", text, d)
		}
	}
	if got := date(t, "2024-02-29").AddDays(366).String(); got != "2025-03-01" {
		t.Errorf("a year after the leap day: %s", got)
	}
}

func TestDaylightSavingTime(t *testing.T) {
	london := prayertime.Place{Latitude: 51.5072, Longitude: -0.1276}
	params := prayertime.Params{Method: named("muslim_world_league")}
	before := compute(t, london, "2026-03-28", "Europe/London", params)
	after := compute(t, london, "2026-03-29", "Europe/London", params) // the clocks go forward at 01:00
	if gap := after.Dhuhr.Sub(before.Dhuhr).Round(time.Hour); gap != 24*time.Hour {
		t.Errorf("%v between two noons", gap)
	}
	if got := before.Dhuhr.Format("15:04"); got != "12:07" {
		t.Errorf("dhuhr before the change: %s", got)
	}
	if got := after.Dhuhr.Format("15:04"); got != "13:06" {
		t.Errorf("dhuhr after the change: %s", got)
	}
}

// Far from Greenwich the day of universal time changes in the middle of the day, and on either side of the date line
// people who see the same sun have different dates.
func TestTheDateIsThePlacesOwn(t *testing.T) {
	for in, place := range map[string]prayertime.Place{
		"Pacific/Kiritimati": {Latitude: 1.87, Longitude: -157.43}, // UTC+14
		"Pacific/Pago_Pago":  {Latitude: -14.28, Longitude: -170.7},
		"Pacific/Auckland":   {Latitude: -36.85, Longitude: 174.76},
		"Pacific/Honolulu":   {Latitude: 21.31, Longitude: -157.86},
		"Pacific/Apia":       {Latitude: -13.83, Longitude: -171.77},
		"Asia/Kathmandu":     {Latitude: 27.71, Longitude: 85.32},
	} {
		for _, on := range []string{"2025-12-31", "2026-01-01", "2024-02-29", "2028-12-31"} {
			day := compute(t, place, on, in, prayertime.Params{Method: named("karachi")})
			for i, at := range times(day) {
				if got := prayertime.DateOf(at).String(); got != on {
					t.Errorf("%s: %s of %s is on %s", in, events[i], on, got)
				}
			}
		}
	}
}

func TestADateThatAZoneLeftOut(t *testing.T) {
	apia := prayertime.Place{Latitude: -13.83, Longitude: -171.77}
	in := zone(t, "Pacific/Apia")
	_, err := prayertime.Compute(apia, date(t, "2011-12-30"), in, prayertime.Params{Method: named("karachi")})
	var input *prayertime.InputError
	if !errors.As(err, &input) || input.Field != "date" {
		t.Errorf("got %v", err)
	}
	calculator, err := prayertime.New(apia, in, prayertime.Params{Method: named("karachi")})
	if err != nil {
		t.Fatal(err)
	}
	moment, err := calculator.At(time.Date(2011, 12, 31, 2, 0, 0, 0, in))
	if err != nil || moment.Current != prayertime.Isha || moment.Start.Day() != 29 {
		t.Errorf("in the first night after it: %+v, %v", moment, err)
	}
}

func TestOffsetsWithSecondsGiveFullLocalMinutes(t *testing.T) {
	day := compute(t, prayertime.Place{Latitude: 52.37, Longitude: 4.9}, "1925-03-01", "Europe/Amsterdam",
		prayertime.Params{Method: named("karachi")}) // UTC+00:19:32 then
	for i, at := range times(day) {
		if at.Second() != 0 {
			t.Errorf("%s at %s", events[i], at.Format("15:04:05"))
		}
	}
}

func TestUmmAlQuraIshaInRamadan(t *testing.T) {
	makkah := prayertime.Place{Latitude: 21.427009, Longitude: 39.828685}
	for on, want := range map[string]time.Duration{
		"2026-02-17": 90 * time.Minute,  // 29 Shaban 1447
		"2026-02-18": 120 * time.Minute, // 1 Ramadan
		"2026-03-19": 120 * time.Minute, // 30 Ramadan
		"2026-03-20": 90 * time.Minute,  // Eid
	} {
		day := compute(t, makkah, on, "Asia/Riyadh", prayertime.Params{Method: named("umm_al_qura")})
		if got := day.Isha.Sub(day.Maghrib); got != want {
			t.Errorf("%s: isha %v after maghrib, want %v", on, got, want)
		}
	}
	qatar := compute(t, makkah, "2026-02-20", "Asia/Qatar", prayertime.Params{Method: named("qatar")})
	if got := qatar.Isha.Sub(qatar.Maghrib); got != 90*time.Minute {
		t.Errorf("qatar in Ramadan: %v", got)
	}
}

func TestAdjustmentsOfOnesOwnComeBesidesTheMethods(t *testing.T) {
	plain := compute(t, karachi, "2026-05-01", "Asia/Karachi", prayertime.Params{Method: named("karachi")})
	moved := compute(t, karachi, "2026-05-01", "Asia/Karachi", prayertime.Params{Method: named("karachi"),
		Adjustments:  prayertime.Minutes{Fajr: -2, Sunrise: -1, Dhuhr: 4, Asr: 1, Maghrib: 3, Isha: 5},
		ImsakMinutes: 5,
	})
	for i, want := range []time.Duration{-2, -1, 4, 1, 3, 5} {
		if got := times(moved)[i].Sub(times(plain)[i]); got != want*time.Minute {
			t.Errorf("%s moved by %v, want %d minutes", events[i], got, want)
		}
	}
	if got := moved.Fajr.Sub(moved.Imsak); got != 5*time.Minute {
		t.Errorf("imsak %v before fajr", got)
	}
	if !moved.Sunset.Equal(plain.Sunset) {
		t.Error("the sun itself was moved")
	}
}

func TestAdjustmentsThatUndoTheOrderAreRefused(t *testing.T) {
	_, err := prayertime.Compute(karachi, date(t, "2026-05-01"), zone(t, "Asia/Karachi"), prayertime.Params{Method: named("karachi"),
		Adjustments: prayertime.Minutes{Asr: 120, Maghrib: -120},
	})
	if !errors.Is(err, prayertime.ErrUnordered) {
		t.Errorf("got %v", err)
	}
}

func TestSingaporeIsRoundedUp(t *testing.T) {
	place := prayertime.Place{Latitude: 1.3521, Longitude: 103.8198}
	calculator, err := prayertime.New(place, zone(t, "Asia/Singapore"), prayertime.Params{Method: named("singapore")})
	if err != nil {
		t.Fatal(err)
	}
	for day, err := range calculator.Year(2026) {
		if err != nil {
			t.Fatal(err)
		}
		exact := day.Transit.Add(time.Minute)
		if over := day.Dhuhr.Sub(exact); over < 0 || over > time.Minute {
			t.Errorf("%s: dhuhr %v after the minute past noon", day.Date, over)
		}
	}
}

func TestElevationLengthensTheDay(t *testing.T) {
	plain := compute(t, karachi, "2026-05-01", "Asia/Karachi", prayertime.Params{Method: named("karachi")})
	high := karachi
	high.Elevation = 828 // the tower of Dubai, whose residents fast some minutes longer
	lofty := compute(t, high, "2026-05-01", "Asia/Karachi", prayertime.Params{Method: named("karachi")})
	if got := lofty.Maghrib.Sub(plain.Maghrib); got < 4*time.Minute || got > 5*time.Minute {
		t.Errorf("maghrib is later by %v", got)
	}
	if !lofty.Fajr.Equal(plain.Fajr) || !lofty.Dhuhr.Equal(plain.Dhuhr) {
		t.Error("fajr or dhuhr moved")
	}
}

func TestTehranMaghribWaitsForTheRedness(t *testing.T) {
	tehran := prayertime.Place{Latitude: 35.6892, Longitude: 51.389}
	day := compute(t, tehran, "2026-06-01", "Asia/Tehran", prayertime.Params{Method: named("tehran")})
	if got := day.Maghrib.Sub(day.Sunset); got < 15*time.Minute || got > 25*time.Minute {
		t.Errorf("maghrib %v after sunset", got)
	}
}

func TestShafaqMovesTheMoonsightingIsha(t *testing.T) {
	london := prayertime.Place{Latitude: 51.5072, Longitude: -0.1276}
	isha := func(s prayertime.Shafaq) time.Time {
		return compute(t, london, "2026-04-20", "Europe/London",
			prayertime.Params{Method: named("moonsighting_committee"), Shafaq: s}).Isha
	}
	general, ahmer, abyad := isha(prayertime.ShafaqGeneral), isha(prayertime.ShafaqAhmer), isha(prayertime.ShafaqAbyad)
	if !abyad.After(general) || !abyad.After(ahmer) || !general.After(ahmer) {
		t.Errorf("general %s, ahmer %s, abyad %s", general, ahmer, abyad)
	}
}

func TestYearHasEveryDayOnce(t *testing.T) {
	calculator, err := prayertime.New(karachi, zone(t, "Asia/Karachi"), prayertime.Params{Method: named("karachi")})
	if err != nil {
		t.Fatal(err)
	}
	for year, want := range map[int]int{1900: 365, 2000: 366, 2024: 366, 2026: 365, 2100: 365} {
		n, last := 0, prayertime.Date{}
		for day, err := range calculator.Year(year) {
			if err != nil {
				t.Fatal(err)
			}
			if n > 0 && day.Date != last.AddDays(1) {
				t.Fatalf("%s follows %s", day.Date, last)
			}
			n, last = n+1, day.Date
		}
		if n != want || last.Month != time.December || last.Day != 31 {
			t.Errorf("%d: %d days, the last %s", year, n, last)
		}
	}
}

func TestDaysInARowAreTheSameAsOneByOne(t *testing.T) {
	for _, tc := range []struct {
		place prayertime.Place
		in    string
		from  string
	}{
		{karachi, "Asia/Karachi", "2026-01-01"},
		{tromso, "Europe/Oslo", "2026-01-01"},
		{prayertime.Place{Latitude: -13.83, Longitude: -171.77}, "Pacific/Apia", "2011-12-20"},
	} {
		params := prayertime.Params{Method: named("moonsighting_committee")}
		calculator, err := prayertime.New(tc.place, zone(t, tc.in), params)
		if err != nil {
			t.Fatal(err)
		}
		on := date(t, tc.from)
		for day, err := range calculator.Days(on, 400) {
			alone, errAlone := calculator.Day(on)
			if (err == nil) != (errAlone == nil) || !reflect.DeepEqual(day, alone) {
				t.Errorf("%s: in a row %v, %v; alone %v, %v", on, day, err, alone, errAlone)
			}
			on = on.AddDays(1)
		}
	}
}
