package prayertime

import (
	"math"
	"time"
)

const (
	secondsPerDay = 86400
	// j2000 is 2000-01-01 12:00 UTC in Unix seconds.
	j2000 = 946728000
)

// An instant is a number of days of universal time since J2000.0 (JD 2451545.0). A float64 then resolves better than a
// microsecond in all years that are computed.
type instant float64

func instantOf(t time.Time) instant {
	return instant(float64(t.Unix()-j2000) / secondsPerDay)
}

// minutes returns the instant n minutes later.
func (d instant) minutes(n float64) instant { return d + instant(n/(24*60)) }

// second returns the instant in loc, truncated to the second.
func (d instant) second(loc *time.Location) time.Time {
	return time.Unix(int64(math.Floor(float64(d)*secondsPerDay))+j2000, 0).In(loc)
}

// rounding is how an authority rounds to full minutes.
type rounding uint8

const (
	toNearest rounding = iota
	up
)

// minute returns the instant as a full minute of the clock of loc. Historical zones have offsets with seconds, so the
// minute is that of the local clock and not of universal time.
func (d instant) minute(loc *time.Location, r rounding) time.Time {
	seconds := float64(d)*secondsPerDay + j2000
	_, offset := time.Unix(int64(math.Floor(seconds)), 0).In(loc).Zone()
	minutes := (seconds + float64(offset)) / 60
	if r == up {
		minutes = math.Ceil(minutes)
	} else {
		minutes = math.Floor(minutes + 0.5)
	}
	return time.Unix(int64(minutes)*60-int64(offset), 0).In(loc)
}
