package tasks

import (
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/topics/prayers"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks/byprayer"
	"github.com/salaatflow/platform/language/detect"
)

const dateTimeLayout = "2006-01-02T15:04:05"

// DueText returns a due slot in words.
func (t Talk) DueText(due string) string { return t.dueText(due) }

// dueText returns a due slot, a date or a date and time, in words.
func (t Talk) dueText(due string) string {
	for _, form := range []string{dateTimeLayout, time.DateOnly} {
		if at, err := time.ParseInLocation(form, dialogue.Due(due), t.Now.Location()); err == nil {
			return t.Book.When(at, t.Now)
		}
	}
	return due
}

// byPrayer sets times that are told by a prayer.
func (t Talk) byPrayer() byprayer.Talk { return byprayer.Talk{Turn: t.Turn} }

// anchor fills in the prayer just mentioned, if the message says "after that one".
func (t Talk) anchor(slots *detect.Slots) {
	if slots.LinkedPrayer == nil && t.State.Prayer != "" && t.State.Prayer != prayers.Jummah && t.Detected.Cues.AfterIt {
		prayer := t.State.Prayer
		slots.LinkedPrayer = &prayer
	}
}

// HasClock reports whether a due slot says a time of day.
func HasClock(due *string) bool { return due != nil && strings.Contains(*due, "T") }
