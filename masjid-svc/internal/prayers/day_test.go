package prayers_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/masjid-svc/internal/directory"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/internal/prayers"
	"github.com/salaatflow/platform/masjid-svc/internal/store"
	"github.com/salaatflow/platform/masjid-svc/internal/zones"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// service knows one masjid, with the id 1, in Clifton, with these rules.
func service(t *testing.T, rules string, now time.Time) *prayers.Service {
	t.Helper()
	jamaat, err := masjids.ParseJamaat(rules)
	if err != nil {
		t.Fatal(err)
	}
	places, err := gazetteer.New()
	if err != nil {
		t.Fatal(err)
	}
	clock := clockwork.NewFakeClockAt(now)
	known := directory.New(directory.Options{
		Store: store.New(sqltest.SQLite().Open(t, store.Schema())), Places: places, Clock: clock, Logger: slog.New(slog.DiscardHandler),
		Refresh: time.Minute, Defaults: []masjids.Masjid{{
			Source: "test", SourceRef: "1", Name: "Masjid", Area: "Clifton", City: "Karachi", Latitude: 24.8138, Longitude: 67.0311,
			Accuracy: masjids.Exact, Timezone: "Asia/Karachi", Jamaat: jamaat,
		}},
	})
	if err := known.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	return &prayers.Service{
		Directory: known, Places: places, Zone: zones.At, Hijri: prayertime.DefaultHijriCalendar, Clock: clock,
		Log: slog.New(slog.DiscardHandler),
	}
}

// friday is in November, when Fajr begins at 05:32 and Isha at 19:03 in Clifton.
var friday = time.Date(2026, 11, 20, 5, 0, 0, 0, time.UTC)

func clocks(day prayers.Day) string {
	var all []string
	for _, p := range prayertime.Prayers() {
		at, isJamaat := day.Shown(p)
		text := at.Format(prayers.HoursMinutes)
		if isJamaat {
			text += "*"
		}
		all = append(all, text)
	}
	for _, at := range day.Jummahs {
		all = append(all, "J"+at.Format(prayers.HoursMinutes))
	}
	return strings.Join(all, " ")
}

func TestJamaatIsShownWhereItIsGivenAndNeverBeforeTheAdhan(t *testing.T) {
	for name, c := range map[string]struct{ rules, date, want string }{
		"no rules":            {"", "2026-11-20", "05:32 12:18 16:07 17:43 19:03"},
		"clock and adhan":     {"fajr=06:00; maghrib=+5", "2026-11-20", "06:00* 12:18 16:07 17:48* 19:03"},
		"a clock too early":   {"fajr=05:00", "2026-11-20", "05:32* 12:18 16:07 17:43 19:03"},
		"a clock too late":    {"fajr=07:00", "2026-11-20", "07:00* 12:18 16:07 17:43 19:03"},
		"only in a range":     {"isha@2026-11-21..2026-11-22=20:30", "2026-11-20", "05:32 12:18 16:07 17:43 19:03"},
		"within the range":    {"isha=20:00; isha@2026-11-19..2026-11-22=20:30", "2026-11-20", "05:32 12:18 16:07 17:43 20:30*"},
		"Jumu'ah on a Friday": {"jummah=13:15; jummah_2=+105", "2026-11-20", "05:32 12:18 16:07 17:43 19:03 J13:15 J14:03"},
		"none on a Saturday":  {"jummah=13:15", "2026-11-21", "05:33 12:19 16:07 17:43 19:03"},
		"Isha after midnight": {"isha=00:15", "2026-11-20", "05:32 12:18 16:07 17:43 00:15*"},
		"all of them by a clock": {"fajr=06:15; dhuhr=13:15; asr=16:45; maghrib=17:50; isha=20:00", "2026-11-20",
			"06:15* 13:15* 16:45* 17:50* 20:00*"},
	} {
		t.Run(name, func(t *testing.T) {
			day, err := service(t, c.rules, friday).Day(t.Context(), prayers.Question{MasjidID: 1}, c.date)
			if err != nil || clocks(day) != c.want {
				t.Errorf("%s, %v, want %s", clocks(day), err, c.want)
			}
			if outside := strings.HasPrefix(name, "a clock too"); outside != (len(day.Remarks) == 1) {
				t.Errorf("remarks %q", day.Remarks)
			}
		})
	}
}

