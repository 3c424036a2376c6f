// Package calendar shows users' tasks in their calendars: as an iCalendar feed (RFC 5545), at private addresses.
package calendar

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	ics "github.com/arran4/golang-ical"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
	"github.com/salaatflow/platform/tasks-svc/internal/words"
)

// ContentType is the content type of a feed.
const ContentType = "text/calendar; charset=utf-8"

const (
	// lasts is how long a task that is due at a time is shown.
	lasts = 15 * time.Minute
	// refresh is how often a calendar should look for changes. The feed says so by the property of RFC 7986 and by the widely read one
	// before it.
	refresh = "PT1H"
	// maxDescription is how much of a task's description is shown, in characters, so that a feed is of bounded size.
	maxDescription = 300
)

// Reader is whose calendar reads a feed.
type Reader struct {
	Zone *time.Location
	// Language is such as ur-Latn.
	Language string
}

// Feed returns the feed of a user's tasks. They are events, because the calendars that subscribe to feeds (Google's, Apple's and
// Outlook's) leave out what is a VTODO; and they take no time, so that nobody seems busy by them. An event that is at a time is in
// universal time, which is right across daylight saving. The feed is the same until a task changes or a day begins.
func Feed(occurrences []tasks.Occurrence, reader Reader) []byte {
	feed := ics.NewCalendarFor("SalaatFlow//Tasks")
	name := words.Calendar(reader.Language)
	feed.SetName(name)
	feed.SetXWRCalName(name)
	feed.SetXWRTimezone(reader.Zone.String())
	feed.SetRefreshInterval(refresh) // which says by itself that it is a duration
	feed.SetXPublishedTTL(refresh)
	seen := map[string]bool{}
	for _, occurrence := range occurrences {
		id := uid(occurrence)
		if seen[id] { // two tasks of a series on one day: one was opened again and moved
			id = fmt.Sprintf("%d-%s", occurrence.Task.ID, id)
		}
		seen[id] = true
		add(feed, id, occurrence, reader)
	}
	return []byte(feed.Serialize(ics.WithNewLineWindows))
}

func add(feed *ics.Calendar, id string, o tasks.Occurrence, reader Reader) {
	event := feed.AddEvent(id)
	_, created := o.Task.First()
	event.SetDtStampTime(o.Task.UpdatedAt) // without a METHOD, that is when it was last changed
	event.SetCreatedTime(created)
	event.SetLastModifiedAt(o.Task.UpdatedAt)
	event.SetSequence(int(o.Task.UpdatedAt.Sub(created) / time.Second)) // no revisions are counted, and this only grows
	starts := o.At
	if o.At.IsZero() {
		starts = o.DayStarts
		event.SetAllDayStartAt(o.Day)
		event.SetAllDayEndAt(o.Day.AddDate(0, 0, 1))
	} else {
		event.SetStartAt(o.At)
		event.SetEndAt(o.At.Add(lasts))
	}
	title := line(o.Task.Title)
	event.SetSummary(title)
	if text := describe(o.Task, reader.Language); text != "" {
		event.SetDescription(text)
	}
	event.SetTimeTransparency(ics.TransparencyTransparent)
	event.SetPriority(priorities[o.Task.Priority])
	if o.Task.Category != "" {
		event.AddCategory(o.Task.Category)
	}
	if o.RemindsAt.IsZero() {
		return
	}
	alarm := event.AddAlarm()
	alarm.SetAction(ics.ActionDisplay)
	alarm.SetTrigger(duration(o.RemindsAt.Sub(starts)))
	alarm.SetDescription(title)
}

// priorities are those of RFC 5545, from 1, the highest, to 9.
var priorities = map[tasks.Priority]int{tasks.High: 1, tasks.Medium: 5, tasks.Low: 9}

// uid is always the same for an occurrence, and another for each: that of a task, and for one that recurs, of its series and the day, so
// that completing a task does not replace the events of the days to come. When the first task was created tells those of several
// installations apart.
func uid(o tasks.Occurrence) string {
	id, created, day := o.Task.ID, o.Task.CreatedAt, ""
	if o.Task.Recurrence != tasks.Once {
		id, created = o.Task.First()
		day = "-" + o.Day.Format("20060102")
	}
	return fmt.Sprintf("%d-%d-%s%s@salaatflow", o.Task.UserID, id, strconv.FormatInt(created.UnixMilli(), 36), day)
}

func describe(task tasks.Task, language string) string {
	var said []string
	if task.LinkedPrayer != "" {
		said = append(said, words.AtPrayer(language, task.LinkedPrayer, task.PrayerOffset))
	}
	if text := []rune(paragraphs(task.Description)); len(text) > maxDescription {
		said = append(said, string(text[:maxDescription-1])+"…")
	} else if len(text) > 0 {
		said = append(said, string(text))
	}
	return strings.Join(said, "\n")
}

// duration writes a time from the start of an event on, at least 0, as RFC 5545 does.
func duration(after time.Duration) string {
	return fmt.Sprintf("PT%dM", int(after/time.Minute))
}

// line makes a text one line. The library escapes a line feed, but would let what else ends a line end one of the feed.
func line(text string) string {
	return strings.Map(func(r rune) rune {
		if isBreak(r) {
			return ' '
		}
		return r
	}, text)
}

// paragraphs lets a text have lines, and ends each by a line feed.
func paragraphs(text string) string {
	lines := strings.Split(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), "\n")
	for i := range lines {
		lines[i] = line(lines[i])
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

func isBreak(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }
