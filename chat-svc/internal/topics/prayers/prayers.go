// Package prayers answers what is asked about prayer times, the day and the Islamic calendar.
package prayers

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/topics/masjids"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// Talk is a turn that is about prayers.
type Talk struct{ *dialogue.Turn }

func (t Talk) masjids() masjids.Talk { return masjids.Talk{Turn: t.Turn} }

// Jummah is the slot's name for the Friday prayer.
const Jummah = "Jummah"

// Fajr is a prayer, and Sunrise, which is none, tells a time like one.
const (
	Fajr    = "Fajr"
	Sunrise = "Sunrise"
)

// dailyPrayers are the prayers of a day, as the keys of prayer_times.
var dailyPrayers = []string{"fajr", "dhuhr", "asr", "maghrib", "isha"}

// Times answers when the prayers are, or what else is asked of a day.
func (t Talk) Times(ctx context.Context, slots detect.Slots) {
	if t.asksWhere(ctx, slots) {
		return
	}
	if !asksOfDay(slots) && t.asksAboutNow(slots) {
		t.Answer.Intent = detect.GetCurrentPrayer
		t.Current(ctx, slots)
		return
	}
	args := dialogue.Arguments{}
	if t.refusesMethod() || t.saysNoSuchDay(slots) || !t.resolvePlace(ctx, detect.GetPrayerTimes, &slots, args) {
		return
	}
	dialogue.Set(args, "method", slots.Method)
	dialogue.Set(args, "asr", slots.Asr)
	day, ok := t.dayAsked(ctx, &slots, args)
	if !ok {
		return
	}
	t.NotePrayer(slots.Prayer)
	t.NotePlace(args)
	t.SetLast(detect.GetPrayerTimes, slots)
	if asksOfDay(slots) {
		if t.askOfDay(ctx, args, slots, &day) {
			t.tellAsked(day, *slots.Asked)
		}
		return
	}
	if dialogue.TextOf(slots.Asked) == askedJamaat && day.MasjidID == nil && dialogue.TextOf(slots.Prayer) != Jummah {
		t.tellNoJamaat(day, dialogue.TextOf(slots.Prayer))
		return
	}
	t.tellTimes(day, dialogue.TextOf(slots.Prayer))
	if dialogue.TextOf(slots.Asked) == askedJamaat && slots.Prayer == nil && !day.knowsJamaat() {
		t.Add("masjid_no_jamaat", nil)
	}
	t.tellCalculation(day, slots)
}

func (t Talk) tellTimes(day prayerDay, prayer string) {
	said := messages.Args{"place": t.placeOf(day), "day": t.dayOf(day)}
	if prayer == Jummah {
		t.tellJummah(day, said)
		return
	}
	if prayer != "" {
		name := strings.ToLower(prayer)
		said["prayer"], said["clock"] = t.Book.Prayer(prayer), t.shownOf(day, name)
		if t.lateOfNight(day, name) {
			said["day"] = t.Book.Say("this_night", nil)
		}
		t.Say(t.startKey(day, name), said)
		return
	}
	var times []string
	for _, name := range dailyPrayers {
		times = append(times, t.Book.Say("prayer_time", messages.Args{"prayer": t.Book.Prayer(name), "clock": t.shownOf(day, name)}))
	}
	said["times"] = t.Book.List(times)
	if day.MasjidID != nil {
		t.Say("prayer_times_masjid", said)
		return
	}
	t.Say("prayer_times", said)
}

// startKey returns the key of the message that says when a prayer is: in the past, the present or the future, and whether its jamaat
// is meant.
func (t Talk) startKey(day prayerDay, prayer string) string {
	today := t.nowFor(day).Format(time.DateOnly)
	switch {
	case day.Shows[prayer] == "jamaat":
		return "prayer_jamaat"
	case day.Date < today && !t.startAt(day, prayer).After(t.Clock.Now()), day.MasjidID == nil && day.Date == today && t.hasBegun(day, prayer):
		return "prayer_started"
	case day.MasjidID != nil:
		return "prayer_no_jamaat"
	case day.Date > today:
		return "prayer_will_start"
	default:
		return "prayer_start"
	}
}

