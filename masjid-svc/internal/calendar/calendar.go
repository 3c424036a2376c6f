// Package calendar writes prayer times as an iCalendar feed (RFC 5545), to which phone calendars subscribe.
package calendar

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	ics "github.com/arran4/golang-ical"

	"github.com/salaatflow/platform/masjid-svc/internal/prayers"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

// ContentType is the content type of a feed.
const ContentType = "text/calendar; charset=utf-8"

const (
	// lasts is how long an event is shown.
	lasts = 15 * time.Minute
	// refresh is how often a calendar should look for changes. The feed says so by the property of RFC 7986 and by the
	// widely read one before it.
	refresh = "PT12H"
)

// Options are the options of a feed.
type Options struct {
	// Now is when the feed is written.
	Now time.Time
	// AlarmMinutes is how long before each event its alarm is; nil means no alarm.
	AlarmMinutes *int32
}

// Feed returns the feed of days of one place. Events are in universal time, which is right across daylight saving and
// for a phone that is elsewhere. An event always has the same UID. Within one UTC day the feed is always the same,
// unless the times change.
func Feed(days []prayers.Day, options Options) []byte {
	feed := ics.NewCalendarFor("SalaatFlow//Prayer times")
	feed.SetMethod(ics.MethodPublish)
	if len(days) > 0 {
		name := "Prayer times: " + title(days[0].Place)
		feed.SetName(name)
		feed.SetXWRCalName(name)
		feed.SetXWRTimezone(days[0].Zone.String())
	}
	feed.SetRefreshInterval(refresh)
	feed.SetXPublishedTTL(refresh)
	for _, day := range days {
		w := writer{feed, options, day, key(day)}
		w.writeDay()
	}
	return []byte(feed.Serialize(ics.WithNewLineWindows))
}

// title names a place in one line. The library escapes \n, but would let a \r end the line.
func title(p prayers.Place) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, titleOf(p))
}

func titleOf(p prayers.Place) string {
	switch {
	case p.Masjid != nil:
		return p.Masjid.Name
	case p.Area != "" && p.City != "":
		return p.Area + ", " + p.City
	case p.City != "":
		return p.City
	default:
		return coordinates(p.Point.Latitude) + ", " + coordinates(p.Point.Longitude)
	}
}

func coordinates(degrees float64) string { return strconv.FormatFloat(degrees, 'f', -1, 64) }

// key distinguishes the events of a place, computed in one way, from all others.
func key(day prayers.Day) string {
	place := fmt.Sprintf("%.5f,%.5f", day.Point.Latitude, day.Point.Longitude)
	if day.Masjid != nil {
		place = fmt.Sprintf("masjid %d", day.Masjid.ID)
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{
		place, day.Params.Method.Name, string(day.Params.Asr), string(day.Params.HighLatitude),
	}, "|")))
	return hex.EncodeToString(sum[:8])
}

// writer writes the events of a day.
type writer struct {
	feed    *ics.Calendar
	options Options
	day     prayers.Day
	key     string
}

func (w writer) writeDay() {
	for _, p := range prayertime.Prayers() {
		if p == prayertime.Dhuhr && len(w.day.Jummahs) > 0 {
			w.writeJummahs()
			continue
		}
		at, _ := w.day.Shown(p)
		w.write(strings.ToLower(p.String()), p.String(), at, w.describe(p))
	}
}

func (w writer) writeJummahs() {
	for i, at := range w.day.Jummahs {
		name := "Jumu'ah"
		if len(w.day.Jummahs) > 1 {
			name += " " + strconv.Itoa(i+1)
		}
		w.write("jummah-"+strconv.Itoa(i+1), name, at, "Dhuhr begins at "+clock(w.day.Dhuhr)+".")
	}
}

// describe returns when a prayer's time begins, and anything unexpected about it.
func (w writer) describe(p prayertime.Prayer) string {
	text := []string{"Begins at " + clock(w.day.Start(p)) + "."}
	if at := w.day.Jamaat[p]; !at.IsZero() {
		text = append(text, "Jamaat at "+clock(at)+".")
	}
	if p == prayertime.Fajr {
		text = append(text, "Sunrise at "+clock(w.day.Sunrise)+".")
	}
	for _, note := range w.day.Notes {
		if note.Prayer == p || note.Prayer == prayertime.NoPrayer {
			text = append(text, "Note: "+note.String()+".")
		}
	}
	return strings.Join(text, " ")
}

func clock(t time.Time) string { return t.Format(prayers.HoursMinutes) }

func (w writer) write(id, name string, at time.Time, description string) {
	event := w.feed.AddEvent(w.day.Date.String() + "-" + id + "-" + w.key + "@salaatflow")
	event.SetDtStampTime(w.options.Now.UTC().Truncate(24 * time.Hour))
	event.SetStartAt(at)
	event.SetEndAt(at.Add(lasts))
	event.SetSummary(name)
	event.SetDescription(description)
	event.SetTimeTransparency(ics.TransparencyTransparent)
	event.SetLocation(title(w.day.Place))
	event.SetGeo(coordinates(w.day.Point.Latitude), coordinates(w.day.Point.Longitude))
	if w.options.AlarmMinutes != nil {
		alarm := event.AddAlarm()
		alarm.SetAction(ics.ActionDisplay)
		alarm.SetTrigger(fmt.Sprintf("-PT%dM", *w.options.AlarmMinutes))
		alarm.SetDescription(name)
	}
}
