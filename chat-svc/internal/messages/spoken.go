package messages

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/salaatflow/platform/language/detect"
)

// Number returns a number in the digits of the language.
func (b *Book) Number(n int) string { return b.digits(strconv.Itoa(n)) }

// Digits returns a text with its digits in those of the language.
func (b *Book) Digits(text string) string { return b.digits(text) }

// digits replaces ASCII digits by Urdu ones in Urdu script, and returns the text unchanged in other languages.
func (b *Book) digits(text string) string {
	if b.Language != detect.Urdu {
		return text
	}
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '۰' + (r - '0')
		}
		return r
	}, text)
}

// Prayer returns the name of a prayer, or of Jummah, given a tool's spelling. For an empty name it returns an empty
// string.
func (b *Book) Prayer(name string) string { return b.word("prayer_", name) }

// Priority returns the word for a priority.
func (b *Book) Priority(name string) string { return b.word("priority_", name) }

// Recurrence returns the word for a recurrence.
func (b *Book) Recurrence(name string) string { return b.word("recurrence_", name) }

// Category returns the word for a category.
func (b *Book) Category(name string) string { return b.word("category_", name) }

// Grade translates the grade of a hadith word by word.
func (b *Book) Grade(grade string) string {
	words := strings.Fields(grade)
	for i, word := range words {
		words[i] = b.word("grade_", word)
	}
	return strings.Join(words, " ")
}

// School returns the name of a school for the time of Asr.
func (b *Book) School(school string) string { return b.word("school_", school) }

// Country returns the name of the country with the ISO 3166-1 code, or name if the catalogue does not have it.
func (b *Book) Country(code, name string) string {
	if key := "country_" + strings.ToLower(code); b.Has(key) {
		return b.Say(key, nil)
	}
	if own := b.urdu[code]; own != "" && b.Language == detect.Urdu {
		return own
	}
	return Data(name)
}

// LanguageName returns the name of a language.
func (b *Book) LanguageName(tag string) string {
	return b.word("language_", strings.ReplaceAll(tag, "-", "_"))
}

// word returns the word for a tool's value, or the value itself if there is none.
func (b *Book) word(prefix, value string) string {
	if key := prefix + strings.ToLower(value); b.Has(key) {
		return b.Say(key, nil)
	}
	return value
}

// Clock returns a time of day in words, such as "6:00 am" or "subah 6 baje".
func (b *Book) Clock(hour, minute int) string { return b.clock(hour, minute, partOf(hour)) }

func (b *Book) clock(hour, minute int, part string) string {
	spoken := (hour+11)%12 + 1
	args := Args{"hour": spoken, "part": b.Say(part, nil)}
	if minute == 0 {
		return b.Say("clock", args)
	}
	digits := strconv.Itoa(minute)
	if minute < 10 {
		digits = "0" + digits
	}
	args["minute"] = b.digits(digits)
	return b.Say("clock_full", args)
}

// partOf returns the key of the part of the day, as people divide it in Urdu.
func partOf(hour int) string {
	switch {
	case hour < 4:
		return "part_night"
	case hour < 12:
		return "part_morning"
	case hour < 16:
		return "part_noon"
	case hour < 20:
		return "part_evening"
	default:
		return "part_late"
	}
}

// PrayerClock is like Clock for the time of a prayer. Its part of the day is that of the prayer: even at 7:00 pm Isha is at night,
// not in the evening.
func (b *Book) PrayerClock(prayer string, hour, minute int) string {
	return b.clock(hour, minute, partOfPrayer(strings.ToLower(prayer), hour))
}

func partOfPrayer(prayer string, hour int) string {
	switch isMorning := hour < 12; {
	case prayer == "fajr" && isMorning && hour >= dawn:
		return "part_morning"
	case (prayer == "dhuhr" || prayer == "asr") && isMorning:
		return "part_forenoon"
	case prayer == "maghrib" && hour >= evening:
		return "part_evening"
	case prayer == "isha" && hour >= night:
		return "part_late"
	default:
		return partOf(hour)
	}
}

// The hours before which it is no morning at Fajr, no evening at Maghrib and no night at Isha: in the far north they may be so early.
const (
	dawn    = 2
	evening = 16
	night   = 18
)

// ClockText returns a time of day in words, given HH:MM. It returns any other text unchanged.
func (b *Book) ClockText(text string) string { return b.PrayerClockText("", text) }

// PrayerClockText is like ClockText for the time of a prayer.
func (b *Book) PrayerClockText(prayer, text string) string {
	at, err := time.Parse("15:04", text)
	if err != nil {
		return text
	}
	return b.PrayerClock(prayer, at.Hour(), at.Minute())
}

