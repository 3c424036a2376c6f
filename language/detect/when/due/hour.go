package due

import (
	"time"

	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/detect/when/words"
)

const (
	noonMinute     = 12 * 60
	midnightMinute = 24 * 60
)

// resolveClock is the time that was told on a day; a zero day means that none was told, and that the time is the next one
// to come.
func (o Options) resolveClock(e *when.Expression, day time.Time) time.Time {
	today := o.today()
	minute, sure := minuteOfDay(e)
	switch {
	case day.IsZero() && sure:
		return o.nextAt(today, minute)
	case day.IsZero():
		return o.sensible(today, minute)
	case !sure && day.Equal(today):
		return o.laterToday(today, minute)
	case !sure:
		return o.on(day, o.usual(minute))
	}
	// After midnight, tonight at 1 is the night that has begun.
	if early := minute - midnightMinute; early >= 0 && day.Equal(today) && o.Now.Hour() < 5 && o.on(day, early).After(o.wall()) {
		return o.on(day, early)
	}
	return o.on(day, minute)
}

// on is a minute of a day, as a clock on the wall shows it; from 1440 on, of the night that follows it. The clocks may skip it that day:
// who keeps it knows what it was to be, as each day at 2:30 is.
func (o Options) on(day time.Time, minute int) time.Time {
	y, m, d := day.Date()
	return time.Date(y, m, d, minute/60, minute%60, 0, 0, time.UTC)
}

// wall is what the clock on the wall shows now.
func (o Options) wall() time.Time {
	y, m, d := o.Now.Date()
	return time.Date(y, m, d, o.Now.Hour(), o.Now.Minute(), o.Now.Second(), o.Now.Nanosecond(), time.UTC)
}

// minuteOfDay says which minute of the day was told, and whether that is sure or may as well be twelve hours away. It is
// 1440 and more for the hours after midnight that people count to the day before: raat 12 baje, raat 1 baje.
func minuteOfDay(e *when.Expression) (int, bool) {
	minute := e.Clock.Minute
	switch {
	case e.Clock.Half == when.DayMinute:
		return minute, true
	case minute >= 13*60:
		return minute, true
	case e.Clock.Half == when.AM || e.Clock.Half == when.PM:
		minute %= noonMinute
		if e.Clock.Half == when.PM {
			return minute + noonMinute, true
		}
		if e.Part == words.Night && minute < 5*60 {
			minute += midnightMinute
		}
		return minute, true
	case e.Part != words.NoPart:
		return byPart(e.Part, minute), true
	case e.Clock.Half == when.WholeDay:
		return minute, true
	case e.Prayer == "Fajr":
		return minute % noonMinute, true
	case e.Prayer != "":
		return minute%noonMinute + noonMinute, true
	}
	return minute, false
}

// byPart is the minute of the day for one on a clock of twelve hours in a part of the day.
func byPart(part words.DayPart, minute int) int {
	if minute >= 13*60 {
		return minute
	}
	twelve := minute >= noonMinute || minute < 60
	minute %= noonMinute
	switch part {
	case words.Morning:
		if twelve {
			return minute + noonMinute
		}
		return minute
	case words.Noon:
		if minute >= 8*60 {
			return minute
		}
		return minute + noonMinute
	case words.Evening:
		if twelve {
			return minute + midnightMinute
		}
		return minute + noonMinute
	case words.Night:
		if minute < 5*60 {
			return minute + midnightMinute
		}
		return minute + noonMinute
	default:
		return minute + noonMinute
	}
}

// usual is the time that people mean on another day when they do not say which half of it: 7 to 11 is in the morning,
// noon to 6 is after noon.
func (o Options) usual(minute int) int {
	minute %= noonMinute
	if minute < morning && !o.early(minute) {
		return minute + noonMinute
	}
	return minute
}

// morning is the hour from which on people mean the morning when they do not say so.
const morning = 7 * 60

// early says whether a minute on a clock of twelve hours is early in the morning, since what is done then is.
func (o Options) early(minute int) bool {
	const first = 3 * 60
	return o.Early && minute >= first
}

// nextAt is the next time that the clock shows a minute of the day.
func (o Options) nextAt(today time.Time, minute int) time.Time {
	if minute >= midnightMinute && o.Now.Hour() < 5 {
		if early := o.on(today, minute-midnightMinute); early.After(o.wall()) {
			return early
		}
	}
	if t := o.on(today, minute); t.After(o.wall()) {
		return t
	}
	return o.on(today.AddDate(0, 0, 1), minute)
}

// asleep is the hour until which nobody means the small hours unless the night is told.
const asleep = 4 * 60

// sensible is the next time that the clock of twelve hours shows a minute while people are awake.
func (o Options) sensible(today time.Time, minute int) time.Time {
	minute %= noonMinute
	for n := range 3 {
		day := today.AddDate(0, 0, n)
		awake := minute >= asleep && (n == 0 || minute >= morning) || o.early(minute)
		if t := o.on(day, minute); awake && t.After(o.wall()) {
			return t
		}
		if t := o.on(day, minute+noonMinute); t.After(o.wall()) && !o.early(minute) {
			return t
		}
	}
	return o.on(today, minute+noonMinute)
}

// laterToday is the sensible time that is left of today, or the second one if both are gone.
func (o Options) laterToday(today time.Time, minute int) time.Time {
	minute %= noonMinute
	if t := o.on(today, minute); minute >= asleep && t.After(o.wall()) {
		return t
	}
	return o.on(today, minute+noonMinute)
}
