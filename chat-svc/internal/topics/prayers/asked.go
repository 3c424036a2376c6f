package prayers

import (
	"context"
	"encoding/json"
	"math"
	"strconv"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// The kinds of question, of language/detect/asked.yaml, that need more than a sentence of the day's times.
const (
	askedMonth  = "month"
	askedWeek   = "week"
	askedFasts  = "fasts"
	askedFast   = "fast"
	askedSehri  = "sehri"
	askedQibla  = "qibla"
	askedJamaat = "jamaat"
	askedStill  = "still"  // is it still the time of a prayer
	askedMissed = "missed" // is it over
	askedFree   = "free_now"

	askedTaraweeh  = "taraweeh"
	askedFastsLeft = "fasts_left"
	askedSunSet    = "sun_set"
	askedSunRisen  = "sun_risen"
)

// dayFacts are what get_prayer_times knows of a day besides the prayers.
type dayFacts struct {
	Sunrise     string      `json:"sunrise"`
	Sunset      string      `json:"sunset"`
	Imsak       string      `json:"imsak"`
	Midnight    string      `json:"midnight"`
	LastThird   string      `json:"last_third"`
	MidnightAt  string      `json:"midnight_datetime"`
	LastThirdAt string      `json:"last_third_datetime"`
	Ishraq      string      `json:"ishraq"`
	Chasht      string      `json:"chasht"`
	DuhaUntil   string      `json:"duha_until"`
	Zawal       string      `json:"zawal"`
	Forbidden   []forbidden `json:"forbidden_times"`
	Qibla       float64     `json:"qibla"`
	Direction   string      `json:"qibla_direction"`
	Hijri       hijriDate   `json:"hijri_date"`

	Ends  map[string]string `json:"end_datetimes"`
	Notes []string          `json:"notes"`
	Days  []dayTimes        `json:"days"`
}

// dayTimes are the times of one of several dates.
type dayTimes struct {
	Date       string            `json:"date"`
	StartTimes map[string]string `json:"start_times"`
	Sunrise    string            `json:"sunrise"`
}

// forbidden is a time at which prayer is forbidden or disliked.
type forbidden struct {
	Kind          string `json:"kind"`
	VoluntaryOnly bool   `json:"voluntary_only"`
	From          string `json:"from"`
	Until         string `json:"until"`
}

const ramadan = 9

// asksOfDay reports whether something else than the prayers' times is asked of a day.
func asksOfDay(slots detect.Slots) bool {
	return slots.Asked != nil && *slots.Asked != askedJamaat
}

// adjusted returns another date to ask for than the one that was answered, if the question is about a time that belongs to
// another: at 2 am the night is yesterday's, after Maghrib the next fast is tomorrow's. A date that is named is kept.
func (t Talk) adjusted(day prayerDay, slots detect.Slots) (string, bool) {
	now, zone := t.Clock.Now(), t.zoneOf(day)
	at, err := time.ParseInLocation(time.DateOnly, day.Date, zone)
	if err != nil || slots.Date != nil || day.Date != now.In(zone).Format(time.DateOnly) {
		return "", false
	}
	is := func(clock string) time.Time { return t.instant(day, clock) }
	switch dialogue.TextOf(slots.Asked) {
	case "tahajjud", "last_third", "midnight":
		return at.AddDate(0, 0, -1).Format(time.DateOnly), now.Before(is(day.StartTimes["fajr"]))
	case askedFast:
		return at.AddDate(0, 0, 1).Format(time.DateOnly), now.After(t.startAt(day, "maghrib"))
	case "sunset":
		return at.AddDate(0, 0, -1).Format(time.DateOnly), now.Before(t.sunset(day)) && t.past()
	case "sunrise":
		return at.AddDate(0, 0, 1).Format(time.DateOnly), now.After(t.sunset(day)) && !t.Words.MentionsToday()
	case askedSehri, "imsak":
		return at.AddDate(0, 0, 1).Format(time.DateOnly), now.After(is(day.StartTimes["fajr"]))
	default:
		return "", false
	}
}

// zoneOf returns the zone of a day's place, or the user's if it is unknown here.
func (t Talk) zoneOf(day prayerDay) *time.Location {
	if zone, err := time.LoadLocation(day.Timezone); err == nil {
		return zone
	}
	return t.Now.Location()
}

// instant returns the instant of a time of a day, HH:MM.
func (t Talk) instant(day prayerDay, clock string) time.Time {
	at, err := time.ParseInLocation(time.DateOnly+" 15:04", day.Date+" "+clock, t.zoneOf(day))
	if err != nil {
		return time.Time{}
	}
	return at
}

// tellAsked answers what is asked of a day besides the prayers.
func (t Talk) tellAsked(day prayerDay, kind string) {
	said := messages.Args{"place": t.placeOf(day), "day": t.dayOfKind(day, kind)}
	clock := func(name, clock string) { said[name] = t.Book.ClockText(clock) }
	switch kind {
	case "sunrise", "sunset":
		t.tellSunTime(day, kind, said)
		return
	case "ishraq":
		clock("clock", day.Ishraq)
		clock("start", day.Sunrise)
		clock("until", day.DuhaUntil)
	case "chasht":
		clock("clock", day.Chasht)
		clock("start", day.Ishraq)
		clock("until", day.DuhaUntil)
	case "zawal":
		clock("clock", day.Zawal)
		clock("start", day.DuhaUntil)
	case "tahajjud", "last_third":
		said["clock"] = t.nightClock(day.LastThird)
		said["start"] = t.startOf(day, "isha")
		said["until"] = t.clockOf("fajr", day.Ends["isha"])
	case "midnight":
		said["clock"] = t.nightClock(day.Midnight)
	case "imsak":
		clock("clock", day.Imsak)
		said["until"] = t.Book.PrayerClockText("fajr", day.StartTimes["fajr"])
	case askedSehri:
		said["clock"] = t.Book.PrayerClockText("fajr", day.StartTimes["fajr"])
	case askedFast:
		said["start"] = t.Book.PrayerClockText("fajr", day.StartTimes["fajr"])
		said["clock"] = t.startOf(day, "maghrib")
	case "makrooh":
		said["times"] = t.forbiddenTimes(day)
	case askedQibla:
		said["direction"] = t.Book.Compass(day.Direction)
		said["degrees"] = int(math.Round(day.Qibla))
	case askedTaraweeh:
		said["clock"] = t.startOf(day, "isha")
	case "awwabin":
		said["start"], said["until"] = t.startOf(day, "maghrib"), t.startOf(day, "isha")
		clock("clock", day.Chasht)
	case askedSunSet, askedSunRisen:
		t.tellSun(day, kind, said)
		return
	case "ramadan_day", askedFastsLeft:
		t.tellHijri(day, kind, said)
		return
	case askedMonth, askedFasts, askedWeek:
		t.tellDays(day, kind, said)
		return
	}
	t.Say("asked_"+kind, said)
	t.tellUntil(day, kind)
	if kind != askedQibla {
		t.tellSky(day, "")
	}
}

// nightClock returns a time of the night in words.
func (t Talk) nightClock(clock string) string { return t.Book.PrayerClockText("isha", clock) }

// tellUntil adds how long it is until a time that is to come today, where one is asked for.
func (t Talk) tellUntil(day prayerDay, kind string) {
	now := t.Clock.Now()
	add := func(key string, at time.Time) bool {
		ahead := at.After(now) && at.Sub(now) < 24*time.Hour
		if ahead {
			t.Answer.Message += " " + t.Book.Say(key, messages.Args{"until": t.Book.Duration(at.Sub(now))})
		}
		return ahead
	}
	if at, ofNight := day.nightTime(kind); ofNight {
		add("left_until", at)
		return
	}
	switch kind {
	case "sunrise":
		add("left_until", t.instant(day, day.Sunrise))
	case "sunset":
		add("left_until", t.sunset(day))
	case "imsak":
		add("left_until", t.instant(day, day.Imsak))
	case askedSehri:
		add("left_sehri", t.startAt(day, "fajr"))
	case askedFast:
		if !add("left_sehri", t.startAt(day, "fajr")) {
			add("left_iftar", t.startAt(day, "maghrib"))
		}
	}
}

func (t Talk) tellHijri(day prayerDay, kind string, said messages.Args) {
	t.setHijri(day, said)
	key := "ramadan_day"
	switch least := shortMonth - day.Hijri.Day; {
	case day.Hijri.Month != ramadan:
		key = "not_ramadan"
	case kind == askedFastsLeft && least < 0:
		key = "fasts_last"
	case kind == askedFastsLeft:
		key = "fasts_left"
		said["count"], said["more"] = least, least+1
	}
	t.Say(key, said)
	if day.Hijri.isExpected() {
		t.Add("islamic_basis_expected", nil)
	}
}

// shortMonth is how many days a month of the Islamic calendar has at least.
const shortMonth = 29

// setHijri adds the day of the Islamic calendar to a message's arguments.
func (t Talk) setHijri(day prayerDay, said messages.Args) {
	said["number"], said["year"] = t.Book.DayOfMonth(day.Hijri.Day), day.Hijri.Year
	said["month"] = t.Book.Say("islamic_month_"+strconv.Itoa(day.Hijri.Month), nil)
}

// askOfDay calls get_prayer_times as often as what is asked of a day needs: again for the date that is meant, or for the
// dates of a table. It returns false if a call failed.
func (t Talk) askOfDay(ctx context.Context, args dialogue.Arguments, slots detect.Slots, day *prayerDay) bool {
	if date, another := t.adjusted(*day, slots); another {
		args["date"] = date
	}
	var table days
	if kind := dialogue.TextOf(slots.Asked); isTable(kind) {
		var ok bool
		if table, ok = t.daysOf(ctx, *day, kind, args); !ok {
			return false
		}
		args["date"], args["days"] = table.From, table.Count
	}
	date, changed := args["date"].(string)
	if !changed || date == day.Date && args["days"] == nil {
		return true
	}
	*day = prayerDay{}
	if !t.Run(ctx, toolnames.GetPrayerTimes, args, t.NamingMasjid(slots, args)) || json.Unmarshal(t.Answer.Data, day) != nil {
		return false
	}
	if args["days"] != nil {
		day.Hijri = table.Hijri
	}
	return true
}
