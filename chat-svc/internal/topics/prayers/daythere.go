package prayers

import (
	"context"
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// dayAsked returns the times of the day that is asked about. Which day that is may be known only once the zone of the place is, and, on a
// Friday, when Jumuah is over there: then it asks again. It returns false if a call failed.
func (t Talk) dayAsked(ctx context.Context, slots *detect.Slots, args dialogue.Arguments) (day prayerDay, ok bool) {
	next := dialogue.TextOf(slots.Prayer) == Jummah && slots.Date == nil
	if next {
		slots.Date = nextFriday(t.Now)
	}
	for {
		dialogue.Set(args, "date", slots.Date)
		day = prayerDay{}
		if !t.Run(ctx, toolnames.GetPrayerTimes, args, t.NamingMasjid(*slots, args)) || !t.Decode(t.Answer.Data, &day) {
			return day, false
		}
		if next {
			next = false
			if friday := t.fridayThere(day); *friday != day.Date {
				slots.Date = friday
				continue
			}
		}
		if !t.takeDayThere(day.Timezone, slots, args) && !t.takeDayBefore(day, slots) && !t.takeNightBefore(day, slots) {
			return day, true
		}
	}
}

// takeDayThere reads the day of the message anew where its place has another day than the user: tomorrow there is that of the place. It
// reports whether another day is meant than was asked for.
func (t Talk) takeDayThere(zone string, slots *detect.Slots, args dialogue.Arguments) bool {
	place, err := time.LoadLocation(zone)
	if err != nil || t.Now.In(place).Format(time.DateOnly) == t.Now.Format(time.DateOnly) {
		return false
	}
	in := t.Input
	here := t.Detector.Fragment(in, detect.GetPrayerTimes).Slots.Date
	in.Zone = place
	there := t.Detector.Fragment(in, detect.GetPrayerTimes).Slots.Date
	before := dialogue.TextOf(slots.Date)
	if before != dialogue.TextOf(here) || before == dialogue.TextOf(there) {
		return false
	}
	slots.Date = there
	delete(args, "date")
	dialogue.Set(args, "date", there)
	return true
}

// takeDayBefore takes the day before where the last time of a prayer is asked for and today's is to come: what was isha, at noon. It
// reports whether it did.
func (t Talk) takeDayBefore(day prayerDay, slots *detect.Slots) bool {
	prayer := dialogue.TextOf(slots.Prayer)
	if !t.past() || slots.Date != nil || prayer == "" || asksOfDay(*slots) || t.hasBegun(day, strings.ToLower(prayer)) {
		return false
	}
	before := t.nowFor(day).AddDate(0, 0, -1).Format(time.DateOnly)
	slots.Date = &before
	return true
}

// takeNightBefore takes the day before where the time of one of its prayers is still to come or lasts after midnight, and the next is not
// before the night to come: isha in Oslo, at 00:20 in June. It reports whether it did.
func (t Talk) takeNightBefore(day prayerDay, slots *detect.Slots) bool {
	now := t.nowFor(day)
	prayer := strings.ToLower(dialogue.TextOf(slots.Prayer))
	late := t.startAt(day, prayer).In(now.Location()).Format(time.DateOnly) > day.Date
	today := day.Date == now.Format(time.DateOnly)
	if slots.Date != nil || prayer == "" || asksOfDay(*slots) || !today || !late || !now.Before(t.startAt(day, "fajr")) {
		return false
	}
	before := now.AddDate(0, 0, -1).Format(time.DateOnly)
	slots.Date = &before
	return true
}

// lateOfNight reports whether a prayer of yesterday began, or begins, only after midnight.
func (t Talk) lateOfNight(day prayerDay, prayer string) bool {
	now := t.nowFor(day)
	today := now.Format(time.DateOnly)
	return day.Date == now.AddDate(0, 0, -1).Format(time.DateOnly) &&
		t.startAt(day, prayer).In(now.Location()).Format(time.DateOnly) == today && now.Before(t.endAt(day, prayer))
}

// endAt returns the instant at which a prayer's time ends.
func (t Talk) endAt(day prayerDay, prayer string) time.Time {
	at, err := time.Parse(time.RFC3339, day.Ends[prayer])
	if err != nil {
		return time.Time{}
	}
	return at
}

// saysNoSuchDay says that there is no such day as the message names. It reports whether it did.
func (t Talk) saysNoSuchDay(slots detect.Slots) bool {
	if t.Detected.Cues.NoSuchDay == "" || slots.Date != nil {
		return false
	}
	t.Say("no_such_day_times", messages.Args{"day": messages.Data(t.Detected.Cues.NoSuchDay)})
	return true
}

// fridayThere returns the next Friday at the place of a day, which is not today once the time of Jumuah is over.
func (t Talk) fridayThere(day prayerDay) *string {
	now := t.nowFor(day)
	if end, err := time.Parse(time.RFC3339, day.Ends["dhuhr"]); err == nil && now.Weekday() == time.Friday && end.Before(now) {
		return nextFriday(now.AddDate(0, 0, 1))
	}
	return nextFriday(now)
}

// nextFriday returns the next Friday from a day on, which may be that day.
func nextFriday(from time.Time) *string {
	until := (int(time.Friday) - int(from.Weekday()) + 7) % 7
	date := from.AddDate(0, 0, until).Format(time.DateOnly)
	return &date
}
