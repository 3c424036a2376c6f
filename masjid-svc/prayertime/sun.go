package prayertime

import "math"

const (
	degree = math.Pi / 180
	turn   = 2 * math.Pi

	// deltaT is terrestrial minus universal time in days. In the years that are computed it lies between -3 s and 203 s.
	// The sun moves 0.04" a second, so today's 69 s are right to a third of a second of prayer time in all of them.
	deltaT = 69.0 / secondsPerDay
)

// sun is the apparent position of the sun at an instant.
type sun struct {
	sinDeclination float64
	cosDeclination float64
	hourAngle      float64 // at Greenwich, radians west of the meridian, with some whole turns
}

// sunAt follows Meeus, chapter 25 (low accuracy: 0.01°), and chapter 12 for the sidereal time.
func sunAt(at instant) sun {
	t := (float64(at) + deltaT) / 36525

	meanLongitude := 280.46646 + t*(36000.76983+t*0.0003032)
	meanAnomaly := 357.52911 + t*(35999.05029-t*0.0001537)
	sinM, cosM := math.Sincos(meanAnomaly * degree)
	sin2M := 2 * sinM * cosM
	sin3M := sinM * (3 - 4*sinM*sinM)
	centre := (1.914602-t*(0.004817+t*0.000014))*sinM + (0.019993-t*0.000101)*sin2M + 0.000289*sin3M

	sinNode, cosNode := math.Sincos((125.04 - 1934.136*t) * degree)
	nutation := -0.00478 * sinNode
	aberration := -0.00569
	sinLongitude, cosLongitude := math.Sincos((meanLongitude + centre + nutation + aberration) * degree)
	sinObliquity, cosObliquity := math.Sincos((23.439291 - t*0.0130042 + 0.00256*cosNode) * degree)

	rightAscension := math.Atan2(cosObliquity*sinLongitude, cosLongitude)
	// The whole turns of the sidereal time are dropped before they cost precision.
	days := math.Floor(float64(at))
	siderealTime := 280.46061837 + 360.98564736629*(float64(at)-days) + 0.98564736629*days + nutation*cosObliquity

	sinDeclination := sinObliquity * sinLongitude
	return sun{
		sinDeclination: sinDeclination,
		cosDeclination: math.Sqrt(1 - sinDeclination*sinDeclination),
		hourAngle:      siderealTime*degree - rightAscension,
	}
}

// toHalfTurn reduces an angle in radians to -π to π.
func toHalfTurn(angle float64) float64 {
	return angle - turn*math.Round(angle/turn)
}
