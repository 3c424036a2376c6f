package chat

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// jummah is the slot's name for the Friday prayer.
const jummah = "Jummah"

// dailyPrayers are the prayers of a day, as the keys of prayer_times.
var dailyPrayers = []string{"fajr", "dhuhr", "asr", "maghrib", "isha"}

func (t *turn) prayerTimes(ctx context.Context, slots detect.Slots) {
	if !asksOfDay(slots) && t.asksAboutNow(slots) {
		t.answer.Intent = detect.GetCurrentPrayer
		t.currentPrayer(ctx, slots)
		return
	}
	args := arguments{}
	if t.refusesMethod() || !t.resolvePlace(ctx, detect.GetPrayerTimes, &slots, args) {
		return
	}
	if textOf(slots.Prayer) == jummah {
		friday := t.jummahDate(slots.Date)
		slots.Date = &friday
	}
	set(args, "date", slots.Date)
	set(args, "method", slots.Method)
	set(args, "asr", slots.Asr)
	var day prayerDay
	if !t.run(ctx, toolnames.GetPrayerTimes, args, t.namingMasjid(slots, args)) || !t.decode(t.answer.Data, &day) {
		return
	}
	t.notePrayer(slots.Prayer)
	t.notePlace(args)
	t.setLast(detect.GetPrayerTimes, slots)
	if asksOfDay(slots) {
		if t.askOfDay(ctx, args, slots, &day) {
			t.tellAsked(day, *slots.Asked)
		}
		return
	}
	if textOf(slots.Asked) == askedJamaat && day.MasjidID == nil && textOf(slots.Prayer) != jummah {
		t.tellNoJamaat(day, textOf(slots.Prayer))
		return
	}
	t.tellTimes(day, textOf(slots.Prayer))
	t.tellCalculation(day, slots)
}

// resolvePlace adds the place to the arguments: a masjid by name or by position, an area, a city, or the place of the
// conversation. Without any of these, the tool uses the user's place. resolvePlace reports whether the turn may go
// on.
func (t *turn) resolvePlace(ctx context.Context, intent detect.Intent, slots *detect.Slots, args arguments) bool {
	pointsAtMasjid := t.detected.Cues.Ordinal != 0 && t.state.Listed.Kind == conversation.Masjids
	switch {
	case slots.Latitude != nil && slots.Longitude != nil:
		args["latitude"], args["longitude"] = *slots.Latitude, *slots.Longitude
	case slots.MasjidName != nil || pointsAtMasjid:
		chosen, ok := t.whichMasjid(ctx, intent, *slots)
		if !ok {
			return false
		}
		chosen.Said = textOf(slots.MasjidName)
		t.state.Masjid = chosen
		args["masjid_id"] = chosen.ID
	case slots.Area != nil || slots.City != nil:
		set(args, "area", slots.Area)
		set(args, "city", slots.City)
	case t.refersToPlace():
		t.placeArguments(slots, args)
	}
	return true
}

// refersToPlace reports whether a message that names no place means the place of the conversation: it says "there",
// or the previous message was about that place.
func (t *turn) refersToPlace() bool {
	if t.detected.Cues.There || t.detected.Cues.Continues {
		return true
	}
	switch t.state.Last.Intent {
	case detect.ListMasjids, detect.SearchMasjids, detect.GetMasjidDetails, detect.GetPrayerTimes, detect.GetCurrentPrayer,
		detect.GetIslamicDate:
		return true
	default:
		return false
	}
}

func (t *turn) placeArguments(slots *detect.Slots, args arguments) {
	place := t.state.Place
	switch {
	case place.Masjid != 0:
		args["masjid_id"] = place.Masjid
	case place.Area != "":
		slots.Area = &place.Area
		args["area"] = place.Area
	case place.City != "":
		slots.City = &place.City
		args["city"] = place.City
	}
}

// namingMasjid returns the slots of a call with the masjid's name, if the call is about the current masjid.
func (t *turn) namingMasjid(slots detect.Slots, args arguments) detect.Slots {
	if id, _ := args["masjid_id"].(int32); id != 0 && id == t.state.Masjid.ID && slots.MasjidName == nil {
		name := t.state.Masjid.Called()
		slots.MasjidName = &name
	}
	return slots
}

// notePlace remembers the place of a call, for "wahan" and "aur Asr?".
func (t *turn) notePlace(args arguments) {
	place := conversation.Place{}
	place.Masjid, _ = args["masjid_id"].(int32)
	place.Area, _ = args["area"].(string)
	place.City, _ = args["city"].(string)
	t.setPlace(place)
}

// jummahDate returns the date to use for Jummah: the given date, or the next Friday, which may be today.
func (t *turn) jummahDate(date *string) string {
	if date != nil {
		return *date
	}
	until := (int(time.Friday) - int(t.now.Weekday()) + 7) % 7
	return t.now.AddDate(0, 0, until).Format(dateLayout)
}

