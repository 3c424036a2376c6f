// Package prayertime computes the times of the five daily prayers, and what belongs to them, from the position of the
// sun. It is pure: it does no input or output, and has no clock and no global state that changes. Everything in it is
// safe for concurrent use.
//
//	usual, _ := prayertime.PracticeIn("TR")
//	calculator, err := prayertime.New(
//		prayertime.Place{Latitude: 41.0082, Longitude: 28.9784},
//		istanbul, // *time.Location
//		prayertime.Params{Method: usual.Method, Asr: usual.Asr},
//	)
//	day, err := calculator.Day(prayertime.Date{Year: 2026, Month: time.March, Day: 1})
//
// # Astronomy
//
// The formulas are those of Jean Meeus, Astronomical Algorithms, 2nd edition (1998): sidereal time from chapter 12,
// altitude from chapter 13, rising and setting from chapter 15, nutation (its leading term) from chapter 22, and the
// sun's apparent position from chapter 25, whose 0.01° is under three seconds of time. An event is solved with the
// sun's position at the event's own instant, not at noon or midnight. The sun rises and sets when its centre is 50'
// below the horizon (34' of refraction, 16' of semidiameter), lower by 2.08' times the root of the elevation in metres.
//
// # Prayers
//
// Dhuhr begins when the sun has passed the meridian. Asr begins when a shadow is longer than at noon by once (Shafi,
// Maliki, Hanbali) or twice (Hanafi) the height of the object. Maghrib begins at sunset. Fajr and Isha begin at an
// angle of the sun below the horizon on which the authorities differ: see [Methods], and [PracticeIn] for what is usual
// in a country. Both are data, in files beside the code. Minutes that an authority adds out of caution are part of its
// method.
//
// # Where twilight or the day fails
//
// In high latitudes the sun may not sink to the method's angle in summer. Then a [HighLatitudeRule] bounds Fajr and
// Isha by a part of the night. Within the polar circles the sun may not rise or set at all. Then the times are those of
// the nearest latitude where it does, in steps of half a degree towards the equator. [Day.Notes] names every time that
// does not follow the method's plain definition, with its reason. There is always an answer or an error, and an answer
// is always in order: Fajr, sunrise, Dhuhr, Asr, Maghrib, Isha.
package prayertime
