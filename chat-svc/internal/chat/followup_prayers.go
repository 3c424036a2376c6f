package chat

import (
	"context"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
)

// asksOtherPrayer reports whether a message goes on with the times that were just given, for another prayer or place of the same day: "and
// Isha?", "birmingham mein?".
func (t *turn) asksOtherPrayer() bool {
	if words.DaysMoved(t.Input.Text) != 0 {
		return true
	}
	slots, cues := t.Detected.Slots, t.Detected.Cues
	asksNow := cues.HowLong || cues.Begun || cues.Ends || slots.Asked != nil
	isPiece := slots.Date == nil && !asksNow && len(t.Words.Folded) < dialogue.MaxFragmentWords
	if !isPiece || t.State.Last.Intent != detect.GetPrayerTimes || t.Detected.Intent != detect.GetPrayerTimes {
		return false
	}
	if slots.Prayer == nil {
		return (slots.Area != nil || slots.City != nil) && !t.Words.MentionsTimes() && !t.Words.MentionsToday()
	}
	return t.Words.GoesOn() || t.Words.AsksAbout() || t.Words.OwnsSlip() || len(t.Words.Folded) == 1
}

// continuePrayerTimes gives the times of another prayer, place or day: "aur Asr?", "aur clifton mein?", "and
// tomorrow?".
func (t *turn) continuePrayerTimes(ctx context.Context) bool {
	if t.continueWithNamesake(ctx) {
		return true
	}
	given := t.Detector.Fragment(t.Input, detect.GetPrayerTimes)
	slots := given.Slots
	before := t.State.Last.Slots
	slots.Date = t.dayMoved(slots.Date, before.Date)
	if t.Detected.Cues.Ordinal != 0 && t.State.Listed.Kind == conversation.Masjids {
		before.Area, before.City, before.MasjidName = nil, nil, nil
		t.dispatch(ctx, detect.GetPrayerTimes, dialogue.Merged(before, slots)) // aur pehli wali mein?
		return true
	}
	namesPlace := slots.Area != nil || slots.City != nil || slots.MasjidName != nil
	today := slots.Date == nil && t.Words.MentionsToday() && len(t.Words.Folded) < dialogue.MaxFragmentWords
	if today {
		before.Date = nil
	}
	if slots.Prayer != nil {
		before.Asked = nil
	}
	if !namesPlace && !today && saysNothingOfTimes(slots) {
		if !t.Detected.Cues.Next {
			return false
		}
		before.Prayer, before.Date = nil, nil
		t.Detected.Cues.There = true
		t.dispatch(ctx, detect.GetCurrentPrayer, before)
		return true
	}
	if namesPlace && slots.Prayer == nil && t.Words.AsksWhich() {
		t.dispatch(ctx, detect.ListMasjids, detect.Slots{Area: slots.Area, City: slots.City}) // aur dha mein kaun si hain
		return true
	}
	if namesPlace {
		before.Area, before.City, before.MasjidName = nil, nil, nil
	}
	asked := dialogue.Merged(before, slots)
	if asked.Prayer == nil && t.State.Last.Intent == detect.GetCurrentPrayer {
		t.dispatch(ctx, detect.GetCurrentPrayer, asked)
		return true
	}
	t.Detected.Cues.There = true
	t.dispatch(ctx, detect.GetPrayerTimes, asked)
	return true
}

// dayMoved returns the day that is meant where the message says only that it is the one after or before the day that was asked for, which
// else was today; else the day that it says.
func (t *turn) dayMoved(said, before *string) *string {
	days := words.DaysMoved(t.Input.Text)
	if days == 0 {
		return said
	}
	from, err := time.Parse(time.DateOnly, dialogue.TextOf(before))
	if err != nil {
		from = t.Now
	}
	day := from.AddDate(0, 0, days).Format(time.DateOnly)
	return &day
}

// saysNothingOfTimes reports whether slots say nothing of prayer times besides a place.
func saysNothingOfTimes(slots detect.Slots) bool {
	return slots.Prayer == nil && slots.Date == nil && slots.Method == nil && slots.Asr == nil
}
