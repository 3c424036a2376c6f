package prayertime

// Place is a point on the earth.
type Place struct {
	Latitude  float64 // degrees, north positive, from -90 to 90
	Longitude float64 // degrees, east positive, from -180 to 180

	// Elevation is in metres above a free horizon, such as the sea's, from -500 to 9000. It makes sunrise earlier and
	// sunset later. Timetables are made for 0, which is the default. Negative values count as 0.
	Elevation float64
}

func (p Place) validate() error {
	// Written so that NaN is refused too.
	if !(p.Latitude >= -90 && p.Latitude <= 90) {
		return invalid("latitude", "%v must be from -90 to 90 degrees", p.Latitude)
	}
	if !(p.Longitude >= -180 && p.Longitude <= 180) {
		return invalid("longitude", "%v must be from -180 to 180 degrees", p.Longitude)
	}
	if !(p.Elevation >= -500 && p.Elevation <= 9000) {
		return invalid("elevation", "%v must be from -500 to 9000 metres", p.Elevation)
	}
	return nil
}
