package calendar_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-ical"

	"github.com/salaatflow/platform/tasks-svc/internal/calendar"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

var made = time.Date(2026, 11, 21, 5, 0, 0, 0, time.UTC)

func reader(t *testing.T, language string) calendar.Reader {
	t.Helper()
	karachi, err := time.LoadLocation("Asia/Karachi")
	if err != nil {
		t.Fatal(err)
	}
	return calendar.Reader{Zone: karachi, Language: language}
}

// parsed is a feed as another program than the one that wrote it reads it.
func parsed(t *testing.T, feed []byte) *ical.Calendar {
	t.Helper()
	decoder := ical.NewDecoder(bytes.NewReader(feed))
	read, err := decoder.Decode()
	if err != nil {
		t.Fatalf("%v in\n%s", err, feed)
	}
	if _, err := decoder.Decode(); !errors.Is(err, io.EOF) {
		t.Fatalf("after the calendar comes %v in\n%s", err, feed)
	}
	return read
}

func text(t *testing.T, props ical.Props, name string) string {
	t.Helper()
	prop := props.Get(name)
	if prop == nil {
		return ""
	}
	value, err := prop.Text()
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// timed is a task that is due at 18:30 in Karachi.
func timed(title string) tasks.Occurrence {
	at := time.Date(2026, 11, 25, 13, 30, 0, 0, time.UTC)
	return tasks.Occurrence{
		Task: tasks.Task{
			UserID: 7, ID: 3, Title: title, Priority: tasks.High, Category: "quran", CreatedAt: made, UpdatedAt: made.Add(90 * time.Second),
		},
		Day: time.Date(2026, 11, 25, 0, 0, 0, 0, time.UTC), DayStarts: time.Date(2026, 11, 24, 19, 0, 0, 0, time.UTC), At: at, RemindsAt: at,
	}
}

func TestAFeedReadsAsItWasMeant(t *testing.T) {
	const title = `Read «سورۃ الکہف»; then, "rest" \ {id}: a title so long that the line must be folded, میں ایک لمبی سطر ہوں جسے تہہ کرنا ہے`
	o := timed(title)
	o.Task.Description, o.Task.LinkedPrayer = "first line\r\nsecond, line\rthird\n", "Asr"
	feed := calendar.Feed([]tasks.Occurrence{o}, reader(t, "ur"))
	read := parsed(t, feed)
	if name := text(t, read.Props, "X-WR-CALNAME"); name != "SalaatFlow کے کام" || text(t, read.Props, "X-WR-TIMEZONE") != "Asia/Karachi" {
		t.Errorf("the calendar is %s", name)
	}
	if every, err := read.Props.Get("REFRESH-INTERVAL").Duration(); err != nil || every != time.Hour {
		t.Errorf("it is to be read every %v, %v", every, err)
	}
	if values := read.Props.Get("REFRESH-INTERVAL").Params["VALUE"]; len(values) != 1 {
		t.Errorf("its refresh interval is a value of %v", values)
	}
	events := read.Events()
	if len(events) != 1 || read.Props.Get("METHOD") != nil {
		t.Fatalf("%d events in\n%s", len(events), feed)
	}
	wantTexts(t, events[0].Props, map[string]string{
		"SUMMARY": title, "DESCRIPTION": "جب عصر کا وقت شروع ہو\nfirst line\nsecond, line\nthird", "TRANSP": "TRANSPARENT", "CATEGORIES": "quran",
	})
	if len(events[0].Children) != 1 {
		t.Fatalf("the alarms are %+v", events[0].Children)
	}
	wantTexts(t, events[0].Children[0].Props, map[string]string{"DESCRIPTION": title, "ACTION": "DISPLAY"})
	if after, err := events[0].Children[0].Props.Get("TRIGGER").Duration(); err != nil || after != 0 {
		t.Errorf("it rings after %v, %v", after, err)
	}
}

func TestAnEventSaysHowFarFromItsPrayerItIs(t *testing.T) {
	o := timed("x")
	o.Task.LinkedPrayer, o.Task.PrayerOffset = "Asr", -10
	event := parsed(t, calendar.Feed([]tasks.Occurrence{o}, reader(t, "en"))).Events()[0]
	wantTexts(t, event.Props, map[string]string{"DESCRIPTION": "10 min before Asr begins"})
}

func wantTexts(t *testing.T, props ical.Props, want map[string]string) {
	t.Helper()
	for name, want := range want {
		if got := text(t, props, name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestAnEventSaysWhenItIsAndWhenItsTaskChanged(t *testing.T) {
	o := timed("x")
	event := parsed(t, calendar.Feed([]tasks.Occurrence{o}, reader(t, "en"))).Events()[0]
	start, err := event.DateTimeStart(time.UTC)
	if end, endErr := event.DateTimeEnd(time.UTC); err != nil || endErr != nil || !start.Equal(o.At) || end.Sub(start) != 15*time.Minute {
		t.Errorf("from %v, %v to %v, %v", start, err, end, endErr)
	}
	for _, name := range []string{"DTSTAMP", "LAST-MODIFIED"} {
		if at, err := event.Props.DateTime(name, time.UTC); err != nil || !at.Equal(o.Task.UpdatedAt) {
			t.Errorf("%s is %v, %v", name, at, err)
		}
	}
	for name, want := range map[string]int{"SEQUENCE": 90, "PRIORITY": 1} {
		if got, err := event.Props.Get(name).Int(); err != nil || got != want {
			t.Errorf("%s is %d, %v, want %d", name, got, err, want)
		}
	}
}

// A task that is due on a day has that date, whatever the zone, and rings when the quiet hours end.
func TestADayIsADateWithAnAlarmInTheMorning(t *testing.T) {
	o := timed("x")
	o.At, o.RemindsAt = time.Time{}, o.DayStarts.Add(7*time.Hour)
	event := parsed(t, calendar.Feed([]tasks.Occurrence{o}, reader(t, "en"))).Events()[0]
	for name, want := range map[string]string{"DTSTART": "20261125", "DTEND": "20261126"} {
		if prop := event.Props.Get(name); prop.Value != want || prop.ValueType() != ical.ValueDate {
			t.Errorf("%s is %+v, want %s", name, prop, want)
		}
	}
	if after, err := event.Children[0].Props.Get("TRIGGER").Duration(); err != nil || after != 7*time.Hour {
		t.Errorf("it rings after %v, %v", after, err)
	}
}

func TestWhatDoesNotRemindDoesNotRing(t *testing.T) {
	o := timed("x")
	o.RemindsAt = time.Time{}
	if event := parsed(t, calendar.Feed([]tasks.Occurrence{o}, reader(t, "en"))).Events()[0]; len(event.Children) != 0 {
		t.Errorf("it rings: %+v", event.Children)
	}
}

func TestAnEventKeepsItsUIDAndADayOfASeriesHasItsOwn(t *testing.T) {
	uid := func(change func(*tasks.Occurrence)) string {
		o := timed("x")
		change(&o)
		return text(t, parsed(t, calendar.Feed([]tasks.Occurrence{o}, reader(t, "en"))).Events()[0].Props, "UID")
	}
	same := uid(func(*tasks.Occurrence) {})
	for name, change := range map[string]func(*tasks.Occurrence){
		"another time":  func(o *tasks.Occurrence) { o.At, o.Day = o.At.AddDate(0, 0, 3), o.Day.AddDate(0, 0, 3) },
		"another title": func(o *tasks.Occurrence) { o.Task.Title, o.Task.UpdatedAt = "y", made.AddDate(0, 0, 1) },
	} {
		if got := uid(change); got != same {
			t.Errorf("%s: the UID is %s, and was %s", name, got, same)
		}
	}
	seen := map[string]string{"": "the task", same: "the task"}
	for name, change := range map[string]func(*tasks.Occurrence){
		"another task":         func(o *tasks.Occurrence) { o.Task.ID = 4 },
		"another user":         func(o *tasks.Occurrence) { o.Task.UserID = 8 },
		"another installation": func(o *tasks.Occurrence) { o.Task.CreatedAt = made.Add(time.Millisecond) },
		"a day of a series":    func(o *tasks.Occurrence) { o.Task.Recurrence = tasks.Daily },
		"the next day of it":   func(o *tasks.Occurrence) { o.Task.Recurrence, o.Day = tasks.Daily, o.Day.AddDate(0, 0, 1) },
	} {
		got := uid(change)
		if other, twice := seen[got]; twice {
			t.Errorf("%s has the UID of %s: %s", name, other, got)
		}
		seen[got] = name
	}
}

// Completing a task does not replace the events of the days to come: calendars would ring anew and lose what was noted.
func TestASeriesKeepsItsEventsWhenATaskIsCompleted(t *testing.T) {
	first := timed("x")
	first.Task.Recurrence = tasks.Daily
	next := first
	next.Task.ID, next.Task.CreatedAt, next.Task.UpdatedAt = 4, made.Add(time.Hour), made.Add(time.Hour)
	next.Task.SeriesID, next.Task.SeriesAt = first.Task.First()
	event := func(o ...tasks.Occurrence) ical.Event {
		return parsed(t, calendar.Feed(o, reader(t, "en"))).Events()[len(o)-1]
	}
	before, after := event(first), event(next)
	for _, name := range []string{"UID", "CREATED"} {
		if was, is := before.Props.Get(name).Value, after.Props.Get(name).Value; is != was {
			t.Errorf("%s was %s, and is %s", name, was, is)
		}
	}
	was, err := before.Props.Get("SEQUENCE").Int()
	is, errAfter := after.Props.Get("SEQUENCE").Int()
	if err != nil || errAfter != nil || is <= was {
		t.Errorf("SEQUENCE was %d, %v, and is %d, %v", was, err, is, errAfter)
	}
	twice := event(first, next)
	if id := text(t, twice.Props, "UID"); id == text(t, before.Props, "UID") {
		t.Errorf("two tasks of one day have the UID %s", id)
	}
}

// No title can end a line of the feed and so begin a property or an event, and no line is longer than 75 octets or ends within a letter.
func TestATextIsOneLineOfTheFeed(t *testing.T) {
	for _, sign := range []string{"\r\n", "\r", "\n", "\u0085", "\u2028", "\x00", "\x7f", "ہ", "\U0001F54B"} {
		o := timed(strings.Repeat("عبادت"+sign, 30) + "END:VEVENT" + sign + "ATTACH:https://example.org;,\\")
		o.Task.Description = o.Task.Title
		feed := calendar.Feed([]tasks.Occurrence{o}, reader(t, "en"))
		for part := range bytes.Lines(feed) {
			content, ended := bytes.CutSuffix(part, []byte("\r\n"))
			if !ended || len(content) > 75 || !utf8.Valid(content) || bytes.ContainsAny(content, "\r\x00\x7f\u0085\u2028") {
				t.Fatalf("%q: the line %q", sign, part)
			}
			if bytes.HasPrefix(part, []byte("ATTACH")) {
				t.Fatalf("%q begins a property:\n%s", sign, feed)
			}
		}
		if events := parsed(t, feed).Events(); len(events) != 1 || !strings.Contains(text(t, events[0].Props, "SUMMARY"), "ATTACH") {
			t.Errorf("%q: %d events", sign, len(events))
		}
	}
}

// The largest feed is less than what one gRPC message may be, 4 MB.
func TestAFeedIsOfBoundedSize(t *testing.T) {
	o := timed(strings.Repeat("\U0001F54B", 200))
	o.Task.Description, o.Task.LinkedPrayer, o.Task.Recurrence = strings.Repeat("\U0001F54B", 2000), "Dhuhr", tasks.Daily
	all := make([]tasks.Occurrence, 1000)
	for i := range all {
		all[i] = o
	}
	if size := len(calendar.Feed(all, reader(t, "ur"))); size > 4<<20 {
		t.Errorf("%d bytes", size)
	}
}
