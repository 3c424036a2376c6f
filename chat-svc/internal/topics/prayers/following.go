package prayers

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/words/followups"
	"github.com/salaatflow/platform/language/detect"
)

// TellFollowing tells the time of the prayer after the one that was told last, where the message asks for no more than that: "and after
// that?". It reports whether the message does.
func (t Talk) TellFollowing(ctx context.Context) bool {
	slots := t.State.Last.Slots
	prayer, day := dialogue.TextOf(slots.Prayer), dialogue.TextOf(slots.Date)
	switch t.State.Last.Intent {
	case detect.GetPrayerTimes:
	case detect.GetCurrentPrayer:
		if prayer == "" {
			prayer, day = t.State.Prayer, t.State.PrayerOn
		}
	default:
		return false
	}
	if slots.Asked != nil || slots.Hijri != nil {
		return false
	}
	if prayer == Jummah && day != "" && followups.AsksNextWeek(t.Input.Text) {
		t.tellAt(ctx, slots, Jummah, t.daysAfter(day, 7))
		return true
	}
	at := slices.Index(dailyPrayers, strings.ToLower(prayer))
	if prayer == Jummah {
		at = slices.Index(dailyPrayers, "dhuhr")
	}
	if at < 0 || !followups.AsksNextPrayer(t.Input.Text) {
		return false
	}
	following := dailyPrayers[(at+1)%len(dailyPrayers)]
	if at+1 == len(dailyPrayers) {
		day = t.daysAfter(day, 1)
	}
	t.tellAt(ctx, slots, strings.ToUpper(following[:1])+following[1:], day)
	return true
}

// tellAt tells the time of a prayer on a day, where it was asked for last.
func (t Talk) tellAt(ctx context.Context, slots detect.Slots, prayer, day string) {
	slots.Prayer, slots.Date = &prayer, nil
	if day != "" && day != t.Now.Format(time.DateOnly) {
		slots.Date = &day
	}
	t.Detected.Intent, t.Detected.Slots, t.Detected.Cues = detect.GetPrayerTimes, slots, detect.Cues{There: true}
	t.Dispatch(ctx, detect.GetPrayerTimes, slots)
}

// daysAfter returns the day some days after one, which is today where none is said.
func (t Talk) daysAfter(day string, days int) string {
	from, err := time.Parse(time.DateOnly, day)
	if err != nil {
		from = t.Now
	}
	return from.AddDate(0, 0, days).Format(time.DateOnly)
}
