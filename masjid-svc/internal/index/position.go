package index

import (
	"math"

	"github.com/salaatflow/platform/language/gazetteer"
)

// earthRadius is the mean, in kilometres.
const earthRadius = 6371.0088

// direction is a position as a unit vector from the earth's centre. The distance of two positions is then three
// multiplications, everywhere on earth.
type direction struct{ x, y, z float64 }

func directionOf(p gazetteer.Point) direction {
	sinLatitude, cosLatitude := math.Sincos(p.Latitude * math.Pi / 180)
	sinLongitude, cosLongitude := math.Sincos(p.Longitude * math.Pi / 180)
	return direction{cosLatitude * cosLongitude, cosLatitude * sinLongitude, sinLatitude}
}

// chord2 returns the square of the straight line between two directions, which grows with their distance on the ground.
func (d direction) chord2(e direction) float64 {
	x, y, z := d.x-e.x, d.y-e.y, d.z-e.z
	return x*x + y*y + z*z
}

// kilometres returns the distance on the ground of a chord.
func kilometres(chord2 float64) float64 {
	return 2 * earthRadius * math.Asin(min(1, math.Sqrt(chord2)/2))
}

// chord2Of returns the chord of a distance on the ground.
func chord2Of(kilometres float64) float64 {
	half := math.Sin(min(math.Pi/2, kilometres/(2*earthRadius)))
	return 4 * half * half
}
