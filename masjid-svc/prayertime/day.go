package prayertime

import "time"

// Day holds the times of one date, in the zone of the place. Prayers, sunrise, sunset and the parts of the night are
// full minutes. Times after midnight still belong to the date: the Isha of 21 June may be at 00:40 on the 22nd.
type Day struct {
	Date Date

	Fajr    time.Time // begins the fast too
	Sunrise time.Time // ends Fajr
	Dhuhr   time.Time
	Asr     time.Time
	Maghrib time.Time
	Isha    time.Time // lasts till the next day's Fajr

	Imsak   time.Time // some minutes before Fajr, when many stop eating
	Transit time.Time // the sun in the meridian, to the second
	Sunset  time.Time // of the sun itself, without minutes added to Maghrib

	// Midnight and LastThird divide the night from Maghrib to the next day's Fajr. If twilight fills the night, so that
	// Isha would come after its middle, they divide the night from sunset to the next sunrise.
	Midnight, LastThird time.Time

	Notes []Note // nil if every time follows the method's plain definition
}

// Start returns when a prayer begins, or zero for NoPrayer.
func (d *Day) Start(p Prayer) time.Time {
	switch p {
	case Fajr:
		return d.Fajr
	case Dhuhr:
		return d.Dhuhr
	case Asr:
		return d.Asr
	case Maghrib:
		return d.Maghrib
	case Isha:
		return d.Isha
	default:
		return time.Time{}
	}
}

// End returns when the time of a prayer ends, or zero for NoPrayer. next is the day after.
func (d *Day) End(p Prayer, next *Day) time.Time {
	switch p {
	case Fajr:
		return d.Sunrise
	case Isha:
		return next.Fajr
	case NoPrayer:
		return time.Time{}
	default:
		return d.Start(p + 1)
	}
}

// assemble converts the instants of a solar day to the times of its date.
func (c *Calculator) assemble(date Date, today, tomorrow *solved) Day {
	minute := func(at instant) time.Time { return at.minute(c.zone, c.method.rounding) }
	day := Day{
		Date:    date,
		Fajr:    minute(today.fajr),
		Sunrise: minute(today.sunrise),
		Dhuhr:   minute(today.dhuhr),
		Asr:     minute(today.asr),
		Maghrib: minute(today.maghrib),
		Isha:    minute(today.isha),
		Transit: today.noon.at.second(c.zone),
		Sunset:  minute(today.sunset),
		Notes:   today.notes(c),
	}
	day.Imsak = day.Fajr.Add(-time.Duration(c.params.ImsakMinutes) * time.Minute)
	midnight, lastThird := nightParts(today.maghrib, tomorrow.fajr)
	if midnight <= today.isha || lastThird-midnight < aMinute {
		midnight, lastThird = nightParts(today.sunset, today.nextSunrise)
	}
	day.Midnight = midnight.minute(c.zone, toNearest)
	day.LastThird = lastThird.minute(c.zone, toNearest)
	return day
}

// WithStarts returns the day with prayers that begin at given times, such as those of a masjid's own timetable. A zero
// time keeps the day's. Imsak moves with Fajr, and the parts of the night extend to nextFajr. WithStarts returns false
// if the times would not be in order.
func (d Day) WithStarts(fajr, sunrise, dhuhr, asr, maghrib, isha, nextFajr time.Time) (Day, bool) {
	imsak := d.Fajr.Sub(d.Imsak)
	for _, said := range []struct {
		to *time.Time
		at time.Time
	}{{&d.Fajr, fajr}, {&d.Sunrise, sunrise}, {&d.Dhuhr, dhuhr}, {&d.Asr, asr}, {&d.Maghrib, maghrib}, {&d.Isha, isha}} {
		if !said.at.IsZero() {
			*said.to = said.at
		}
	}
	d.Imsak = d.Fajr.Add(-imsak)
	night := nextFajr.Sub(d.Maghrib)
	d.Midnight = d.Maghrib.Add(night / 2).Round(time.Minute)
	d.LastThird = d.Maghrib.Add(night * 2 / 3).Round(time.Minute)
	d.Notes = nil
	inOrder := []time.Time{d.Fajr, d.Sunrise, d.Dhuhr, d.Asr, d.Maghrib, d.Isha, nextFajr}
	for i, at := range inOrder[1:] {
		if !at.After(inOrder[i]) {
			return Day{}, false
		}
	}
	return d, true
}

// nightParts returns the middle of a night and the beginning of its last third.
func nightParts(from, to instant) (midnight, lastThird instant) {
	night := to - from
	return from + night/2, from + night*2/3
}
