package prayers

import (
	"strconv"
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/messages"
)

// sky is why the times of a day are not by the sun of their place alone. The tool's notes say so in English.
type sky struct {
	Key      string   // of the message about a sun that does not rise or set, or hardly; empty for none
	Latitude string   // whose times are used then
	Rule     string   // by which the prayers below are told
	Prayers  []string // their keys
}

// skyNotes are how the notes about the sun begin, and the keys of what is said of them.
var skyNotes = [...]struct{ begins, key string }{
	{"the sun does not rise", skyNoSunrise}, {"the sun does not set", skyNoSunset}, {"day or night is too short", "sky_short"},
}

const (
	skyNoSunrise = "sky_no_sunrise"
	skyNoSunset  = "sky_no_sunset"
)

// highLatitudeRules are the rules as the notes name them.
var highLatitudeRules = [...]string{"middle_of_the_night", "seventh_of_the_night", "twilight_angle"}

func (d prayerDay) sky() (of sky) {
	for _, note := range d.Notes {
		for _, known := range skyNotes {
			if strings.HasPrefix(note, known.begins) {
				_, latitude, _ := strings.Cut(note, "latitude ")
				of.Key, of.Latitude = known.key, strings.TrimSuffix(latitude, "°")
			}
		}
		if !strings.Contains(note, " rule ") {
			continue
		}
		for _, prayer := range dailyPrayers {
			if strings.Contains(strings.ToLower(note), prayer) {
				of.Prayers, of.Rule = append(of.Prayers, prayer), ruleIn(note)
			}
		}
	}
	return of
}

// ruleIn returns the key of the rule that a note names.
func ruleIn(note string) string {
	for _, rule := range highLatitudeRules {
		if strings.Contains(note, rule) {
			return "rule_" + rule
		}
	}
	return "rule_own"
}

// still reports whether the sun does not rise, or does not set.
func (s sky) still() bool { return s.Key == skyNoSunrise || s.Key == skyNoSunset }

// sunKey returns the key that says so.
func (s sky) sunKey() string {
	if s.Key == skyNoSunrise {
		return "no_sunrise"
	}
	return "no_sunset"
}

// tellSky adds that times are those of another latitude, or by a rule for short nights: for one prayer, or for all if it is empty.
func (t Talk) tellSky(day prayerDay, prayer string) {
	of := day.sky()
	if of.Key != "" {
		t.Add(of.Key, messages.Args{"latitude": t.latitude(of.Latitude)})
		return
	}
	var names []string
	for _, one := range of.Prayers {
		if prayer == "" || strings.EqualFold(one, prayer) {
			names = append(names, t.Book.Prayer(one))
		}
	}
	if len(names) == 0 {
		return
	}
	named := names[0]
	if len(names) > 1 {
		named = t.Book.Say("sky_two", messages.Args{"first": named, "second": names[len(names)-1]})
	}
	t.Add("sky_rule", messages.Args{"prayers": named, "rule": t.Book.Say(of.Rule, nil)})
}

// latitude returns a latitude in the digits of the language.
func (t Talk) latitude(degrees string) string {
	whole, part, _ := strings.Cut(degrees, ".")
	said := make([]string, 0, 2)
	for _, digits := range []string{whole, part} {
		if n, err := strconv.Atoi(digits); err == nil {
			said = append(said, t.Book.Number(n))
		}
	}
	return strings.Join(said, ".")
}

// tellSunTime tells when the sun rises or sets, or that it does not, and where the times are from then.
func (t Talk) tellSunTime(day prayerDay, kind string, said messages.Args) {
	said["clock"] = t.Book.ClockText(day.Sunrise)
	if kind == "sunset" {
		said["clock"] = t.dated(day, t.Book.ClockText(day.Sunset), t.sunset(day))
	}
	if of := day.sky(); of.still() {
		said["latitude"] = t.latitude(of.Latitude)
		t.Say(of.sunKey(), said)
		t.Add("borrowed_"+kind, said)
		return
	}
	t.Say("asked_"+kind, said)
	t.tellUntil(day, kind)
}

// sunset returns the instant of a day's sunset, which may be after midnight.
func (t Talk) sunset(day prayerDay) time.Time {
	at := t.instant(day, day.Sunset)
	if at.Before(t.instant(day, day.Sunrise)) {
		return at.AddDate(0, 0, 1)
	}
	return at
}

// startAt returns the instant at which a prayer begins.
func (t Talk) startAt(day prayerDay, prayer string) time.Time {
	if at, err := time.Parse(time.RFC3339, day.Starts[prayer]); err == nil {
		return at
	}
	return t.instant(day, day.StartTimes[prayer])
}

// startOf returns when a prayer begins, in words.
func (t Talk) startOf(day prayerDay, prayer string) string {
	return t.dated(day, t.Book.PrayerClockText(prayer, day.StartTimes[prayer]), t.startAt(day, prayer))
}

// shownOf is like startOf for the time that is shown of a prayer, which may be that of its jamaat.
func (t Talk) shownOf(day prayerDay, prayer string) string {
	clock := t.Book.PrayerClockText(prayer, day.PrayerTimes[prayer])
	if day.Shows[prayer] == "jamaat" {
		return clock
	}
	return t.dated(day, clock, t.startAt(day, prayer))
}

// dated adds its date to a time that is not on its day any more, but after midnight.
func (t Talk) dated(day prayerDay, clock string, at time.Time) string {
	at = at.In(t.zoneOf(day))
	if at.Format(time.DateOnly) == day.Date {
		return clock
	}
	return t.Book.Say("clock_on", messages.Args{"clock": clock, "date": t.Book.Say("short_date", messages.Args{
		"day": at.Day(), "month": t.Book.Say("month_"+strconv.Itoa(int(at.Month())), nil),
	})})
}
