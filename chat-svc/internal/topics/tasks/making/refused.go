package making

import (
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks"
	"github.com/salaatflow/platform/language/detect"
)

// refusesTime says what is wrong with the time of a new task, and asks for another. It reports whether anything is.
func (t Talk) refusesTime(slots detect.Slots) bool {
	cues := t.Detected.Cues
	untimed := slots.Due == nil && slots.DueRelative == nil && slots.LinkedPrayer == nil && slots.Hijri == nil
	switch {
	case t.refusesClock(slots):
	case found(told.Been, t.Input.Text) != nil:
		t.ask(slots, "time_been", nil)
	case cues.Rhythm != "" && untimed:
		t.ask(slots, "rhythm_unkept", messages.Args{"rhythm": messages.Data(cues.Rhythm)})
	case !cues.Reminds || slots.DueRelative != nil || slots.Hijri != nil || slots.Due == nil:
		return false
	case t.isOver(*slots.Due):
		t.ask(slots, "time_past", messages.Args{"when": t.DueText(*slots.Due)})
	case told.Hours[cues.Part] != 0 && *slots.Due == t.Now.Format(time.DateOnly) && slots.LinkedPrayer == nil:
		t.ask(slots, "ask_hour", messages.Args{"day": t.DueText(*slots.Due)})
	default:
		return false
	}
	return true
}

// refusesClock asks for another time than one that no clock shows. It reports whether the message says one.
func (t Talk) refusesClock(slots detect.Slots) bool {
	wrong := found(told.Clock, t.Input.Text)
	if len(wrong) < 3 || !t.isNoTime(wrong[1], wrong[2]) || tasks.HasClock(slots.Due) {
		return false
	}
	slots.Title = nil // the time is in it
	if given := t.withoutClock(wrong[0]); given.Title != nil {
		slots.Title = given.Title
	}
	t.ask(slots, "no_such_time", messages.Args{"clock": messages.Data(wrong[1] + ":" + wrong[2])})
	return true
}

// isOver reports whether a day or a time has been.
func (t Talk) isOver(due string) bool {
	if tasks.HasClock(&due) {
		return due < t.Now.Format(dueLayout)
	}
	return due < t.Now.Format(time.DateOnly)
}

// isNoTime reports whether no clock shows an hour and a minute as typed.
func (t Talk) isNoTime(hour, minute string) bool {
	const lastHour, lastMinute = 24, 59
	h, ofHours := t.NumberSaid(hour)
	m, ofMinutes := t.NumberSaid(minute)
	return ofHours && h > lastHour || ofMinutes && m > lastMinute
}

// withoutClock returns the slots of the message without a time that there is not.
func (t Talk) withoutClock(clock string) detect.Slots {
	in := t.Input
	in.Text = strings.Replace(in.Text, clock, " ", 1)
	return t.Detector.Detect(in).Slots
}

// hasTitle reports whether slots name a task.
func hasTitle(slots detect.Slots) bool { return dialogue.TextOf(slots.Title) != "" }
