package prayers

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// refusesMethod says so if the message names an unknown method, so that times by another method are not mistaken for
// it. It reports whether it did.
func (t Talk) refusesMethod() bool {
	if t.Detected.Cues.UnknownMethod == "" {
		return false
	}
	t.Say("unknown_method", messages.Args{"method": messages.Data(t.Detected.Cues.UnknownMethod)})
	return true
}

// tellCalculation adds the method by which times were calculated, and why. If the answer includes Asr, it names the
// school too.
func (t Talk) tellCalculation(day prayerDay, slots detect.Slots) {
	if day.MethodTitle == "" || dialogue.TextOf(slots.Prayer) == Jummah || t.showsOnlyJamaat(day, slots) {
		return
	}
	t.Answer.Message += " " + t.calculation(day, slots)
	t.tellSky(day, dialogue.TextOf(slots.Prayer))
}

// TellMethod answers by which method the person's own prayer times are.
func (t Talk) TellMethod(ctx context.Context) {
	t.Answer.Intent = detect.GetPrayerTimes
	var day prayerDay
	if !t.Run(ctx, toolnames.GetPrayerTimes, dialogue.Arguments{}, detect.Slots{}) || !t.Decode(t.Answer.Data, &day) {
		return
	}
	t.SetLast(detect.GetPrayerTimes, detect.Slots{})
	t.Answer.Message = t.calculation(day, detect.Slots{})
}

func (t Talk) calculation(day prayerDay, slots detect.Slots) string {
	told := t.Book.Say("reckoned_by", messages.Args{
		"method": t.Book.Name(day.MethodTitle), "why": t.reasonText(day.MethodReason, day.Country),
	})
	if slots.Prayer == nil || *slots.Prayer == "Asr" {
		why := t.reasonText(day.AsrReason, day.Country)
		if day.AsrReason == unknownUsage && day.MethodReason == unknownUsage {
			why = "" // it is said already
		}
		told += " " + t.Book.Say("asr_by", messages.Args{"school": t.Book.School(day.Asr), "why": why})
	}
	return told
}

// showsOnlyJamaat reports whether the answer contains no calculated time: only jamaat times, or a masjid's own
// timetable.
func (t Talk) showsOnlyJamaat(day prayerDay, slots detect.Slots) bool {
	if day.Source == "timetable" {
		return true
	}
	if slots.Prayer != nil {
		return day.Shows[strings.ToLower(*slots.Prayer)] == "jamaat"
	}
	return !slices.ContainsFunc(dailyPrayers, func(prayer string) bool { return day.Shows[prayer] != "jamaat" })
}

// reasonText returns, in parentheses, why a method or a school was used. Tools give the reason in English; the other
// languages have their own words for known reasons.
func (t Talk) reasonText(reason string, code *string) string {
	switch country, usual := strings.CutPrefix(reason, "usual in "); {
	case reason == "":
		return ""
	case usual:
		return t.Book.Say("because_usual", messages.Args{"country": t.Book.Country(dialogue.TextOf(code), country)})
	case reason == unknownUsage:
		return t.Book.Say("because_unknown", nil)
	case reason == "asked for":
		return t.Book.Say("because_asked", nil)
	case strings.Contains(reason, "profile"):
		return t.Book.Say("because_profile", nil)
	case t.Book.Language == detect.English:
		return t.Book.Say("because", messages.Args{"reason": messages.Data(reason)})
	default:
		return ""
	}
}

// unknownUsage is the tool's reason for a method of a country whose own is not known.
const unknownUsage = "nothing is known of what is usual there"

// asksAboutNow reports whether a question about a prayer's time is about now: how long until then, or whether it has
// begun.
func (t Talk) asksAboutNow(slots detect.Slots) bool {
	cues := t.Detected.Cues
	return slots.Prayer != nil && *slots.Prayer != Jummah && slots.Date == nil && (cues.HowLong || cues.Begun || cues.Ends)
}

// tellWindow answers a question about a prayer's time relative to now: how long until it begins, whether it has begun
// or is over, or when it ends. It returns false if the tool's result does not contain that prayer.
func (t Talk) tellWindow(prayer string, now currentPrayerResult, kind string) bool {
	at := slices.IndexFunc(now.Prayers, func(w window) bool { return w.Prayer == prayer })
	if at < 0 {
		return false
	}
	w, cues := now.Prayers[at], t.Detected.Cues
	t.State.Prayer = prayer
	said := messages.Args{
		"prayer": t.Book.Prayer(prayer), "start": t.clockOf(prayer, w.Start), "end": t.endOf(prayer, w.End),
		"next":  t.nextAt(prayer, w.NextStart),
		"until": t.Book.Duration(time.Duration(w.UntilNext) * time.Second), "left": t.Book.Duration(t.untilEnd(w)),
	}
	switch kind {
	case askedStill:
		t.Say(stillKey(w.NowIs), said)
		return true
	case askedMissed:
		cues.Ends, cues.Begun = true, true
	}
	t.Say(windowKey(w.NowIs, cues), said)
	if prayer == "Isha" && cues.Ends && w.NowIs != "after" {
		t.Answer.Message += " " + t.Book.Say("isha_delay", nil)
	}
	return true
}

// stillKey returns the key of the answer to whether it is the time of a prayer now.
func stillKey(nowIs string) string {
	switch nowIs {
	case "during":
		return "yes_begun"
	case "after":
		return "no_ended"
	default:
		return "not_begun"
	}
}

// nextAt returns when a prayer begins next, with the day unless that is today.
func (t Talk) nextAt(prayer, text string) string {
	key := "at_clock"
	if !t.isToday(text) {
		key = "at_clock_tomorrow"
	}
	return t.Book.Say(key, messages.Args{"clock": t.clockOf(prayer, text)})
}

// isToday reports whether a time, in RFC 3339, is on the day that it is now where that time is told. What is no time is.
func (t Talk) isToday(text string) bool {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return true
	}
	now := t.Now.In(at.Location())
	return at.Year() == now.Year() && at.YearDay() == now.YearDay()
}

func windowKey(nowIs string, cues detect.Cues) string {
	switch {
	case cues.Ends && !cues.Begun && nowIs == "after":
		return "has_ended"
	case cues.Ends && !cues.Begun && nowIs == "during":
		return "ends_in"
	case cues.Ends && !cues.Begun:
		return "ends_at"
	case cues.Ends && nowIs == "after":
		return "yes_ended"
	case cues.Ends && nowIs == "during":
		return "not_ended"
	case cues.HowLong && nowIs == "during":
		return "begun_ends_in"
	case cues.HowLong:
		return "begins_in"
	case nowIs == "during":
		return "yes_begun"
	case nowIs == "after":
		return "yes_begun_ended"
	default:
		return "not_begun"
	}
}

// untilEnd returns how long the time of a prayer still lasts, or 0 if it is over.
func (t Talk) untilEnd(w window) time.Duration {
	end, err := time.Parse(time.RFC3339, w.End)
	if err != nil {
		return 0
	}
	return max(0, end.Sub(t.Clock.Now()))
}
