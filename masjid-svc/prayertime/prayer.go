package prayertime

// Prayer is one of the five daily prayers.
type Prayer uint8

const (
	NoPrayer Prayer = iota // also the answer between sunrise and Dhuhr
	Fajr
	Dhuhr
	Asr
	Maghrib
	Isha
)

var prayerNames = [...]string{"", "Fajr", "Dhuhr", "Asr", "Maghrib", "Isha"}

// Prayers returns the five in the order of the day.
func Prayers() []Prayer { return []Prayer{Fajr, Dhuhr, Asr, Maghrib, Isha} }

// String returns "Fajr", "Dhuhr", "Asr", "Maghrib", "Isha", and "" for NoPrayer.
func (p Prayer) String() string {
	if int(p) >= len(prayerNames) {
		return ""
	}
	return prayerNames[p]
}