func TestAnAreaHasTheTimesOfItsFirstMasjidThatGivesSome(t *testing.T) {
	for rules, want := range map[string]prayers.Location{
		"": prayers.AtAreaCentre, "jummah=13:30": prayers.AtAreaCentre, "fajr=06:00": prayers.AtMasjid,
	} {
		day, err := service(t, rules, friday).Day(t.Context(), prayers.Question{Area: "clifton"}, "")
		if err != nil || day.Location != want || (day.Masjid != nil) != (want == prayers.AtMasjid) || day.Area != "Clifton" {
			t.Errorf("%q: %+v, %v, want %s", rules, day.Place, err, want)
		}
	}
}

func TestAClockTimeIsTheMasjidsInWhateverZoneItIsAsked(t *testing.T) {
	day, err := service(t, "fajr=06:00", friday).Day(t.Context(), prayers.Question{MasjidID: 1, Timezone: "UTC"}, "2026-11-20")
	if err != nil || day.Jamaat[prayertime.Fajr].Format(time.RFC3339) != "2026-11-20T01:00:00Z" {
		t.Errorf("%v, %v", day.Jamaat, err)
	}
}

func TestTheNextJamaatIsThatOfItsOwnDate(t *testing.T) {
	s := service(t, "fajr=06:00; fajr@2026-11-21..2026-11-21=06:10", time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)) // 23:00
	moment, err := s.Now(t.Context(), prayers.Question{MasjidID: 1})
	if err != nil || moment.Next != prayertime.Fajr || moment.NextJamaat.Format(prayers.HoursMinutes) != "06:10" {
		t.Errorf("%v, %v", moment.NextJamaat, err)
	}
}

