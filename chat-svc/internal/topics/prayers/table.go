package prayers

import (
	"strconv"
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/messages"
)

// daysOf returns the first date and the number of dates of the table that is asked for: the month of a day, or its Ramadan, which
// may have a day less than 30.
func daysOf(day prayerDay, kind string) (string, int) {
	at, err := time.Parse(time.DateOnly, day.Date)
	if err != nil {
		return day.Date, 1
	}
	if kind == askedFasts && day.Hijri.Month == ramadan {
		return at.AddDate(0, 0, 1-day.Hijri.Day).Format(time.DateOnly), 30
	}
	first := at.AddDate(0, 0, 1-at.Day())
	return first.Format(time.DateOnly), first.AddDate(0, 1, -1).Day()
}

// tellDays tells the times of several dates, a line each.
func (t Talk) tellDays(day prayerDay, kind string, said messages.Args) {
	said["count"] = len(day.Days)
	lines := []string{t.Book.Say("asked_"+kind, said)}
	for _, one := range day.Days {
		at, err := time.Parse(time.DateOnly, one.Date)
		if err != nil {
			continue
		}
		line := messages.Args{"date": t.Book.Say("short_date", messages.Args{
			"day": at.Day(), "month": t.Book.Say("month_"+strconv.Itoa(int(at.Month())), nil),
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
	if kind == askedFasts && day.Hijri.Month == ramadan {
		lines = append(lines, t.Book.Say("fasts_moon", nil))
	}
	t.Answer.Message = strings.Join(lines, "\n")
}
