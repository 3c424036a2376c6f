package dialogue_test

import (
	"testing"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
)

// What an answer tells of a day keeps the time of day that a question is about, and the other way round.
func TestADayAndATimeAreOneTime(t *testing.T) {
	const day, five, both = "2026-03-06", "2026-03-02T17:00:00", "2026-03-06T17:00:00"
	for _, one := range []struct {
		was       string
		wasClock  bool
		said, now string
		clock     bool
		want      string
		wantClock bool
		wantHalf  bool
	}{
		{was: day, said: "at 5pm", now: five, clock: true, want: both, wantHalf: true},
		{was: day, said: "at 5", now: five, clock: true, want: both},
		{was: five, wasClock: true, said: "on friday", now: day, want: both},
		{was: five, wasClock: true, said: "at 6", now: "2026-03-02T18:00:00", clock: true, want: "2026-03-02T18:00:00", wantClock: true},
		{was: "2026-03-07T17:00:00", said: "no, friday", now: day, want: both},
		{was: "2026-03-07", said: "no, friday", now: day, want: day},
		{said: "at 5pm", now: five, clock: true, want: five, wantClock: true, wantHalf: true},
	} {
		turn := &dialogue.Turn{Words: words.Parse(one.said)}
		question := conversation.Question{ClockOnly: one.wasClock}
		if one.was != "" {
			question.Slots.Due = &one.was
		}
		got := turn.Revised(question, detect.Slots{Due: &one.now}, one.clock)
		if *got.Slots.Due != one.want || got.ClockOnly != one.wantClock || got.HalfTold != one.wantHalf {
			t.Errorf("%q where it was %q: %s, only a time %t, half told %t", one.said, one.was, *got.Slots.Due, got.ClockOnly, got.HalfTold)
		}
	}
}
