package prayers

import (
	"context"
	"strconv"
	"time"

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

// isExpected reports whether the country's authority has not announced the month, whose moon may make it another day.
func (h hijriDate) isExpected() bool { return h.Basis == "expected" }

// IslamicDate answers what the Islamic date is, or when an occasion or a date of the Islamic calendar is.
func (t Talk) IslamicDate(ctx context.Context, slots detect.Slots) {
	args := dialogue.Arguments{}
	if t.SaysNoDay(slots.Hijri) || !t.resolveLand(ctx, &slots, args) {
		return
	}
	dialogue.Set(args, "date", slots.Date)
	setHijri(args, slots.Hijri)
	var day IslamicDay
	if !t.startFrom(ctx, slots.Hijri, args) {
		return
	}
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
	t.Say(t.islamicKey(day, slots.Hijri, said), said)
	if slots.Hijri != nil && day.DaysUntil > 1 {
		t.Add("islamic_left", messages.Args{"count": day.DaysUntil})
	}
	if day.Hijri.isExpected() && t.isOver(day) {
		t.Add("islamic_was_expected", nil)
	} else {
		t.Add("islamic_basis_"+day.Hijri.Basis, nil)
	}
}

// islamicKey returns the key of the message that tells a day, and sets its date to the evening before where that is what is meant.
func (t Talk) islamicKey(day IslamicDay, named *detect.HijriDay, said messages.Args) string {
	switch {
	case day.Begun != nil:
		return "islamic_evening"
	case named == nil:
		return t.tensed(day, "islamic_today", "islamic_was_today")
	case named.IsEve():
		said["date"] = t.DayOf(day.Evening)
		return t.tensed(day, "islamic_eve", "islamic_was_eve")
	case named.Night:
		said["date"] = t.DayOf(day.Evening)
		return "islamic_due_night"
	case day.Occasion == nil:
		return t.tensed(day, "islamic_day", "islamic_was_day")
	case day.AtNight:
		said["date"] = t.DayOf(day.Evening)
		return t.tensed(day, "islamic_when_night", "islamic_was_when_night")
	case day.Until == day.Date:
		return t.tensed(day, "islamic_when", "islamic_was_when")
	case day.DaysUntil < 0 && !t.isOver(day):
		return "islamic_now"
	default:
		return t.tensed(day, "islamic_when_days", "islamic_was_when_days")
	}
}

// tensed returns the one of two keys of messages that fits a day, which is or was.
func (t Talk) tensed(day IslamicDay, is, was string) string {
	if t.isOver(day) {
		return was
	}
	return is
}

// isOver reports whether a day, or the last of several, was before today where it is.
func (t Talk) isOver(day IslamicDay) bool {
	return day.Until < t.nowFor(prayerDay{Timezone: day.Timezone}).Format(time.DateOnly)
}

// resolveLand is resolvePlace, but for a country, of which the city counts in which most people live: its sun and its clock. What takes
// place in Makkah needs no place.
func (t Talk) resolveLand(ctx context.Context, slots *detect.Slots, args dialogue.Arguments) bool {
	if slots.Hijri.IsInMakkah() {
		slots.City, slots.Area, slots.Country = nil, nil, nil
		return true
	}
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
	case day.IsEve():
		args["occasion"] = "eid_al_fitr"
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
		"number": t.Book.DayOfMonth(day.Hijri.Day), "year": strconv.Itoa(day.Hijri.Year),
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
