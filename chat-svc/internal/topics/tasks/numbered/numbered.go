// Package numbered reads the numbers by which a message says a day of the month, or how many are meant.
package numbered

import (
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
)

// Talk is a turn that may speak of numbers.
type Talk struct{ tasks.Talk }

// DayInMonthOf returns the day of the month of a due date which the message says instead, and nothing else; nil for none. Where there is no
// due date, it is the next such day, if the message says that it counts days: "no, the 6th", "nahi 6 ko".
func (t Talk) DayInMonthOf(due *string) *string {
	rest, _ := t.Words.BesideNumber()
	onlyNumber := (len(rest) == 1 || len(rest) == 2) && len(t.Words.Folded) > 1
	ofAnother := t.Detected.Intent != detect.Unknown || t.Words.MentionsTasks() || t.Words.SaysToo()
	ofClock := tasks.HasClock(due) && t.Words.SaysNumber() && !t.Words.SaysDate() // 6, not the 6th
	if !onlyNumber || ofAnother || ofClock {
		return nil
	}
	if due == nil {
		return t.nextDayOfMonth(rest[0])
	}
	day, _, _ := strings.Cut(*due, "T")
	was, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return nil
	}
	meant := t.dayIn(was.Month(), rest[0])
	if len(rest) == 2 && meant != nil && *meant == day {
		meant = t.dayIn(was.Month(), rest[1]) // 10 nahi 12
	}
	if meant != nil && *meant == day {
		return nil
	}
	return meant
}

// nextDayOfMonth returns the next day that is the one of a month which is said, where the message says that it is one.
func (t Talk) nextDayOfMonth(said string) *string {
	if !words.SaysDayOfMonth(t.Input.Text) {
		return nil
	}
	for _, month := range []time.Month{t.Now.Month(), t.Now.Month()%12 + 1} {
		meant := t.dayIn(month, said)
		if meant == nil {
			continue
		}
		if at, err := time.Parse(time.DateOnly, *meant); err == nil && at.Before(t.Now.AddDate(0, 2, 0)) {
			return meant
		}
	}
	return nil
}

// dayIn returns the day of a month that is said, nil for none.
func (t Talk) dayIn(month time.Month, said string) *string {
	inMonth := detect.Input{Text: said + " " + month.String(), Now: t.Now, Zone: t.Person.Zone()}
	if meant := t.Detector.Fragment(inMonth, detect.UpdateTask).Slots.Due; meant != nil && !tasks.HasClock(meant) {
		return meant
	}
	return nil
}

// NumberSaid returns the number that a text is, also where only what follows it tells that it is none of the words spelled like it: che
// baje.
func (t Talk) NumberSaid(said string) (int, bool) {
	if number, ok := t.Detector.Number(said); ok {
		return number, true
	}
	due := t.Detector.Fragment(detect.Input{Text: said + " baje", Now: t.Now, Zone: t.Person.Zone()}, detect.UpdateTask).Slots.Due
	if !tasks.HasClock(due) || len(strings.Fields(said)) > 1 {
		return 0, false
	}
	at, err := time.Parse(tasks.DateTimeLayout, *due)
	return (at.Hour()+11)%12 + 1, err == nil && at.Minute() == 0
}

// AskedOfOne reports whether the last request was about one task, whether it is done.
func (t Talk) AskedOfOne() bool {
	last := t.State.Last
	return last.Intent == detect.ListTasks && last.Slots.TaskID != nil && int(t.State.Task.ID) == *last.Slots.TaskID
}
