package words

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Clock returns a time of day, HH:MM, as people read it: 5:34 am, ۵:۳۴.
func (l *Language) Clock(clock string) string {
	short := l.ShortClock(clock)
	switch {
	case short == "" || !strings.Contains(clock, ":"):
		return short
	case l.Tag == Urdu:
		return l.partOfDay(clock) + " " + short
	case clock < "12":
		return short + " am"
	default:
		return short + " pm"
	}
}

// partOfDay returns what people call the time of day before its hour.
func (l *Language) partOfDay(clock string) string {
	switch {
	case clock < "04":
		return l.texts["daypart.night"]
	case clock < "12":
		return l.texts["daypart.morning"]
	case clock < "16":
		return l.texts["daypart.noon"]
	case clock < "20":
		return l.texts["daypart.evening"]
	default:
		return l.texts["daypart.night"]
	}
}

// ShortClock returns a time of day, HH:MM, without the half of the day, which the name of a prayer tells.
func (l *Language) ShortClock(clock string) string {
	hours, minutes, ok := strings.Cut(clock, ":")
	hour, err := strconv.Atoi(hours)
	if !ok || err != nil {
		return clock
	}
	const noon = 12
	return l.Digits(fmt.Sprintf("%d:%s", (hour+noon-1)%noon+1, minutes))
}

// Moment returns when something is, relative to now, in the zone of the moment: today, 6:00 pm; Monday, 2 March.
func (l *Language) Moment(moment, now time.Time) string {
	date := l.Date(moment, now)
	if moment.Hour() == 0 && moment.Minute() == 0 {
		return date
	}
	comma := ", "
	if l.Tag == Urdu {
		comma = "، "
	}
	return date + comma + l.Clock(moment.Format("15:04"))
}

// Date returns the date of a moment, relative to now where that is shorter.
func (l *Language) Date(moment, now time.Time) string {
	const day = 24 * time.Hour
	midnight := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	switch days := midnight(moment).Sub(midnight(now.In(moment.Location()))) / day; days {
	case -1:
		return l.texts["date.yesterday"]
	case 0:
		return l.texts["date.today"]
	case 1:
		return l.texts["date.tomorrow"]
	}
	return l.LongDate(moment, moment.Year() != now.Year())
}

// LongDate returns a date with its weekday: Monday, 2 March.
func (l *Language) LongDate(moment time.Time, withYear bool) string {
	comma := ", "
	if l.Tag == Urdu {
		comma = " "
	}
	text := l.texts["weekday."+strconv.Itoa(int(moment.Weekday()))] + comma + l.Number(moment.Day()) + " " +
		l.texts["month."+strconv.Itoa(int(moment.Month()))]
	if withYear {
		text += " " + l.Number(moment.Year())
	}
	return text
}

// Remaining returns how long it is until something: 2 h 5 min.
func (l *Language) Remaining(seconds int) string {
	const minute, hour = 60, 3600
	if seconds < minute {
		return l.texts["remaining.soon"]
	}
	hours, minutes := seconds/hour, seconds%hour/minute
	key := "remaining.minutes"
	if hours > 0 {
		key = "remaining.hours"
	}
	text, _ := l.Say(key, "hours", hours, "minutes", minutes) // a test says that all have it
	return text
}
