package messages

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/salaatflow/platform/language/detect"
)

// Number writes a number in the digits of the language.
func (b *Book) Number(n int) string { return b.digits(strconv.Itoa(n)) }

// digits writes ASCII digits as Urdu does, in Urdu script alone.
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

// Prayer names one of the five prayers, or Jummah, which comes as a tool writes it; empty stays empty.
func (b *Book) Prayer(name string) string { return b.word("prayer_", name) }

// Priority says how important.
func (b *Book) Priority(name string) string { return b.word("priority_", name) }

// Recurrence says how often.
func (b *Book) Recurrence(name string) string { return b.word("recurrence_", name) }

// Category says of what kind.
func (b *Book) Category(name string) string { return b.word("category_", name) }

// Grade says how a hadith is graded, word by word.
func (b *Book) Grade(grade string) string {
	words := strings.Fields(grade)
	for i, word := range words {
		words[i] = b.word("grade_", word)
	}
	return strings.Join(words, " ")
}

// School says by which school asr is reckoned.
func (b *Book) School(school string) string { return b.word("school_", school) }

// Country names a country by its ISO 3166-1 code, or else as a tool named it.
func (b *Book) Country(code, name string) string {
	if key := "country_" + strings.ToLower(code); b.Has(key) {
		return b.Say(key, nil)
	}
	return Data(name)
}

// LanguageName says what a language is called.
func (b *Book) LanguageName(tag string) string {
	return b.word("language_", strings.ReplaceAll(tag, "-", "_"))
}

// word gives the word for a value of a tool, or the value itself where there is none.
func (b *Book) word(prefix, value string) string {
	if key := prefix + strings.ToLower(value); b.Has(key) {
		return b.Say(key, nil)
	}
	return value
}

// Clock says a time of day, such as "6:00 am" or "subah 6 baje".
func (b *Book) Clock(hour, minute int) string {
	spoken := (hour+11)%12 + 1
	args := Args{"hour": spoken, "part": b.Say(partOf(hour), nil)}
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

// partOf is the part of the day that an hour is in, as it is spoken of in Urdu.
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

// ClockText says a time of day that a tool wrote as HH:MM; what is none comes back as it was.
func (b *Book) ClockText(text string) string {
	at, err := time.Parse("15:04", text)
	if err != nil {
		return text
	}
	return b.Clock(at.Hour(), at.Minute())
}

// On says on which day a time is, seen from now: "today", "kal", "on Friday, 6 March". Both are of one zone.
func (b *Book) On(day, now time.Time) string {
	if near := b.near(day, now); near != "" {
		return near
	}
	return b.Say("on_date", Args{"date": b.date(day, now)})
}

// Date names the day that a time is on, seen from now: "yesterday", "Friday, 6 March".
func (b *Book) Date(day, now time.Time) string {
	if near := b.near(day, now); near != "" {
		return near
	}
	return b.date(day, now)
}

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

// days is how many days lie between the dates of two times.
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
		"day":     day.Day(), "year": day.Year(),
	})
}

// When says a date and time, seen from now; a time at the very beginning of a day is the day.
func (b *Book) When(at, now time.Time) string {
	at = at.In(now.Location())
	day := b.On(at, now)
	if at.Hour() == 0 && at.Minute() == 0 {
		return day
	}
	return b.Say("day_at", Args{"day": day, "clock": b.Clock(at.Hour(), at.Minute())})
}

// Duration says how long, in hours and minutes, at least a minute.
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

// Data prepares a text of a user or a service for being quoted in a message: it stays on one line, and cannot turn the
// direction of what stands around it.
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
