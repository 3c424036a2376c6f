package dialogue

import (
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/language/detect"
)

// Revised returns what a question is about with what the message tells instead, or besides. A time of day leaves the day as it was, and a
// day the time.
func (t *Turn) Revised(question conversation.Question, now detect.Slots, clockOnly bool) conversation.Question {
	wasDay, wasClock, wasTimed := strings.Cut(TextOf(question.Slots.Due), "T")
	if day, clock, timed := strings.Cut(TextOf(now.Due), "T"); day != "" {
		if wasDay != "" && clockOnly && !question.ClockOnly {
			day, clockOnly = wasDay, false
		}
		switch {
		case timed:
			day += "T" + clock
			question.HalfTold = t.Words.SaysHalf()
		case wasTimed:
			day += "T" + wasClock
		}
		now.Due, question.ClockOnly = &day, clockOnly
	}
	question.Slots = Merged(question.Slots, now)
	return question
}
