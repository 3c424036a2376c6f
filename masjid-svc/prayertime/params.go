package prayertime

import (
	"math"
	"strings"
)

// AsrRule determines when Asr begins.
type AsrRule string

const (
	Shafi  AsrRule = "shafi"  // the shadow has grown by the height of the object; Maliki and Hanbali too
	Hanafi AsrRule = "hanafi" // by twice the height
)

// HighLatitudeRule bounds Fajr and Isha by a part of the night, from the sunset of the date to the next sunrise. It
// applies everywhere, and has an effect where nights are short or twilight lasts all night. The Moonsighting
// Committee's method has its own rule and does not use it.
type HighLatitudeRule string

const (
	// MiddleOfTheNight lets neither Fajr nor Isha pass the middle of the night.
	MiddleOfTheNight HighLatitudeRule = "middle_of_the_night"
	// SeventhOfTheNight keeps Isha in the first seventh of the night, and Fajr in the last.
	SeventhOfTheNight HighLatitudeRule = "seventh_of_the_night"
	// TwilightAngle allows the part angle/60 of the night, such as 18/60.
	TwilightAngle HighLatitudeRule = "twilight_angle"
)

// Shafaq is the twilight whose end begins Isha in the Moonsighting Committee's method.
type Shafaq string

const (
	ShafaqGeneral Shafaq = "general" // red in summer, white in winter
	ShafaqAhmer   Shafaq = "ahmer"   // the red glow
	ShafaqAbyad   Shafaq = "abyad"   // the white glow
)

// Params are the parameters of the computation. Only the method is required.
type Params struct {
	Method       Method           // the zero Method is refused
	Asr          AsrRule          // "": the method's default, else Shafi
	HighLatitude HighLatitudeRule // "": TwilightAngle beyond 48° (47° by 19°), else MiddleOfTheNight
	Shafaq       Shafaq           // "": ShafaqGeneral; only used by MoonsightingCommittee
	Adjustments  Minutes          // the caller's, from -120 to 120 each, in addition to the method's
	ImsakMinutes int              // before Fajr, from 0 to 60; 0: 10
}

// AsrRules returns what Params.Asr accepts.
func AsrRules() []AsrRule { return []AsrRule{Shafi, Hanafi} }

// HighLatitudeRules returns what Params.HighLatitude accepts.
func HighLatitudeRules() []HighLatitudeRule {
	return []HighLatitudeRule{MiddleOfTheNight, SeventhOfTheNight, TwilightAngle}
}

// Shafaqs returns what Params.Shafaq accepts.
func Shafaqs() []Shafaq { return []Shafaq{ShafaqGeneral, ShafaqAhmer, ShafaqAbyad} }

// highLatitude, in degrees, is from where the sun may not sink to 18° on a summer night.
const highLatitude = 48

// usualRule returns the rule for a latitude in degrees, where none is asked for. Where the sun may not sink to the method's
// angle, the middle of the night would let Isha begin after the next Fajr, and move by half an hour from one day to the next.
func (m Method) usualRule(latitude float64) HighLatitudeRule {
	deeper := max(0, m.FajrAngle-18, m.IshaAngle-18)
	if math.Abs(latitude) > highLatitude-deeper {
		return TwilightAngle
	}
	return MiddleOfTheNight
}

// withDefaults fills in what was left empty, for a latitude in degrees, and checks the rest.
func (p Params) withDefaults(latitude float64) (Params, error) {
	if p.Asr == "" {
		p.Asr = p.Method.DefaultAsr
	}
	if p.Asr == "" {
		p.Asr = Shafi
	}
	if p.HighLatitude == "" {
		p.HighLatitude = p.Method.usualRule(latitude)
	}
	if p.Shafaq == "" {
		p.Shafaq = ShafaqGeneral
	}
	if p.ImsakMinutes == 0 {
		p.ImsakMinutes = 10
	}
	return p, p.validate()
}

func (p Params) validate() error {
	switch p.Asr {
	case Shafi, Hanafi:
	default:
		return invalid("asr", "%q is unknown; it must be shafi or hanafi", p.Asr)
	}
	switch p.HighLatitude {
	case MiddleOfTheNight, SeventhOfTheNight, TwilightAngle:
	default:
		return invalid("high_latitude_rule", "%q is unknown; it must be %s, %s or %s",
			p.HighLatitude, MiddleOfTheNight, SeventhOfTheNight, TwilightAngle)
	}
	switch p.Shafaq {
	case ShafaqGeneral, ShafaqAhmer, ShafaqAbyad:
	default:
		return invalid("shafaq", "%q is unknown; it must be general, ahmer or abyad", p.Shafaq)
	}
	if p.ImsakMinutes < 0 || p.ImsakMinutes > 60 {
		return invalid("adjustments", "imsak is %d minutes before fajr; it must be from 0 to 60", p.ImsakMinutes)
	}
	if p.Method == (Method{}) {
		return invalid("method", "is missing; it must be one of %s", strings.Join(MethodNames(), ", "))
	}
	if err := p.Method.validate(); err != nil {
		return err
	}
	return p.Adjustments.validate()
}

// shadow returns by how many heights a shadow has grown at Asr.
func (r AsrRule) shadow() float64 {
	if r == Hanafi {
		return 2
	}
	return 1
}

// portion returns the part of the night that the rule leaves to the twilight of an angle in degrees.
func (r HighLatitudeRule) portion(angle float64) float64 {
	switch r {
	case SeventhOfTheNight:
		return 1.0 / 7
	case TwilightAngle:
		return angle / 60
	default:
		return 1.0 / 2
	}
}
