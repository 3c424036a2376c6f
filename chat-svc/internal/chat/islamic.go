package chat

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// islamicDay is the result of get_islamic_date.
type islamicDay struct {
	Date      string     `json:"date"`
	Hijri     hijriDate  `json:"hijri_date"`
	Begun     *hijriDate `json:"since_sunset"` // nil before the sunset of today
	Evening   string     `json:"begins_on_evening_of"`
	Until     string     `json:"until"`
	DaysUntil int        `json:"days_until"`
	Occasion  *string    `json:"occasion"`
	AtNight   bool       `json:"at_night"`
	City      *string    `json:"city"`
	Area      *string    `json:"area"`
}

type hijriDate struct {
	Year  int    `json:"year"`
	Month int    `json:"month"`
	Day   int    `json:"day"`
	Basis string `json:"basis"`
}

// islamicDate answers what the Islamic date is, or when an occasion or a date of the Islamic calendar is.
func (t *turn) islamicDate(ctx context.Context, slots detect.Slots) {
	args := arguments{}
	if t.saysNoDay(slots.Hijri) || !t.resolvePlace(ctx, detect.GetIslamicDate, &slots, args) {
		return
	}
	set(args, "date", slots.Date)
	setHijri(args, slots.Hijri)
	var day islamicDay
	if !t.run(ctx, toolnames.GetIslamicDate, args, slots) || !t.decode(t.answer.Data, &day) {
		return
	}
	t.notePlace(args)
	t.setLast(detect.GetIslamicDate, slots)
	if day.Begun != nil {
		day.Hijri = *day.Begun
	}
	said := t.ofDay(day)
	switch {
	case day.Begun != nil:
		t.say("islamic_evening", said)
	case slots.Hijri == nil:
		t.say("islamic_today", said)
	case day.DaysUntil < 0:
		t.say("islamic_now", said)
	case day.Occasion == nil:
		t.say("islamic_day", said)
	case day.AtNight:
		said["date"] = t.dayOf(day.Evening)
		t.say("islamic_when_night", said)
	case day.Until != day.Date:
		t.say("islamic_when_days", said)
	default:
		t.say("islamic_when", said)
	}
	if slots.Hijri != nil && day.DaysUntil > 1 {
		t.add("islamic_left", messages.Args{"count": day.DaysUntil})
	}
	t.add("islamic_basis_"+day.Hijri.Basis, nil)
}

// setHijri adds the day that a message names to the arguments of get_islamic_date.
func setHijri(args arguments, day *detect.HijriDay) {
	switch {
	case day == nil:
	case day.Occasion != "":
		args["occasion"] = day.Occasion
	default:
		args["hijri_month"], args["hijri_day"] = day.Month, day.Day
		if day.Year != 0 {
			args["hijri_year"] = day.Year
		}
	}
}

// ofDay returns the arguments of messages about a day.
func (t *turn) ofDay(day islamicDay) messages.Args {
	said := messages.Args{
		"place": t.placeOf(prayerDay{Area: day.Area, City: day.City}), "day": t.dayOf(day.Date), "date": t.dayOf(day.Date),
		"until": t.dateOf(day.Until), "number": day.Hijri.Day, "year": strconv.Itoa(day.Hijri.Year),
		"month": t.book.Say("islamic_month_"+strconv.Itoa(day.Hijri.Month), nil),
	}
	if t.book.Language == detect.Urdu {
		said["year"] = t.book.Number(day.Hijri.Year)
	}
	if day.Occasion != nil {
		said["occasion"] = t.book.Say("occasion_"+*day.Occasion, nil)
	}
	return said
}

// add adds a sentence to the answer.
func (t *turn) add(key string, args messages.Args) { t.answer.Message += " " + t.book.Say(key, args) }

// saysNoDay answers a message that names the 31st of an Islamic month. It reports whether it did.
func (t *turn) saysNoDay(day *detect.HijriDay) bool {
	if day == nil || day.Day <= 30 {
		return false
	}
	t.say("islamic_no_day", nil)
	return true
}

// resolveHijri turns a day of the Islamic calendar on which something is to be done into one of ours, in the user's country; a
// night into the evening on which it begins. It reports whether the turn may go on.
func (t *turn) resolveHijri(ctx context.Context, slots *detect.Slots) bool {
	named := slots.Hijri
	if named == nil {
		return true
	}
	if t.saysNoDay(named) {
		return false
	}
	today := t.now.Format(dateLayout)
	day, ok := t.lookUpHijri(ctx, named, today)
	if ok && named.Year == 0 && dueOn(day, named) < today && (named.Earlier || day.AtNight) {
		t.extraCalls++
		day, ok = t.lookUpHijri(ctx, named, daysAfter(day.Until, 1)) // that one is over: the next
	}
	if !ok {
		return false
	}
	due := dueOn(day, named)
	if day.Until >= today {
		due = max(due, today) // in the middle of it, from now on
	}
	if _, clock, told := strings.Cut(textOf(slots.Due), "T"); told {
		due += "T" + clock
	}
	slots.Due, slots.Hijri, t.detected.Cues.ClockOnly, t.islamic = &due, nil, false, &day
	return true
}

func (t *turn) lookUpHijri(ctx context.Context, named *detect.HijriDay, from string) (day islamicDay, ok bool) {
	args := arguments{"date": from}
	setHijri(args, named)
	if named.Year != 0 {
		delete(args, "date")
	}
	ok = t.lookUp(ctx, toolnames.GetIslamicDate, args, &day)
	return day, ok
}

// dueOn returns the day on which something is due: the day itself, or the one before it.
func dueOn(day islamicDay, named *detect.HijriDay) string {
	if named.Earlier {
		return daysAfter(day.Date, -1)
	}
	if day.AtNight {
		return day.Evening
	}
	return day.Date
}

func daysAfter(date string, n int) string {
	at, err := time.Parse(dateLayout, date)
	if err != nil {
		return date
	}
	return at.AddDate(0, 0, n).Format(dateLayout)
}

// tellHijriDue adds to the answer which day of ours the day of the Islamic calendar is that a task is due on.
func (t *turn) tellHijriDue() {
	if t.islamic == nil {
		return
	}
	said, key := t.ofDay(*t.islamic), "islamic_due"
	if t.islamic.AtNight {
		key, said["date"] = "islamic_due_night", t.dayOf(t.islamic.Evening)
	}
	t.add(key, said)
	t.add("islamic_basis_"+t.islamic.Hijri.Basis, nil)
}
