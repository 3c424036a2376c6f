package prayertime

// Minutes are whole minutes to add to each time.
type Minutes struct{ Fajr, Sunrise, Dhuhr, Asr, Maghrib, Isha int }

func (m Minutes) plus(o Minutes) Minutes {
	return Minutes{
		Fajr: m.Fajr + o.Fajr, Sunrise: m.Sunrise + o.Sunrise, Dhuhr: m.Dhuhr + o.Dhuhr,
		Asr: m.Asr + o.Asr, Maghrib: m.Maghrib + o.Maghrib, Isha: m.Isha + o.Isha,
	}
}

// Method is how an authority computes its timetable: one of [Methods], or a method made with [Custom].
type Method struct {
	Name      string // as in a request: "muslim_world_league"
	Title     string // for people to read
	Authority string // who uses it, and what is particular to it
	Source    string // where its numbers are from

	FajrAngle    float64 // of the sun's centre below the horizon, in degrees
	IshaAngle    float64 // the same; unused if IshaMinutes is set
	MaghribAngle float64 // the same; 0 is sunset

	IshaMinutes        int // after sunset; 0 means by angle
	RamadanIshaMinutes int // after sunset, in Ramadan of the Umm al-Qura calendar; 0 means the same as always

	Adjustments Minutes // what the authority adds to the computed times
	DefaultAsr  AsrRule // if the request names none

	horizon  float64 // altitude of the sun's centre at sunrise and sunset, in degrees; 0 means -50'
	rounding rounding
	seasonal bool // twilight by season and latitude as well as by angle, as the Moonsighting Committee has it
}

// Custom returns a method named custom with the angles, in degrees above 0 and at most 30, of the sun below the horizon
// at Fajr and Isha. Its exported fields may be changed before it is used.
func Custom(fajrAngle, ishaAngle float64) Method {
	return Method{
		Name: "custom", Title: "Custom angles", Authority: "whoever chose the angles",
		FajrAngle: fajrAngle, IshaAngle: ishaAngle, DefaultAsr: Shafi,
	}
}

func (m Method) validate() error {
	if !(m.FajrAngle > 0 && m.FajrAngle <= 30) {
		return invalid("method", "the fajr angle is %v; it must be above 0 and at most 30 degrees", m.FajrAngle)
	}
	if m.IshaMinutes == 0 && !(m.IshaAngle > 0 && m.IshaAngle <= 30) {
		return invalid("method", "the isha angle is %v; it must be above 0 and at most 30 degrees", m.IshaAngle)
	}
	if !(m.MaghribAngle >= 0 && m.MaghribAngle <= 10) {
		return invalid("method", "the maghrib angle is %v; it must be from 0 to 10 degrees", m.MaghribAngle)
	}
	for _, minutes := range []int{m.IshaMinutes, m.RamadanIshaMinutes} {
		if minutes < 0 || minutes > 180 {
			return invalid("method", "isha is %d minutes after sunset; it must be from 0 to 180", minutes)
		}
	}
	return m.Adjustments.validate()
}

func (m Minutes) validate() error {
	for _, n := range []int{m.Fajr, m.Sunrise, m.Dhuhr, m.Asr, m.Maghrib, m.Isha} {
		if n < -120 || n > 120 {
			return invalid("adjustments", "%d minutes; each must be from -120 to 120", n)
		}
	}
	return nil
}