func TestPhrase(t *testing.T) {
	for d, want := range map[time.Duration]string{
		time.Second: "1 minute", time.Minute: "1 minute", 61 * time.Second: "2 minutes", time.Hour: "1 hour",
		2*time.Hour + time.Minute: "2 hours 1 minute",
	} {
		if got := prayers.Phrase(d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
}

// given returns the service of one masjid in Clifton, with the id 1, with rules and a timetable.
func given(t *testing.T, rules string, now time.Time, days map[string]string) *prayers.Service {
	t.Helper()
	s := service(t, rules, now)
	err := s.Directory.Store.ImportTimetable(t.Context(), func(add func(masjids.TimetableDay) (masjids.Outcome, error)) error {
		for text, times := range days {
			date, err := prayertime.ParseDate(text)
			if err != nil {
				return err
			}
			parsed, err := masjids.ParseTimes(times)
			if err != nil {
				return err
			}
			if _, err := add(masjids.TimetableDay{MasjidID: 1, Date: date, Times: parsed}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const ownTimes = "fajr=05:40; sunrise=07:00; dhuhr=12:30; asr=16:10; maghrib=17:50; isha=19:15"

func TestAMasjidsOwnTimetableGoesBeforeTheComputation(t *testing.T) {
	s := given(t, "fajr=+20; jummah=13:15", friday, map[string]string{
		"2026-11-20": ownTimes + "; isha_jamaat=20:00; jummah=13:30; jummah_2=14:15",
		"2026-11-21": "fajr_jamaat=06:10",
		"2026-11-22": strings.Replace(ownTimes, "fajr=05:40; sunrise=07:00", "fajr=07:10", 1), // after the computed sunrise
		"2026-11-23": strings.Replace(ownTimes, "isha=19:15", "isha=00:10", 1),
	})
	for date, want := range map[string]struct {
		source prayers.StartSource
		shown  string
	}{
		"2026-11-19": {prayers.Computed, "05:51* 12:18 16:08 17:43 19:03"},
		"2026-11-20": {prayers.Timetable, "06:00* 12:30 16:10 17:50 20:00* J13:30 J14:15"},
		"2026-11-21": {prayers.Computed, "06:10* 12:19 16:07 17:43 19:03"},
		"2026-11-22": {prayers.Computed, "05:53* 12:19 16:07 17:43 19:02"},
		"2026-11-23": {prayers.Timetable, "06:00* 12:30 16:10 17:50 00:10"},
	} {
		day, err := s.Day(t.Context(), prayers.Question{MasjidID: 1}, date)
		if err != nil || day.Source != want.source || clocks(day) != want.shown {
			t.Errorf("%s: %s %s, %v, want %+v", date, day.Source, clocks(day), err, want)
		}
		if (len(day.Remarks) > 0) != (date == "2026-11-22") {
			t.Errorf("%s: remarks %q", date, day.Remarks)
		}
	}
	day, err := s.Day(t.Context(), prayers.Question{MasjidID: 1}, "2026-11-20")
	if err != nil || day.Imsak.Format(prayers.HoursMinutes) != "05:30" || day.Sunrise.Format(prayers.HoursMinutes) != "07:00" ||
		day.Midnight.Format(prayers.HoursMinutes) != "23:42" {
		t.Errorf("imsak %v, sunrise %v, midnight %v, %v", day.Imsak, day.Sunrise, day.Midnight, err)
	}
	days, err := s.Days(t.Context(), prayers.Question{MasjidID: 1}, "2026-11-19", 5)
	if err != nil || len(days) != 5 || clocks(days[1]) != clocks(day) || days[4].Source != prayers.Timetable {
		t.Errorf("%d days, %v", len(days), err)
	}
}

func TestTheCurrentPrayerIsThatOfTheTimetable(t *testing.T) {
	for at, want := range map[string]struct{ current, next, jamaat string }{
		"2026-11-20T05:35:00+05:00": {"Isha", "Fajr", "05:55"},
		"2026-11-20T05:40:00+05:00": {"Fajr", "Dhuhr", ""},
		"2026-11-20T06:58:00+05:00": {"Fajr", "Dhuhr", ""},
		"2026-11-20T12:25:00+05:00": {"", "Dhuhr", ""},
		"2026-11-20T19:10:00+05:00": {"Maghrib", "Isha", "20:00"},
		"2026-11-20T23:59:00+05:00": {"Isha", "Fajr", "05:48"},
	} {
		now, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		s := given(t, "fajr=+15", now, map[string]string{"2026-11-20": ownTimes + "; isha_jamaat=20:00"})
		moment, err := s.Now(t.Context(), prayers.Question{MasjidID: 1})
		jamaat := ""
		if !moment.NextJamaat.IsZero() {
			jamaat = moment.NextJamaat.Format(prayers.HoursMinutes)
		}
		if err != nil || moment.Current.String() != want.current || moment.Next.String() != want.next || jamaat != want.jamaat ||
			moment.Source != prayers.Timetable {
			t.Errorf("%s: %s, next %s at %s, %s, %v, want %+v", at, moment.Current, moment.Next, jamaat, moment.Source, err, want)
		}
	}
}

func TestTodaysTimesOfAMasjidAreThoseOfItsTimetable(t *testing.T) {
	s := given(t, "isha=20:30", friday, map[string]string{"2026-11-20": "fajr_jamaat=06:05"})
	all, err := s.Directory.Store.Get(t.Context(), []int32{1})
	if err != nil {
		t.Fatal(err)
	}
	today, err := s.Today(t.Context(), all...)
	if err != nil || *today[0][masjids.Fajr] != "06:05" || *today[0][masjids.Isha] != "20:30" || today[0][masjids.Asr] != nil {
		t.Errorf("%v, %v", today, err)
	}
}