func (t *turn) tellTimes(day prayerDay, prayer string) {
	said := messages.Args{"place": t.placeOf(day), "day": t.dayOf(day.Date)}
	if prayer == jummah {
		t.tellJummah(day, said)
		return
	}
	if prayer != "" {
		name := strings.ToLower(prayer)
		said["prayer"], said["clock"] = t.book.Prayer(prayer), t.book.PrayerClockText(name, day.PrayerTimes[name])
		t.say(t.startKey(day, name), said)
		return
	}
	var times []string
	for _, name := range dailyPrayers {
		times = append(times, t.prayerClock(name, day.PrayerTimes[name]))
	}
	said["times"] = t.book.List(times)
	if day.MasjidID != nil {
		t.say("prayer_times_masjid", said)
		return
	}
	t.say("prayer_times", said)
}

// startKey returns the key of the message that says when a prayer is: in the past, the present or the future, and whether its jamaat
// is meant.
func (t *turn) startKey(day prayerDay, prayer string) string {
	today := t.now.Format(dateLayout)
	switch {
	case day.Shows[prayer] == "jamaat":
		return "prayer_jamaat"
	case day.Date < today, day.MasjidID == nil && day.Date == today && t.hasBegun(day, prayer):
		return "prayer_started"
	case day.MasjidID != nil:
		return "prayer_no_jamaat"
	case day.Date > today:
		return "prayer_will_start"
	default:
		return "prayer_start"
	}
}

func (t *turn) tellJummah(day prayerDay, said messages.Args) {
	said["clock"] = t.book.PrayerClockText("dhuhr", day.StartTimes["dhuhr"])
	switch {
	case len(day.JummahTimes) > 0:
		var times []string
		for _, clock := range day.JummahTimes {
			times = append(times, t.book.ClockText(clock))
		}
		said["times"] = t.book.List(times)
		t.say("jummah_at", said)
	case day.MasjidID != nil:
		t.say("jummah_unknown", said)
	default:
		t.say("jummah_in", said)
	}
}

func (t *turn) dayOf(date string) string {
	at, err := time.ParseInLocation(dateLayout, date, t.now.Location())
	if err != nil {
		return date
	}
	return t.book.On(at, t.now)
}

// dateOf returns a date from a tool's result in words.
func (t *turn) dateOf(date string) string {
	at, err := time.ParseInLocation(dateLayout, date, t.now.Location())
	if err != nil {
		return date
	}
	return t.book.Date(at, t.now)
}

// placeOf returns the name of the place that prayer times are for.
func (t *turn) placeOf(day prayerDay) string {
	switch {
	case day.MasjidName != nil:
		known := conversation.Item{Name: *day.MasjidName}
		if day.MasjidID != nil && t.state.Masjid.ID == *day.MasjidID {
			known = t.state.Masjid
		}
		return t.masjidName(known)
	case day.Area != nil:
		return t.areaName(*day.Area)
	case day.City != nil:
		return t.cityName(*day.City)
	default:
		return t.book.Say("your_place", nil)
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

func (t *turn) currentPrayer(ctx context.Context, slots detect.Slots) {
	args := arguments{}
	set(args, "method", slots.Method)
	set(args, "asr", slots.Asr)
	var now currentPrayerResult
	if t.refusesMethod() || !t.resolvePlace(ctx, detect.GetCurrentPrayer, &slots, args) ||
		!t.run(ctx, toolnames.GetCurrentPrayer, args, t.namingMasjid(slots, args)) || !t.decode(t.answer.Data, &now) {
		return
	}
	t.notePlace(args)
	t.setLast(detect.GetCurrentPrayer, slots)
	t.state.Prayer = now.Next
	if slots.Asked != nil && *slots.Asked != askedJamaat {
		t.tellForbidden(now)
		return
	}
	said := messages.Args{
		"next": t.book.Prayer(now.Next), "clock": t.clockOf(now.Next, now.NextStart), "prayer": t.book.Prayer(textOf(now.Current)),
		"remaining": t.book.Duration(time.Duration(now.Remaining) * time.Second), "end": t.endOf(textOf(now.Current), textOf(now.End)),
	}
	switch {
	case slots.Prayer != nil && *slots.Prayer != jummah && t.tellWindow(*slots.Prayer, now):
	case slots.Prayer != nil && *slots.Prayer != jummah:
		t.tellWhether(*slots.Prayer, now, said)
	case now.Current == nil:
		t.say("current_none", said)
	default:
		t.say("current", said)
	}
}

// tellWhether answers whether it is time for a prayer.
func (t *turn) tellWhether(prayer string, now currentPrayerResult, said messages.Args) {
	t.state.Prayer = prayer
	said["prayer"] = t.book.Prayer(prayer)
	switch prayer {
	case textOf(now.Current):
		t.say("is_now", said)
	case now.Next:
		t.say("is_not_now", said)
	default:
		t.say("is_not_next", said)
	}
}

// clockOf returns the time of day of a prayer in words, given an RFC 3339 time, in that time's own zone.
func (t *turn) clockOf(prayer, text string) string {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return text
	}
	return t.book.PrayerClock(prayer, at.Hour(), at.Minute())
}

// endOf is like clockOf for the end of a prayer, which is the beginning of the next one; Fajr ends at sunrise.
func (t *turn) endOf(prayer, text string) string {
	next := slices.Index(dailyPrayers, strings.ToLower(prayer)) + 1
	if next <= 1 {
		return t.clockOf("", text)
	}
	return t.clockOf(dailyPrayers[next%len(dailyPrayers)], text)
}
