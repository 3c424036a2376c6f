package prayertime

import "math"

const (
	// polarLatitude, in degrees, is well below where the sun can put a day's times out of order. Nearer the equator only
	// adjustments can.
	polarLatitude = 50
	// latitudeStep is the step towards the equator in which the nearest latitude with a day and a night is searched.
	latitudeStep = 0.5
)

// solved is a solar day with the reason, if any, why it is another latitude's.
type solved struct {
	solarDay
	polar    Reason
	latitude float64 // degrees; of use with polar alone
}

// solve computes the solar day of a noon here, or else at the nearest latitude where that is possible.
func (c *Calculator) solve(n noon, date Date) (solved, error) {
	day, failed := c.at(c.observer, n, date)
	if failed == "" {
		return solved{solarDay: day}, nil
	}
	distance := math.Abs(c.place.Latitude)
	if distance < polarLatitude {
		return solved{}, ErrUnordered
	}
	for step := c.firstStep(n, failed); ; step++ {
		nearer := distance - step*latitudeStep
		if nearer < polarLatitude-latitudeStep {
			return solved{}, ErrUnordered
		}
		latitude := math.Copysign(nearer, c.place.Latitude)
		if day, none := c.at(newObserver(latitude, c.place.Longitude), n, date); none == "" {
			return solved{solarDay: day, polar: failed, latitude: latitude}, nil
		}
	}
}

// firstStep skips the latitudes at which the sun cannot both rise and set that day.
func (c *Calculator) firstStep(n noon, failed Reason) float64 {
	declination := math.Abs(math.Asin(n.sun.sinDeclination)) / degree
	// Refraction lets one see the rim of the sun. It moves the bound by 50' towards the pole in the polar night and away
	// from it in the polar day. The rest covers the change of the declination from one day to the next.
	possible := 91.5 - declination
	if failed == PolarDay {
		possible = 89.5 - declination
	}
	return max(1, math.Floor((math.Abs(c.place.Latitude)-possible)/latitudeStep))
}

// notes returns why times of the day do not follow the method's plain definition, or nil if all do.
func (s *solved) notes(c *Calculator) []Note {
	var notes []Note
	if s.polar != "" {
		notes = append(notes, Note{Reason: s.polar, Latitude: s.latitude})
	}
	rule := c.params.HighLatitude
	if c.method.seasonal {
		rule = ""
	}
	if s.fajrReason != "" {
		notes = append(notes, Note{Reason: s.fajrReason, Prayer: Fajr, Rule: rule})
	}
	if s.maghribReason != "" {
		notes = append(notes, Note{Reason: s.maghribReason, Prayer: Maghrib})
	}
	if s.ishaReason != "" {
		if c.method.IshaMinutes > 0 {
			rule = MiddleOfTheNight
		}
		notes = append(notes, Note{Reason: s.ishaReason, Prayer: Isha, Rule: rule})
	}
	return notes
}
