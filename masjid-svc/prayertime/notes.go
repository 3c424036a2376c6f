package prayertime

import "fmt"

// Reason is why a time is not the one of the method's plain definition.
type Reason string

const (
	// NoTwilight: the sun does not sink to the angle that night; the time is the high-latitude rule's.
	NoTwilight Reason = "no_twilight"
	// ShortNight: the angle is reached, but beyond what the high-latitude rule allows; the time is the rule's.
	ShortNight Reason = "short_night"
	// PolarDay: the sun does not set; all times of the day are the nearest latitude's.
	PolarDay Reason = "polar_day"
	// PolarNight: the sun does not rise; all times of the day are the nearest latitude's.
	PolarNight Reason = "polar_night"
	// PolarMargin: the day or the night is too short for the prayers to come in order; all times are the nearest
	// latitude's.
	PolarMargin Reason = "polar_margin"
)

// Note says of a time why it is as it is.
type Note struct {
	Reason   Reason
	Prayer   Prayer           // whose time it is; NoPrayer: all times of the day
	Rule     HighLatitudeRule // what gave the time of NoTwilight and ShortNight; "": the method's own rule
	Latitude float64          // whose times the polar reasons took, in degrees
}

// String says it in English.
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
