package prayers_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/masjid-svc/internal/directory"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/internal/prayers"
	"github.com/salaatflow/platform/masjid-svc/internal/store"
	"github.com/salaatflow/platform/masjid-svc/internal/zones"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
	"github.com/salaatflow/platform/services/gazetteer"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// service knows one masjid, number 1, in Clifton, with these rules.
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
		Directory: known, Places: places, Zone: zones.At, Hijri: prayertime.DefaultHijriCalendar(), Clock: clock,
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
		"no rules":               {"", "2026-11-20", "05:32 12:18 16:07 17:43 19:03"},
		"clock and adhan":        {"fajr=06:00; maghrib=+5", "2026-11-20", "06:00* 12:18 16:07 17:48* 19:03"},
		"a clock too early":      {"fajr=05:00", "2026-11-20", "05:32* 12:18 16:07 17:43 19:03"},
		"only in a range":        {"isha@2026-11-21..2026-11-22=20:30", "2026-11-20", "05:32 12:18 16:07 17:43 19:03"},
		"within the range":       {"isha=20:00; isha@2026-11-19..2026-11-22=20:30", "2026-11-20", "05:32 12:18 16:07 17:43 20:30*"},
		"Jumu'ah on a Friday":    {"jummah=13:15; jummah_2=+105", "2026-11-20", "05:32 12:18 16:07 17:43 19:03 J13:15 J14:03"},
		"none on a Saturday":     {"jummah=13:15", "2026-11-21", "05:33 12:19 16:07 17:43 19:03"},
		"Isha after midnight":    {"isha=00:15", "2026-11-20", "05:32 12:18 16:07 17:43 00:15*"},
		"all of them by a clock": {"fajr=06:15; dhuhr=13:15; asr=16:45; maghrib=17:50; isha=20:00", "2026-11-20", "06:15* 13:15* 16:45* 17:50* 20:00*"},
	} {
		t.Run(name, func(t *testing.T) {
			day, err := service(t, c.rules, friday).Day(t.Context(), prayers.Question{MasjidID: 1}, c.date)
			if err != nil || clocks(day) != c.want {
				t.Errorf("%s, %v, want %s", clocks(day), err, c.want)
			}
			if early := strings.Contains(c.rules, "fajr=05:00"); early != (len(day.Remarks) > 0) {
				t.Errorf("remarks %q", day.Remarks)
			}
		})
	}
}

func TestAnAreaHasTheTimesOfItsFirstMasjidThatGivesSome(t *testing.T) {
	for rules, want := range map[string]prayers.Location{"": prayers.AtAreaCentre, "jummah=13:30": prayers.AtAreaCentre, "fajr=06:00": prayers.AtMasjid} {
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
		time.Second: "1 minute", time.Minute: "1 minute", 61 * time.Second: "2 minutes", time.Hour: "1 hour", 2*time.Hour + time.Minute: "2 hours 1 minute",
	} {
		if got := prayers.Phrase(d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
}