func (t Talk) tellJummah(day prayerDay, said messages.Args) {
	said["clock"] = t.Book.PrayerClockText("dhuhr", day.StartTimes["dhuhr"])
	switch {
	case len(day.JummahTimes) > 0:
		var times []string
		for _, clock := range day.JummahTimes {
			times = append(times, t.Book.ClockText(clock))
		}
		said["times"] = t.Book.List(times)
		t.Say("jummah_at", said)
	case day.MasjidID != nil:
		t.Say("jummah_unknown", said)
	default:
		t.Say("jummah_in", said)
	}
}

// currentPrayerResult is the result of get_current_prayer.
type currentPrayerResult struct {
	Current   *string    `json:"current_prayer"`
	End       *string    `json:"current_prayer_end"`
	Next      string     `json:"next_prayer"`
	NextStart string     `json:"next_prayer_start"`
	Remaining int        `json:"remaining_seconds"`
	Prayers   []window   `json:"prayers"`
	Forbidden *forbidden `json:"forbidden_time"`
}

// window is the time of one prayer, relative to now.
type window struct {
	Prayer    string `json:"prayer"`
	Start     string `json:"start"`
	End       string `json:"end"`
	NowIs     string `json:"now_is"` // before, during or after
	NextStart string `json:"next_start"`
	UntilNext int    `json:"seconds_until_next"`
}

// Current answers which prayer's time it is, or what is asked about one of them relative to now.
func (t Talk) Current(ctx context.Context, slots detect.Slots) {
	args := dialogue.Arguments{}
	dialogue.Set(args, "method", slots.Method)
	dialogue.Set(args, "asr", slots.Asr)
	var now currentPrayerResult
	if t.refusesMethod() || !t.resolvePlace(ctx, detect.GetCurrentPrayer, &slots, args) ||
		!t.Run(ctx, toolnames.GetCurrentPrayer, args, t.NamingMasjid(slots, args)) || !t.Decode(t.Answer.Data, &now) {
		return
	}
	t.NotePlace(args)
	t.SetLast(detect.GetCurrentPrayer, slots)
	t.State.Prayer = now.Next
	t.State.PrayerOn, _, _ = strings.Cut(now.NextStart, "T")
	if kind := dialogue.TextOf(slots.Asked); kind != "" && kind != askedJamaat && kind != askedStill && kind != askedMissed {
		t.tellForbidden(now, kind)
		return
	}
	said := messages.Args{
		"next": t.Book.Prayer(now.Next), "clock": t.clockOf(now.Next, now.NextStart), "prayer": t.Book.Prayer(dialogue.TextOf(now.Current)),
		"remaining": t.Book.Duration(time.Duration(now.Remaining) * time.Second),
		"end":       t.endOf(dialogue.TextOf(now.Current), dialogue.TextOf(now.End)),
	}
	switch {
	case slots.Prayer != nil && *slots.Prayer != Jummah && t.tellWindow(*slots.Prayer, now, dialogue.TextOf(slots.Asked)):
	case slots.Prayer != nil && *slots.Prayer != Jummah:
		t.tellWhether(*slots.Prayer, now, said)
	case now.Current == nil:
		t.Say("current_none", said)
	default:
		t.Say("current", said)
	}
}

// tellWhether answers whether it is time for a prayer.
func (t Talk) tellWhether(prayer string, now currentPrayerResult, said messages.Args) {
	t.State.Prayer = prayer
	said["prayer"] = t.Book.Prayer(prayer)
	switch prayer {
	case dialogue.TextOf(now.Current):
		t.Say("is_now", said)
	case now.Next:
		t.Say("is_not_now", said)
	default:
		t.Say("is_not_next", said)
	}
}

// clockOf returns the time of day of a prayer in words, given an RFC 3339 time, in that time's own zone.
func (t Talk) clockOf(prayer, text string) string {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return text
	}
	return t.Book.PrayerClock(prayer, at.Hour(), at.Minute())
}

// endOf is like clockOf for the end of a prayer, which is the beginning of the next one; Fajr ends at sunrise.
func (t Talk) endOf(prayer, text string) string {
	next := slices.Index(dailyPrayers, strings.ToLower(prayer)) + 1
	if next <= 1 {
		return t.clockOf("", text)
	}
	return t.clockOf(dailyPrayers[next%len(dailyPrayers)], text)
}
