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
	if slots.Asked != nil || slots.Hijri != nil || !followups.AsksNextPrayer(t.Input.Text) {
		return false
	}
	at := slices.Index(dailyPrayers, strings.ToLower(prayer))
	if prayer == Jummah {
		at = slices.Index(dailyPrayers, "dhuhr")
	}
	if at < 0 {
		return false
	}
	following := dailyPrayers[(at+1)%len(dailyPrayers)]
	if at+1 == len(dailyPrayers) {
		day = t.dayAfter(day)
	}
	named := strings.ToUpper(following[:1]) + following[1:]
	slots.Prayer, slots.Date = &named, nil
	if day != "" && day != t.Now.Format(time.DateOnly) {
		slots.Date = &day
	}
	t.Detected.Intent, t.Detected.Slots, t.Detected.Cues = detect.GetPrayerTimes, slots, detect.Cues{There: true}
	t.Dispatch(ctx, detect.GetPrayerTimes, slots)
	return true
}

// dayAfter returns the day after one, which is today where none is said.
func (t Talk) dayAfter(day string) string {
	from, err := time.Parse(time.DateOnly, day)
	if err != nil {
		from = t.Now
	}
	return from.AddDate(0, 0, 1).Format(time.DateOnly)
}
