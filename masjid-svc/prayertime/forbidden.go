package prayertime

import "time"

// ForbiddenKind names a time at which prayer is forbidden or disliked.
type ForbiddenKind string

const (
	AfterFajr ForbiddenKind = "after_fajr" // from the prayer of Fajr to sunrise
	AtSunrise ForbiddenKind = "sunrise"    // until the sun is a spear's length high
	AtZenith  ForbiddenKind = "zenith"     // until the sun has passed the meridian
	AfterAsr  ForbiddenKind = "after_asr"  // from the prayer of Asr until the sun turns yellow
	AtSunset  ForbiddenKind = "sunset"     // from the yellowing of the sun until it has set
)

// Forbidden is information, not a ruling: the schools differ on which prayers each time excludes, and on its minutes.
// Those at sunrise, zenith and sunset are from the hadith of Uqba ibn Amir (Muslim 831). The other two are from that of
// Abu Said al-Khudri (al-Bukhari 586), and begin when one has prayed Fajr or Asr oneself.
type Forbidden struct {
	Kind          ForbiddenKind
	VoluntaryOnly bool // only concerns voluntary prayers
	From, Until   time.Time
}

// The custom where no observation is at hand: the sun is a spear high a quarter of an hour after sunrise, turns yellow
// as long before sunset, and stands at the zenith for some minutes.
const (
	spear   = 15 * time.Minute
	yellow  = 15 * time.Minute
	zenith  = 5 * time.Minute
	onTheGo = time.Minute
)

// Label describes the time in English.
func (f Forbidden) Label() string {
	switch f.Kind {
	case AfterFajr:
		return "after the prayer of Fajr until sunrise (voluntary prayers)"
	case AtSunrise:
		return "while the sun rises"
	case AtZenith:
		return "while the sun is at its highest"
	case AfterAsr:
		return "after the prayer of Asr until the sun turns yellow (voluntary prayers)"
	case AtSunset:
		return "while the sun sets"
	default:
		return ""
	}
}

// Forbidden returns the five times in the order of the day. On the short days of high latitudes one yields to the next,
// so that they never overlap and may be empty.
func (d *Day) Forbidden() [5]Forbidden {
	risen := earlier(d.Sunrise.Add(spear), d.Dhuhr)
	highest := later(d.Transit.Add(-zenith).Truncate(onTheGo), risen)
	yellowed := later(d.Sunset.Add(-yellow), d.Asr)
	return [5]Forbidden{
		{Kind: AfterFajr, VoluntaryOnly: true, From: d.Fajr, Until: d.Sunrise},
		{Kind: AtSunrise, From: d.Sunrise, Until: risen},
		{Kind: AtZenith, From: highest, Until: later(d.Dhuhr, highest)},
		{Kind: AfterAsr, VoluntaryOnly: true, From: d.Asr, Until: yellowed},
		{Kind: AtSunset, From: yellowed, Until: later(d.Maghrib, yellowed)},
	}
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
