package prayertime

import "math"

// kaaba is the middle of the Kaaba.
var kaaba = Place{Latitude: 21.422487, Longitude: 39.826206}

// Qibla returns the direction of the Kaaba along the great circle, in degrees clockwise from true north, from 0 to
// below 360. At the Kaaba itself and at the point opposite, where all directions are right, it returns 0 or 180.
func Qibla(from Place) (float64, error) {
	if err := from.validate(); err != nil {
		return 0, err
	}
	o := newObserver(from.Latitude, from.Longitude)
	sin, cos := math.Sincos((kaaba.Longitude - from.Longitude) * degree)
	bearing := math.Atan2(sin, o.cos*math.Tan(kaaba.Latitude*degree)-o.sin*cos) / degree
	return math.Mod(bearing+360, 360), nil
}
