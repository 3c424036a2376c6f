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

// points are the points of the compass clockwise from north, as the bearing of each is called in English.
var points = [...]string{
	"north", "north-north-east", "north-east", "east-north-east", "east", "east-south-east", "south-east", "south-south-east",
	"south", "south-south-west", "south-west", "west-south-west", "west", "west-north-west", "north-west", "north-north-west",
}

// CompassPoint returns the name of the point of the compass, one of 16, that is nearest to a bearing in degrees.
func CompassPoint(bearing float64) string {
	each := 360.0 / float64(len(points))
	return points[int(math.Round(math.Mod(bearing+360, 360)/each))%len(points)]
}
