package prayertime

import "fmt"

// HijriBasis is what a Hijri date rests on.
type HijriBasis string

const (
	// BasisUmmAlQura is the calendar of Saudi Arabia, which is computed in advance. Where the moon is sighted, the date
	// may be a day later, rarely two.
	BasisUmmAlQura HijriBasis = "umm_al_qura"
	// BasisSighted is a month whose first day the country's authority announced.
	BasisSighted HijriBasis = "sighted"
	// BasisDiyanet is the calendar of Türkiye, which is computed in advance.
	BasisDiyanet HijriBasis = "diyanet"
	// BasisExpected is a month of a country that sights the moon, which nobody has announced: that of the country's criterion, or
	// Umm al-Qura moved by the days that are usual there. The moon may make it a day earlier or later.
	BasisExpected HijriBasis = "expected"
)

// HijriDate is a day of the Islamic calendar. It begins at the sunset before; the date is that of the daylight.
type HijriDate struct {
	Year  int // AH
	Month int // 1 is Muharram, 9 is Ramadan
	Day   int // from 1 to 30
	Basis HijriBasis
}

var hijriMonths = [...]string{
	"Muharram", "Safar", "Rabi al-Awwal", "Rabi al-Thani", "Jumada al-Ula", "Jumada al-Akhirah",
	"Rajab", "Shaban", "Ramadan", "Shawwal", "Dhu al-Qadah", "Dhu al-Hijjah",
}

// The months as they are called in Roman Urdu and in Urdu script.
var (
	romanMonths = [...]string{
		"Muharram", "Safar", "Rabi ul Awwal", "Rabi us Sani", "Jamadi ul Awwal", "Jamadi us Sani",
		"Rajab", "Shaban", "Ramzan", "Shawwal", "Zilqad", "Zilhaj",
	}
	urduMonths = [...]string{
		"محرم", "صفر", "ربیع الاول", "ربیع الثانی", "جمادی الاولیٰ", "جمادی الثانیہ",
		"رجب", "شعبان", "رمضان", "شوال", "ذوالقعدہ", "ذوالحجہ",
	}
)

const ramadan = 9

// MonthName returns the name in Latin letters, or "" for a month that is not from 1 to 12.
func (h HijriDate) MonthName() string { return monthIn(hijriMonths[:], h.Month) }

// RomanUrdu returns the month's name in Roman Urdu, or "" for a month that is not from 1 to 12.
func (h HijriDate) RomanUrdu() string { return monthIn(romanMonths[:], h.Month) }

// Urdu returns the month's name in Urdu script, or "" for a month that is not from 1 to 12.
func (h HijriDate) Urdu() string { return monthIn(urduMonths[:], h.Month) }

func monthIn(names []string, month int) string {
	if month < 1 || month > len(names) {
		return ""
	}
	return names[month-1]
}

// String returns a text such as "1 Ramadan 1447".
func (h HijriDate) String() string { return fmt.Sprintf("%d %s %d", h.Day, h.MonthName(), h.Year) }

// UmmAlQuraDate returns the date in the Umm al-Qura calendar, or the zero HijriDate for a day that is not in its table, which has
// the years 1300 to 1600 AH, from November 1882 to November 2174.
func UmmAlQuraDate(date Date) HijriDate {
	month, day, ok := ummAlQura().on(date.epochDay())
	if !ok {
		return HijriDate{}
	}
	return month.date(day, BasisUmmAlQura)
}

func ummAlQuraRamadan(date Date) bool { return UmmAlQuraDate(date).Month == ramadan }

// A hijriMonth numbers the months from Muharram of the year 0.
type hijriMonth int

func (h HijriDate) month() hijriMonth { return hijriMonth(h.Year*12 + h.Month - 1) }

func (m hijriMonth) date(day int, basis HijriBasis) HijriDate {
	return HijriDate{Year: int(m) / 12, Month: int(m)%12 + 1, Day: day, Basis: basis}
}

// start returns the first day of the month in the Umm al-Qura calendar, as an epoch day. The month must be within that
// calendar.
func (m hijriMonth) start() int {
	day, _ := ummAlQura().start(m)
	return day
}
