package prayertime

import "fmt"

// Reason is why a time does not follow the method's plain definition.
type Reason string

const (
	// NoTwilight: the sun does not sink to the angle that night, and the time is that of the high-latitude rule.
	NoTwilight Reason = "no_twilight"
	// ShortNight: the angle is reached, but later than the high-latitude rule allows, and the time is that of the rule.
	ShortNight Reason = "short_night"
	// PolarDay: the sun does not set, and all times of the day are those of the nearest latitude where it does.
	PolarDay Reason = "polar_day"
	// PolarNight: the sun does not rise, and all times of the day are those of the nearest latitude where it does.
	PolarNight Reason = "polar_night"
	// PolarMargin: the day or the night is too short for the prayers to be in order, and all times are those of the
	// nearest latitude where they are.
	PolarMargin Reason = "polar_margin"
)

// Note explains a time.
type Note struct {
	Reason   Reason
	Prayer   Prayer           // whose time it is; NoPrayer: all times of the day
	Rule     HighLatitudeRule // the rule of NoTwilight and ShortNight; "": the method's own rule
	Latitude float64          // whose times the polar reasons use, in degrees
}

// String returns the note in English.
func (n Note) String() string {
	rule := "the method's own rule for high latitudes"
	if n.Rule != "" {
		rule = "the rule " + string(n.Rule)
	}
	switch n.Reason {
	case NoTwilight:
		return fmt.Sprintf("the sun does not sink to the angle of %s this night; %s gives the time", n.Prayer, rule)
	case ShortNight:
		return fmt.Sprintf("the night is short; %s bounds %s", rule, n.Prayer)
	case PolarDay:
		return fmt.Sprintf("the sun does not set; the times are those of latitude %.1f°", n.Latitude)
	case PolarNight:
		return fmt.Sprintf("the sun does not rise; the times are those of latitude %.1f°", n.Latitude)
	default:
		return fmt.Sprintf("day or night is too short for the prayers to come in order; the times are those of "+
			"latitude %.1f°", n.Latitude)
	}
}
