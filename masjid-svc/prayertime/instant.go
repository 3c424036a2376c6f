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

// An instant is days of universal time from J2000.0 (JD 2451545.0). The resolution of a float64 is then better than a
// microsecond throughout the years that are computed.
type instant float64

func instantOf(t time.Time) instant {
	return instant(float64(t.Unix()-j2000) / secondsPerDay)
}

// minutes returns the instant n minutes later.
func (d instant) minutes(n float64) instant { return d + instant(n/(24*60)) }

// second returns the instant in loc, cut to the second.
func (d instant) second(loc *time.Location) time.Time {
	return time.Unix(int64(math.Floor(float64(d)*secondsPerDay))+j2000, 0).In(loc)
}

// rounding is how an authority makes full minutes.
type rounding uint8

const (
	toNearest rounding = iota
	up
)

// minute returns the instant as a full minute of the clock of loc. Zones of old have offsets with seconds, so the
// minute is the local clock's and not that of universal time.
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
