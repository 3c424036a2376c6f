package prayertime

import "math"

// observer is the place from which the sun is seen.
type observer struct {
	latitude  float64 // radians
	longitude float64 // radians, east positive
	sin, cos  float64 // of the latitude
}

func newObserver(latitude, longitude float64) observer {
	o := observer{latitude: latitude * degree, longitude: longitude * degree}
	o.sin, o.cos = math.Sincos(o.latitude)
	return o
}

// hourAngle returns the sun's at this place, from -π to π, 0 at noon.
func (o observer) hourAngle(s sun) float64 { return toHalfTurn(s.hourAngle + o.longitude) }

// sinAltitude is Meeus (13.6).
func (o observer) sinAltitude(s sun) float64 {
	return o.sin*s.sinDeclination + o.cos*s.cosDeclination*math.Cos(o.hourAngle(s))
}

// noon is an upper passage of the sun through the meridian, and the sun at that instant.
type noon struct {
	at  instant
	sun sun
}

// noonNear returns the noon nearest to the given instant.
func (o observer) noonNear(at instant) noon {
	for {
		s := sunAt(at)
		step := instant(o.hourAngle(s) / turn)
		at -= step
		if math.Abs(float64(step)) < tenthOfASecond { // each step leaves less than 1/100 of the error
			return noon{at: at, sun: s}
		}
	}
}

// next returns the noon after this one.
func (n noon) next(o observer) noon { return o.noonNear(n.at + 1) }

// tenthOfASecond, in days, is the step at which an iteration may end: the remaining error is far smaller.
const tenthOfASecond = 1e-6

// side is the half of the solar day in which to find an altitude.
type side float64

const (
	morning side = -1
	evening side = 1
)

// crossing returns the instant at which the sun is at an altitude, in the half day before or after the given noon.
// There is none if the sun stays above or below that altitude; above then reports which.
func (o observer) crossing(n noon, half side, sinAltitude float64) (at instant, found, above bool) {
	// The hour angle at which a sun of this declination has the altitude (Meeus 15.1) is nearly the answer. Taking the
	// declination again at the answer converges quickly, except where the sun only grazes the altitude.
	at = n.at
	s, angle := n.sun, 0.0 // the hour angle at the instant; exactly 0 at noon
	for range 8 {
		cosAngle := (sinAltitude - o.sin*s.sinDeclination) / (o.cos * s.cosDeclination)
		if !(cosAngle >= -1 && cosAngle <= 1) {
			break
		}
		step := instant((float64(half)*math.Acos(cosAngle) - angle) / turn)
		at += step
		if math.Abs(float64(step)) < tenthOfASecond {
			return at, true, false
		}
		s = sunAt(at)
		angle = o.hourAngle(s)
		if angle*float64(half) < -math.Pi/2 { // past midnight
			angle += float64(half) * turn
		}
	}
	return o.graze(n, half, sinAltitude)
}

// graze is crossing by bisection between noon and midnight, which is slower and always works.
func (o observer) graze(n noon, half side, sinAltitude float64) (at instant, found, above bool) {
	high, low := n.at, o.midnight(n, half)
	if o.sinAltitude(n.sun) < sinAltitude {
		return 0, false, false
	}
	if o.sinAltitude(sunAt(low)) > sinAltitude {
		return 0, false, true
	}
	for range 23 { // half a day to 5 ms
		middle := (high + low) / 2
		if o.sinAltitude(sunAt(middle)) > sinAltitude {
			high = middle
		} else {
			low = middle
		}
	}
	return (high + low) / 2, true, false
}

// midnight returns the sun's lower passage through the meridian before or after a noon.
func (o observer) midnight(n noon, half side) instant {
	at := n.at + instant(half)/2
	return at - instant(toHalfTurn(o.hourAngle(sunAt(at))-math.Pi)/turn)
}

// asrAltitude returns the sine of the altitude at which a shadow has grown by factor times the height of the object
// since noon.
func (o observer) asrAltitude(n noon, factor float64) float64 {
	zenithDistance := math.Abs(o.latitude - math.Asin(n.sun.sinDeclination))
	cotangent := factor + math.Tan(zenithDistance)
	return 1 / math.Sqrt(1+cotangent*cotangent)
}
