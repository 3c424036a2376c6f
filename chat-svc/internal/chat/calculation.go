package chat

import (
	"slices"
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
)

// refusesMethod says that a method is not known which the message names, so that no times by another are taken for its.
func (t *turn) refusesMethod() bool {
	if t.detected.Cues.UnknownMethod == "" {
		return false
	}
	t.say("unknown_method", messages.Args{"method": messages.Data(t.detected.Cues.UnknownMethod)})
	return true
}

// tellCalculation adds by whose method times were computed, and why. The school is named where asr is told.
func (t *turn) tellCalculation(day prayerDay, slots detect.Slots) {
	if day.MethodTitle == "" || textOf(slots.Prayer) == jummah || t.showsOnlyJamaat(day, slots) {
		return
	}
	told := t.book.Say("reckoned_by", messages.Args{
		"method": messages.Data(day.MethodTitle), "why": t.reasonText(day.MethodReason, day.Country),
	})
	if slots.Prayer == nil || *slots.Prayer == "Asr" {
		told += " " + t.book.Say("asr_by", messages.Args{"school": t.book.School(day.Asr), "why": t.reasonText(day.AsrReason, day.Country)})
	}
	t.answer.Message += " " + told
}

// showsOnlyJamaat says whether what is told is nothing that was computed: jamaat times, or a masjid's own timetable.
func (t *turn) showsOnlyJamaat(day prayerDay, slots detect.Slots) bool {
	if day.Source == "timetable" {
		return true
	}
	if slots.Prayer != nil {
		return day.Shows[strings.ToLower(*slots.Prayer)] == "jamaat"
	}
	return !slices.ContainsFunc(dailyPrayers, func(prayer string) bool { return day.Shows[prayer] != "jamaat" })
}

// because is why a method or a school was taken, in brackets; the tool says it in English, which the other languages say in
// their own words where they know it.
func (t *turn) reasonText(reason string, code *string) string {
	switch country, usual := strings.CutPrefix(reason, "usual in "); {
	case reason == "":
		return ""
	case usual:
		return t.book.Say("because_usual", messages.Args{"country": t.book.Country(textOf(code), country)})
	case reason == "asked for":
		return t.book.Say("because_asked", nil)
	case strings.Contains(reason, "profile"):
		return t.book.Say("because_profile", nil)
	case t.book.Language == detect.English:
		return t.book.Say("because", messages.Args{"reason": messages.Data(reason)})
	default:
		return ""
	}
}

// asksAboutNow says whether a question about a prayer's time is about now: how long it is until then, whether it has begun.
func (t *turn) asksAboutNow(slots detect.Slots) bool {
	cues := t.detected.Cues
	return slots.Prayer != nil && *slots.Prayer != jummah && slots.Date == nil && (cues.HowLong || cues.Begun || cues.Ends)
}

// tellWindow answers what is asked of a prayer's time, as seen from now: how long until then, whether it has begun or is
// over, when it ends. It says false where the tool does not tell of that prayer.
func (t *turn) tellWindow(prayer string, now currentPrayerResult) bool {
	at := slices.IndexFunc(now.Prayers, func(w window) bool { return w.Prayer == prayer })
	if at < 0 {
		return false
	}
	w, cues := now.Prayers[at], t.detected.Cues
	t.state.Prayer = prayer
	said := messages.Args{
		"prayer": t.book.Prayer(prayer), "start": t.clockOf(w.Start), "end": t.clockOf(w.End), "next": t.clockOf(w.NextStart),
		"until": t.book.Duration(time.Duration(w.UntilNext) * time.Second), "left": t.book.Duration(t.untilEnd(w)),
	}
	t.say(windowKey(w.NowIs, cues), said)
	return true
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

// untilEnd is how long the time of a prayer lasts yet; nothing where it is over.
func (t *turn) untilEnd(w window) time.Duration {
	end, err := time.Parse(time.RFC3339, w.End)
	if err != nil {
		return 0
	}
	return max(0, end.Sub(t.Clock.Now()))
}
