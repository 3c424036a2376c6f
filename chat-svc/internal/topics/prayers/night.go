package prayers

import (
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/messages"
)

// nightTime returns the instant of a time of the night that begins on a day, and whether a kind of question asks for one.
func (d prayerDay) nightTime(kind string) (time.Time, bool) {
	var text string
	switch kind {
	case "tahajjud", "last_third":
		text = d.LastThirdAt
	case "midnight":
		text = d.MidnightAt
	default:
		return time.Time{}, false
	}
	at, err := time.Parse(time.RFC3339, text)
	return at, err == nil
}

// dayOfKind returns the day in words, or the night where a time of that is asked for: after midnight it is still this one.
func (t Talk) dayOfKind(day prayerDay, kind string) string {
	at, ofNight := day.nightTime(kind)
	now := t.nowFor(day)
	switch today := now.Format(time.DateOnly); {
	case !ofNight:
		return t.dayOf(day)
	case day.Date == today:
		return t.Book.Say("tonight", nil)
	case day.Date == now.AddDate(0, 0, -1).Format(time.DateOnly) && at.Format(time.DateOnly) == today && !t.past():
		return t.Book.Say("this_night", nil)
	default:
		return t.dayOf(day)
	}
}

// past reports whether the message asks for what was.
func (t Talk) past() bool { return t.Detected.Cues.Was }

// tellSun answers whether the sun has set, or risen.
func (t Talk) tellSun(day prayerDay, kind string, said messages.Args) {
	if sky := day.sky(); sky.still() {
		t.Say(sky.sunKey(), said)
		return
	}
	now := t.Clock.Now()
	rises, sets := t.instant(day, day.Sunrise), t.sunset(day)
	said["clock"] = t.Book.ClockText(day.Sunset)
	key, next := "sun_has_set", sets
	switch set := kind == askedSunSet; {
	case now.Before(rises) && set:
		key, said["clock"] = "sun_is_down", t.Book.ClockText(day.Sunrise)
	case now.Before(rises):
		key, next, said["clock"] = "sun_not_risen", rises, t.Book.ClockText(day.Sunrise)
	case now.Before(sets) && set:
		key = "sun_still_up"
	case now.Before(sets):
		key, said["clock"] = "sun_has_risen", t.Book.ClockText(day.Sunrise)
	case !set:
		key, said["start"] = "sun_is_gone", t.Book.ClockText(day.Sunrise)
	}
	said["until"] = t.Book.Duration(next.Sub(now))
	t.Say(key, said)
}
