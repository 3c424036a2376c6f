package prayers

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// days are the dates of a table of times.
type days struct {
	From  string // YYYY-MM-DD
	Count int
	Hijri hijriDate // of the first in Ramadan
}

// isTable reports whether a question is answered by the times of several dates.
func isTable(kind string) bool { return kind == askedMonth || kind == askedFasts || kind == askedWeek }

// daysOf returns the dates of the table that is asked for: a week from a day on, the month of the day, or the Ramadan in which it is or
// which comes next, which may have a day less than 30. It returns false if a call failed.
func (t Talk) daysOf(ctx context.Context, day prayerDay, kind string, args dialogue.Arguments) (days, bool) {
	at, err := time.Parse(time.DateOnly, day.Date)
	if err != nil {
		return days{From: day.Date, Count: 1}, true
	}
	switch {
	case kind == askedWeek:
		return days{From: day.Date, Count: 7}, true
	case kind == askedMonth:
		first := at.AddDate(0, 0, 1-at.Day())
		return days{From: first.Format(time.DateOnly), Count: first.AddDate(0, 1, -1).Day()}, true
	case day.Hijri.Month == ramadan:
		return days{From: at.AddDate(0, 0, 1-day.Hijri.Day).Format(time.DateOnly), Count: 30, Hijri: day.Hijri}, true
	}
	next, ok := t.nextRamadan(ctx, day, args)
	return days{From: next.Date, Count: 30, Hijri: next.Hijri}, ok
}

// nextRamadan looks up the first day of the next Ramadan where a day's times are of. It returns false if the call failed.
func (t Talk) nextRamadan(ctx context.Context, day prayerDay, args dialogue.Arguments) (next IslamicDay, ok bool) {
	at := t.elsewhere(args)
	at["date"] = day.Date
	setHijri(at, &detect.HijriDay{Month: ramadan, Day: 1})
	ok = t.LookUp(ctx, toolnames.GetIslamicDate, at, &next)
	return next, ok
}

// tellDays tells the times of several dates, a line each.
func (t Talk) tellDays(day prayerDay, kind string, said messages.Args) {
	said["count"] = len(day.Days)
	if kind == askedFasts {
		t.setHijri(day, said)
	}
	lines := []string{t.Book.Say("asked_"+kind, said)}
	for _, one := range day.Days {
		at, err := time.Parse(time.DateOnly, one.Date)
		if err != nil {
			continue
		}
		line := messages.Args{"date": t.Book.Say("short_date", messages.Args{
			"day": t.Book.DayOfMonth(at.Day()), "month": t.Book.Say("month_"+strconv.Itoa(int(at.Month())), nil),
		})}
		if kind == askedFasts {
			line["start"] = t.Book.ShortClock(one.StartTimes["fajr"])
			line["until"] = t.Book.ShortClock(one.StartTimes["maghrib"])
			lines = append(lines, t.Book.Say("fast_line", line))
			continue
		}
		var times []string
		for _, prayer := range dailyPrayers {
			times = append(times, t.Book.Say("prayer_time", messages.Args{
				"prayer": t.Book.Prayer(prayer), "clock": t.Book.ShortClock(one.StartTimes[prayer]),
			}))
		}
		line["times"] = t.Book.List(times)
		lines = append(lines, t.Book.Say("day_line", line))
	}
	if kind == askedFasts {
		lines = append(lines, t.Book.Say("fasts_moon", nil))
		if day.Hijri.isExpected() {
			lines = append(lines, t.Book.Say("islamic_basis_expected", nil))
		}
	}
	t.Answer.Message = strings.Join(lines, "\n")
}
