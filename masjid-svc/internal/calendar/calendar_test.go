package calendar_test

import (
	"bytes"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	ics "github.com/arran4/golang-ical"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/masjid-svc/internal/calendar"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/internal/prayers"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

var now = time.Date(2026, 3, 27, 20, 0, 0, 0, time.UTC)

// days returns n days in London from a Friday on, two days before the clocks go forward.
func days(t *testing.T, n int, masjid *masjids.Masjid) []prayers.Day {
	t.Helper()
	london, err := time.LoadLocation("Europe/London")
	if err != nil {
		t.Fatal(err)
	}
	method, err := prayertime.MethodNamed("moonsighting_committee")
	if err != nil {
		t.Fatal(err)
	}
	calculator, err := prayertime.New(prayertime.Place{Latitude: 51.5074, Longitude: -0.1278}, london, prayertime.Params{Method: method})
	if err != nil {
		t.Fatal(err)
	}
	var all []prayers.Day
	for computed, err := range calculator.Days(prayertime.Date{Year: 2026, Month: time.March, Day: 27}, n) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, prayers.Day{
			Place:  prayers.Place{Masjid: masjid, City: "London", Point: gazetteer.Point{Latitude: 51.5074, Longitude: -0.1278}, Zone: london},
			Day:    computed,
			Params: calculator.Params(),
		})
	}
	return all
}

func parse(t *testing.T, feed []byte) *ics.Calendar {
	t.Helper()
	parsed, err := ics.ParseCalendar(bytes.NewReader(feed))
	if err != nil {
		t.Fatalf("%v in\n%s", err, feed)
	}
	return parsed
}

func value(event *ics.VEvent, property ics.ComponentProperty) string {
	if found := event.GetProperty(property); found != nil {
		return found.Value
	}
	return ""
}

func TestEventsAreAtTheirInstantAcrossDaylightSaving(t *testing.T) {
	all := days(t, 4, nil)
	events := parse(t, calendar.Feed(all, calendar.Options{Now: now})).Events()
	if len(events) != 4*5 {
		t.Fatalf("%d events", len(events))
	}
	ids := map[string]bool{}
	for i, event := range events {
		p := prayertime.Prayers()[i%5]
		want := all[i/5].Start(p)
		start, err := event.GetStartAt()
		if err != nil || !start.Equal(want) || value(event, ics.ComponentPropertySummary) != p.String() {
			t.Errorf("event %d: %s at %v, %v, want %s at %v", i, value(event, ics.ComponentPropertySummary), start, err, p, want)
		}
		if end, err := event.GetEndAt(); err != nil || end.Sub(start) != 15*time.Minute || len(event.Alarms()) > 0 {
			t.Errorf("event %d ends at %v, %v", i, end, err)
		}
		if !strings.Contains(value(event, ics.ComponentPropertyDescription), "Begins at "+want.Format("15:04")) {
			t.Errorf("event %d: %q", i, value(event, ics.ComponentPropertyDescription))
		}
		ids[event.Id()] = true
	}
	if len(ids) != len(events) {
		t.Errorf("%d UIDs of %d events", len(ids), len(events))
	}
}

func TestAnEventKeepsItsUIDAndAFeedItsText(t *testing.T) {
	first := calendar.Feed(days(t, 3, nil), calendar.Options{Now: now})
	if again := calendar.Feed(days(t, 3, nil), calendar.Options{Now: now.Add(3 * time.Hour)}); !bytes.Equal(first, again) {
		t.Errorf("hours later it is\n%s\nwas\n%s", again, first)
	}
	later := parse(t, calendar.Feed(days(t, 3, nil)[1:], calendar.Options{Now: now.AddDate(0, 0, 1)})).Events()
	if was := parse(t, first).Events()[5]; later[0].Id() != was.Id() {
		t.Errorf("the UID %s was %s", later[0].Id(), was.Id())
	}
	masjid := &masjids.Masjid{ID: 3, Name: "Masjid"}
	other := parse(t, calendar.Feed(days(t, 1, masjid), calendar.Options{Now: now})).Events()
	if other[0].Id() == parse(t, first).Events()[0].Id() {
		t.Error("a masjid's events have the UIDs of its city's")
	}
}

func TestJamaatJummahAlarmsAndNamesWithSigns(t *testing.T) {
	masjid := &masjids.Masjid{ID: 3, Name: "Masjid; Noor, \\ \"جامع مسجد نور\" with a name so long that its line must be folded twice"}
	all := days(t, 1, masjid)
	isha := all[0].Isha.Add(10 * time.Minute)
	all[0].Jamaat = map[prayertime.Prayer]time.Time{prayertime.Isha: isha}
	all[0].Jummahs = []time.Time{all[0].Dhuhr.Add(time.Hour), all[0].Dhuhr.Add(2 * time.Hour)}
	minutes := int32(10)
	feed := calendar.Feed(all, calendar.Options{Now: now, AlarmMinutes: &minutes})
	var names []string
	events := parse(t, feed).Events()
	for _, event := range events {
		names = append(names, value(event, ics.ComponentPropertySummary))
		if alarms := event.Alarms(); len(alarms) != 1 || alarms[0].GetProperty(ics.ComponentPropertyTrigger).Value != "-PT10M" {
			t.Errorf("alarms %v", alarms)
		}
		if location := value(event, ics.ComponentPropertyLocation); location != masjid.Name {
			t.Errorf("location %q", location)
		}
	}
	if got := strings.Join(names, ", "); got != "Fajr, Jumu'ah 1, Jumu'ah 2, Asr, Maghrib, Isha" {
		t.Errorf("events %s", got)
	}
	last := events[len(events)-1]
	if start, err := last.GetStartAt(); err != nil || !start.Equal(isha) ||
		!strings.Contains(value(last, ics.ComponentPropertyDescription), "Jamaat at "+isha.Format("15:04")) {
		t.Errorf("isha at %v, %v: %s", start, err, value(last, ics.ComponentPropertyDescription))
	}
	for line := range bytes.Lines(feed) {
		if !bytes.HasSuffix(line, []byte("\r\n")) || len(line) > 77 {
			t.Errorf("the line %q", line)
		}
	}
}

// No name of a place can end a line of the feed and so begin a property or an event.
func TestANameIsOneLineOfTheFeed(t *testing.T) {
	for _, sign := range []string{"\r\n", "\r", "\n", "\u0085", "\u2028", "\x00"} {
		masjid := &masjids.Masjid{ID: 1, Name: "Masjid" + sign + "END:VEVENT" + sign + "ATTACH:https://example.org;,\\",
			Timezone: "Europe/London"}
		feed := calendar.Feed(days(t, 1, masjid), calendar.Options{Now: now})
		for _, line := range strings.FieldsFunc(string(feed), func(r rune) bool { return strings.ContainsRune("\r\n\u0085\u2028\x00", r) }) {
			if strings.HasPrefix(line, "ATTACH") {
				t.Fatalf("%q begins a property:\n%s", sign, feed)
			}
		}
		if events := parse(t, feed).Events(); len(events) != 5 || !strings.Contains(value(events[0], ics.ComponentPropertyLocation), "ATTACH") {
			t.Errorf("%q: %d events", sign, len(events))
		}
	}
}
