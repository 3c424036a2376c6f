// Package making makes the tasks that are asked for. A reminder reminds when it was asked for; what no task can do is said, and nothing of
// it is left out without a word.
package making

import (
	"context"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/topics/prayers"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks/numbered"
	"github.com/salaatflow/platform/language/detect"
)

// Talk is a turn that may ask for a new task.
type Talk struct{ numbered.Talk }

// Create makes the task that is asked for, or one for each of what the message lists: every Monday and Thursday.
func (t Talk) Create(ctx context.Context, slots detect.Slots) {
	if t.asksWhen(ctx, slots) || t.ofTask(ctx, slots) {
		return
	}
	slots = t.putAnew(slots)
	if of := t.State.Task; of.ID != 0 && slots.Due != nil && found(told.OnlyPoints, t.Input.Text) != nil { // what shall I remind you of? it
		slots.Title = &of.Name
		t.make(ctx, slots)
		return
	}
	if !t.makesEach(ctx, slots) {
		t.make(ctx, slots)
	}
}

// putAnew reads a time that is told like that of a prayer as such: at sunset. It returns the slots of the message.
func (t Talk) putAnew(slots detect.Slots) detect.Slots {
	for _, one := range told.Instead {
		if t.Detected.Intent != detect.CreateTask || !one.Pattern.MatchString(t.Input.Text) {
			continue
		}
		in := t.Input
		in.Text = one.Pattern.ReplaceAllString(in.Text, one.As)
		given := t.Detector.Detect(in)
		if given.Intent != detect.CreateTask || given.Slots.DueRelative == nil && given.Slots.LinkedPrayer == nil {
			continue
		}
		t.Detected = given
		if slots = given.Slots; !one.Sunrise {
			return slots
		}
		if slots.DueRelative == nil {
			slots.DueRelative = &detect.DueRelative{Date: dialogue.TextOf(slots.Due)}
		}
		slots.DueRelative.Prayer, slots.LinkedPrayer = prayers.Sunrise, nil
		return slots
	}
	return slots
}

// make makes one task, or says why it does not.
func (t Talk) make(ctx context.Context, slots detect.Slots) {
	cues := t.Detected.Cues
	if cues.Rhythm != "" {
		slots.Recurrence = nil // of what it tells, another one
	}
	hour := t.setTime(&slots)
	if t.refusesTime(slots) {
		return
	}
	undo := t.State.Undo
	t.Talk.Create(ctx, slots)
	if t.State.Undo == undo || !t.Answer.Success {
		return
	}
	t.State.Undo.Reminder = cues.Reminds
	if hour != "" {
		t.Add("usual_hour", messages.Args{"clock": hour})
	}
	if cues.Rhythm != "" {
		t.Add("rhythm_once", messages.Args{"rhythm": messages.Data(cues.Rhythm)})
	}
}

// setTime sets when a reminder is due that tells only a part of the day, the Friday prayer or sehri. It returns the hour that it took
// where none was told.
func (t Talk) setTime(slots *detect.Slots) (hour string) {
	cues := t.Detected.Cues
	if slots.DueRelative != nil || tasks.HasClock(slots.Due) || slots.Hijri != nil {
		return ""
	}
	switch {
	case cues.ByJummah != 0:
		minutes := cues.JummahMinutes
		if minutes == 0 && cues.ByJummah > 0 {
			minutes = told.AfterJummah
		} else if minutes == 0 {
			minutes = told.BeforeJummah
		}
		slots.DueRelative = &detect.DueRelative{Prayer: prayers.Jummah, Minutes: minutes, Date: dialogue.TextOf(slots.Due)}
	case !cues.Reminds && t.Detected.Intent == detect.CreateTask || slots.LinkedPrayer != nil:
	case found(told.OfSehri, t.Input.Text) != nil:
		slots.DueRelative = &detect.DueRelative{Prayer: prayers.Fajr, Minutes: told.Sehri, Date: dialogue.TextOf(slots.Due)}
	case told.Hours[cues.Part] != 0:
		return t.setHour(slots, told.Hours[cues.Part])
	case slots.Recurrence != nil && slots.Due == nil:
		tomorrow := t.Now.AddDate(0, 0, 1).Format(time.DateOnly)
		slots.Due = &tomorrow
	}
	return ""
}

// setHour sets the hour at which a task is due, and returns it in words. Where no day was told, it is the next such hour.
func (t Talk) setHour(slots *detect.Slots, hour int) string {
	day := t.Now
	if slots.Due != nil {
		told, err := time.ParseInLocation(time.DateOnly, *slots.Due, t.Now.Location())
		if err != nil {
			return ""
		}
		day = told
	}
	at := time.Date(day.Year(), day.Month(), day.Day(), hour, 0, 0, 0, t.Now.Location())
	if !at.After(t.Now) {
		if slots.Due != nil {
			return ""
		}
		at = at.AddDate(0, 0, 1)
	}
	due := at.Format(dueLayout)
	slots.Due = &due
	return t.Book.Clock(hour, 0)
}

const dueLayout = "2006-01-02T15:04:05"

// ask asks when a task is to be due.
func (t Talk) ask(slots detect.Slots, key string, args messages.Args) {
	slots.Due, slots.DueRelative = nil, nil
	t.Ask(conversation.Question{
		Asks: dialogue.AsksDue, Asked: conversation.Asked{Intent: detect.CreateTask, Slots: slots},
	}, key, args)
}
