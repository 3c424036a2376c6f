// Package prayertime computes the times of the five daily prayers, and what belongs to them, from the position of the
// sun. It is pure: no input or output, no clock, no global state that changes; everything in it may be used by several
// goroutines at once.
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
// sun's apparent position from chapter 25, whose 0.01° is under three seconds of time. An event is solved with the sun
// where it stands at the event's own instant, not where it stood at noon or midnight. The sun rises and sets when its
// centre is 50' below the horizon (34' of refraction, 16' of semidiameter), lower by 2.08' times the root of the
// elevation in metres.
//
// # Prayers
//
// Dhuhr begins when the sun has passed the meridian. Asr begins when a shadow is longer by once (Shafi, Maliki,
// Hanbali) or twice (Hanafi) the height of what casts it than it was at noon. Maghrib begins at sunset. Fajr and Isha
// begin at an angle of the sun below the horizon on which the authorities differ: see [Methods], and [PracticeIn] for what
// is usual in a country; both are data, in files beside the code. Minutes which an
// authority adds out of caution are part of its method.
//
// # Where twilight or the day fails
//
// In high latitudes the sun may not sink to the method's angle in summer; then a [HighLatitudeRule] bounds Fajr and
// Isha by a part of the night. Within the polar circles the sun may not rise or set at all; then the times are those
// of the nearest latitude, in steps of half a degree towards the equator, at which it does. Every time that was not
// found by the method's plain definition is named with its reason in [Day.Notes]. There is always an answer or an
// error, and an answer is always in order: Fajr, sunrise, Dhuhr, Asr, Maghrib, Isha.
package prayertime
