package prayertime

import "math"

// The Moonsighting Committee's twilight, from Khalid Shaukat's observations: minutes from dawn to sunrise, and from
// sunset to the end of twilight, linear in the latitude and, through the year, linear between six knots.

// highSeasonal is the latitude in degrees from which the method uses a seventh of the night in place of the angle.
const highSeasonal = 55

// season holds minutes per degree of latitude, added to base, at the winter solstice, at the equinoxes, half-way from
// the equinoxes to the summer solstice, and at the summer solstice.
type season struct{ base, winter, equinox, spring, summer float64 }

var dawn = season{base: 75, winter: 28.65 / 55, equinox: 19.44 / 55, spring: 32.74 / 55, summer: 48.10 / 55}

// dusk returns the twilight whose end is Isha.
func (s Shafaq) dusk() season {
	switch s {
	case ShafaqAhmer:
		return season{base: 62, winter: 17.40 / 55, equinox: -7.16 / 55, spring: 5.12 / 55, summer: 19.44 / 55}
	case ShafaqAbyad:
		return season{base: 75, winter: 25.60 / 55, equinox: 7.16 / 55, spring: 36.84 / 55, summer: 81.84 / 55}
	default:
		return season{base: 75, winter: 25.60 / 55, equinox: 2.05 / 55, spring: -9.21 / 55, summer: 6.14 / 55}
	}
}

// minutes returns the minutes of twilight at a latitude in degrees on a date.
func (s season) minutes(latitude float64, date Date) float64 {
	day := float64(daysSinceWinterSolstice(latitude, date))
	between := func(from, to, start, length float64) float64 { return from + (to-from)*(day-start)/length }
	var perDegree float64
	switch {
	case day < 91:
		perDegree = between(s.winter, s.equinox, 0, 91)
	case day < 137:
		perDegree = between(s.equinox, s.spring, 91, 46)
	case day < 183:
		perDegree = between(s.spring, s.summer, 137, 46)
	case day < 229:
		perDegree = between(s.summer, s.spring, 183, 46)
	case day < 275:
		perDegree = between(s.spring, s.equinox, 229, 46)
	default:
		perDegree = between(s.equinox, s.winter, 275, 91)
	}
	return s.base + perDegree*math.Abs(latitude)
}

// daysSinceWinterSolstice counts from 21 December in the north, and from 21 June in the south.
func daysSinceWinterSolstice(latitude float64, date Date) int {
	inYear := daysIn(date.Year)
	if latitude >= 0 {
		return (date.yearDay() + 10) % inYear
	}
	solstice := 172
	if inYear == 366 {
		solstice = 173
	}
	return (date.yearDay() - solstice + inYear) % inYear
}
