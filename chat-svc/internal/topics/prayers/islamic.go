package prayers

import (
	"context"
	"strconv"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// IslamicDay is the result of get_islamic_date.
type IslamicDay struct {
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
	Country   *string    `json:"country"`
	Timezone  string     `json:"timezone"`

	ofLand bool // the message asks about the country
	named  bool // the message names the date
}

type hijriDate struct {
	Year  int    `json:"year"`
	Month int    `json:"month"`
	Day   int    `json:"day"`
	Basis string `json:"basis"`
}

// IslamicDate answers what the Islamic date is, or when an occasion or a date of the Islamic calendar is.
func (t Talk) IslamicDate(ctx context.Context, slots detect.Slots) {
	args := dialogue.Arguments{}
	if t.SaysNoDay(slots.Hijri) || !t.resolveLand(ctx, &slots, args) {
		return
	}
	dialogue.Set(args, "date", slots.Date)
	setHijri(args, slots.Hijri)
	var day IslamicDay
	for asked := false; !asked; {
		day = IslamicDay{}
		if !t.Run(ctx, toolnames.GetIslamicDate, args, slots) || !t.Decode(t.Answer.Data, &day) {
			return
		}
		asked = !t.takeDayThere(day.Timezone, &slots, args)
	}
	day.named, day.ofLand = slots.Date != nil, slots.Country != nil
	t.NotePlace(args)
	t.SetLast(detect.GetIslamicDate, slots)
	if day.Begun != nil {
		day.Hijri = *day.Begun
	}
	said := t.OfDay(day)
	switch {
	case day.Begun != nil:
		t.Say("islamic_evening", said)
	case slots.Hijri == nil:
		t.Say("islamic_today", said)
	case day.DaysUntil < 0:
		t.Say("islamic_now", said)
	case day.Occasion == nil:
		t.Say("islamic_day", said)
	case day.AtNight:
		said["date"] = t.DayOf(day.Evening)
		t.Say("islamic_when_night", said)
	case day.Until != day.Date:
		t.Say("islamic_when_days", said)
	default:
		t.Say("islamic_when", said)
	}
	if slots.Hijri != nil && day.DaysUntil > 1 {
		t.Add("islamic_left", messages.Args{"count": day.DaysUntil})
	}
	t.Add("islamic_basis_"+day.Hijri.Basis, nil)
}

// resolveLand is resolvePlace, but for a country, of which the city counts in which most people live: its sun and its clock.
func (t Talk) resolveLand(ctx context.Context, slots *detect.Slots, args dialogue.Arguments) bool {
	if slots.Country != nil {
		if city := t.Places.MainCity(*slots.Country); city != nil {
			args["city"] = t.Places.Label(city)
			return true
		}
	}
	slots.Country = nil
	return t.resolvePlace(ctx, detect.GetIslamicDate, slots, args)
}

// setHijri adds the day that a message names to the arguments of get_islamic_date.
func setHijri(args dialogue.Arguments, day *detect.HijriDay) {
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

// OfDay returns the arguments of messages about a day.
func (t Talk) OfDay(day IslamicDay) messages.Args {
	at := prayerDay{Area: day.Area, City: day.City, Date: day.Date, Timezone: day.Timezone}
	said := messages.Args{
		"place": t.placeOf(at), "day": t.dayOf(at), "date": t.dayOf(at), "until": t.DateOf(day.Until),
		"number": day.Hijri.Day, "year": strconv.Itoa(day.Hijri.Year),
		"month": t.Book.Say("islamic_month_"+strconv.Itoa(day.Hijri.Month), nil),
	}
	if day.ofLand && day.Country != nil {
		said["place"] = t.Book.Country(*day.Country, t.Places.CountryName(*day.Country))
	}
	if t.Book.Language == detect.Urdu {
		said["year"] = t.Book.Number(day.Hijri.Year)
	}
	if day.Occasion != nil {
		said["occasion"] = t.Book.Say("occasion_"+*day.Occasion, nil)
	}
	return said
}

// SaysNoDay answers a message that names the 31st of an Islamic month. It reports whether it did.
func (t Talk) SaysNoDay(day *detect.HijriDay) bool {
	if day == nil || day.Day <= 30 {
		return false
	}
	t.Say("islamic_no_day", nil)
	return true
}

// LookUpHijri returns the next such day from a date on.
func (t Talk) LookUpHijri(ctx context.Context, named *detect.HijriDay, from string) (day IslamicDay, ok bool) {
	args := dialogue.Arguments{"date": from}
	setHijri(args, named)
	if named.Year != 0 {
		delete(args, "date")
	}
	ok = t.LookUp(ctx, toolnames.GetIslamicDate, args, &day)
	return day, ok
}