// On returns on which day a time is, relative to now: "today", "kal", "on Friday, 6 March". Both times must be in the
// same zone.
func (b *Book) On(day, now time.Time) string {
	if near := b.near(day, now); near != "" {
		return near
	}
	return b.Say("on_date", Args{"date": b.date(day, now)})
}

// Date returns the day of a time, relative to now: "yesterday", "Friday, 6 March".
func (b *Book) Date(day, now time.Time) string {
	if near := b.near(day, now); near != "" {
		return near
	}
	return b.date(day, now)
}

// CalendarDate returns the day of a time as the calendar has it, whether or not it is near: "Friday, 6 March".
func (b *Book) CalendarDate(day, now time.Time) string { return b.date(day, now) }

func (b *Book) near(day, now time.Time) string {
	switch days(now, day) {
	case -1:
		return b.Say("yesterday", nil)
	case 0:
		return b.Say("today", nil)
	case 1:
		return b.Say("tomorrow", nil)
	case 2:
		return b.Say("day_after", nil)
	default:
		return ""
	}
}

// days returns the number of days between the dates of two times.
func days(from, to time.Time) int {
	date := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	return int(date(to).Sub(date(from)).Hours() / 24)
}

func (b *Book) date(day, now time.Time) string {
	key := "date"
	if day.Year() != now.Year() {
		key = "date_year"
	}
	return b.Say(key, Args{
		"weekday": b.Say("weekday_"+strconv.Itoa(int(day.Weekday())), nil),
		"month":   b.Say("month_"+strconv.Itoa(int(day.Month())), nil),
		"day":     b.DayOfMonth(day.Day()), "year": day.Year(),
	})
}

// DayOfMonth returns a day of a month as it is read in a date: the first has a word of its own in Urdu.
func (b *Book) DayOfMonth(day int) string {
	if day == 1 {
		return b.Say("first_of_month", nil)
	}
	return b.Number(day)
}

// IsDay reports whether a due time stands for its day alone. Midnight is one second later.
func IsDay(at time.Time) bool { return at.Hour() == 0 && at.Minute() == 0 && at.Second() == 0 }

// When returns a date and time in words, relative to now.
func (b *Book) When(at, now time.Time) string { return b.PrayerWhen("", at, now) }

// hoursOf are the hours, from the first until before the last, that belong to the part of the day of a prayer.
var hoursOf = map[string][2]int{"fajr": {2, 9}, "dhuhr": {11, 12}, "maghrib": {16, 22}, "isha": {18, 24}}

// PrayerWhen is like When for a time that goes with a prayer: a reminder at Isha is at night, and not in the evening.
func (b *Book) PrayerWhen(prayer string, at, now time.Time) string {
	at = at.In(now.Location())
	day := b.On(at, now)
	switch {
	case IsDay(at):
		return day
	case at.Hour() == 0 && at.Minute() == 0:
		return b.Say("day_at_midnight", Args{"eve": b.On(at.AddDate(0, 0, -1), now)})
	}
	if hours := hoursOf[strings.ToLower(prayer)]; at.Hour() < hours[0] || at.Hour() >= hours[1] {
		prayer = ""
	}
	return b.Say("day_at", Args{"day": day, "clock": b.PrayerClock(prayer, at.Hour(), at.Minute())})
}

// Moment is When for a time at which something happens: of midnight it says the hour, too.
func (b *Book) Moment(at, now time.Time) string {
	at = at.In(now.Location())
	return b.Say("day_at", Args{"day": b.On(at, now), "clock": b.Clock(at.Hour(), at.Minute())})
}

// Duration returns a duration in hours and minutes, rounded up to at least one minute.
func (b *Book) Duration(d time.Duration) string {
	whole := max(1, int((d + time.Minute - 1).Minutes()))
	hours, minutes := b.Say("hours", Args{"count": whole / 60}), b.Say("minutes", Args{"count": whole % 60})
	switch {
	case whole < 60:
		return minutes
	case whole%60 == 0:
		return hours
	default:
		return b.Say("hours_minutes", Args{"hours": hours, "minutes": minutes})
	}
}

// Data prepares text from a user or a service for quoting in a message. The result is on one line and cannot change
// the direction of the text around it.
func Data(text string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) || unicode.IsControl(r):
			return ' '
		case unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, text)), " ")
}

// ShortClock returns a time of day for a table, given HH:MM: "5:37".
func (b *Book) ShortClock(text string) string {
	at, err := time.Parse("15:04", text)
	if err != nil {
		return text
	}
	return b.digits(at.Format("3:04"))
}

// Compass returns the name of a point of the compass, given a tool's spelling, such as west-south-west.
func (b *Book) Compass(point string) string {
	return b.word("compass_", strings.ReplaceAll(point, "-", "_"))
}
