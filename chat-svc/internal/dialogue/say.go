package dialogue

import (
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
)

// Say sets the answer's message from the catalogue.
func (t *Turn) Say(key string, args messages.Args) { t.Answer.Message = t.Book.Say(key, args) }

// SayAnew sets the answer's message to what was not said the last time that it was the answer, where there are several ways to say it.
func (t *Turn) SayAnew(key string, args messages.Args) {
	t.Answer.Message = t.Book.SayTime(key, t.State.Said[key], args)
	if t.State.Said == nil {
		t.State.Said = map[string]int{}
	}
	t.State.Said[key]++
}

// Add adds a sentence to the answer.
func (t *Turn) Add(key string, args messages.Args) { t.Answer.Message += " " + t.Book.Say(key, args) }

// Item returns the arguments of messages about a task or masjid.
func Item(of conversation.Item) messages.Args {
	return messages.Args{"id": of.ID, "title": messages.Data(of.Name)}
}

// Joined joins the parts that are not empty, one per line.
func Joined(parts ...string) string {
	var there []string
	for _, part := range parts {
		if part != "" {
			there = append(there, part)
		}
	}
	return strings.Join(there, "\n")
}

// IsUrdu reports whether the answer is in Urdu script.
func (t *Turn) IsUrdu() bool { return t.Book.Language == detect.Urdu }

// PrayerAt returns a prayer with its time of day, HH:MM, in words.
func (t *Turn) PrayerAt(prayer, clock string) string {
	return t.Book.Say("prayer_time", messages.Args{"prayer": t.Book.Prayer(prayer), "clock": t.Book.PrayerClockText(prayer, clock)})
}

// DayOf returns a date from a tool's result as the day on which something is.
func (t *Turn) DayOf(date string) string { return t.DayFrom(date, t.Now) }

// DayFrom is DayOf as seen from a time, in whose zone the date is.
func (t *Turn) DayFrom(date string, now time.Time) string {
	at, err := time.ParseInLocation(time.DateOnly, date, now.Location())
	if err != nil {
		return date
	}
	return t.Book.On(at, now)
}

// DateOf returns a date from a tool's result in words.
func (t *Turn) DateOf(date string) string {
	at, err := time.ParseInLocation(time.DateOnly, date, t.Now.Location())
	if err != nil {
		return date
	}
	return t.Book.Date(at, t.Now)
}

// CalendarDateOf returns a date from a tool's result as the calendar has it, and not as tomorrow.
func (t *Turn) CalendarDateOf(date string) string {
	at, err := time.ParseInLocation(time.DateOnly, date, t.Now.Location())
	if err != nil {
		return date
	}
	return t.Book.CalendarDate(at, t.Now)
}

// TextOf returns the text, or an empty string for nil.
func TextOf(value *string) string {
	if value == nil {
		return ""
	}
	return *value
}

// NumberOf returns the number, or 0 for nil.
func NumberOf(number *int) int {
	if number == nil {
		return 0
	}
	return *number
}
