package prayertime

import (
	"iter"
	"math"
	"time"
)

// Calculator computes the days of one place. It is immutable after [New], so goroutines may share it.
type Calculator struct {
	place    Place
	zone     *time.Location
	params   Params // without empty fields
	method   Method // params.Method
	observer observer

	adjustments                              Minutes // the method's and the caller's
	dusk                                     season  // of params.Shafaq
	sinHorizon, sinFajr, sinIsha, sinMaghrib float64 // sines of the altitudes to find
}

// New checks the place and the parameters, and returns a Calculator. zone must not be nil. The error is an
// [*InputError].
func New(place Place, zone *time.Location, params Params) (*Calculator, error) {
	if err := place.validate(); err != nil {
		return nil, err
	}
	if zone == nil {
		return nil, invalid("timezone", "is missing; expected an IANA name such as Asia/Karachi")
	}
	params, err := params.withDefaults(place.Latitude)
	if err != nil {
		return nil, err
	}
	sinBelow := func(angle float64) float64 { return -math.Sin(angle * degree) }
	return &Calculator{
		place:       place,
		zone:        zone,
		params:      params,
		method:      params.Method,
		observer:    newObserver(place.Latitude, place.Longitude),
		adjustments: params.Method.Adjustments.plus(params.Adjustments),
		dusk:        params.Shafaq.dusk(),
		sinHorizon:  math.Sin(horizon(params.Method, place.Elevation) * degree),
		sinFajr:     sinBelow(params.Method.FajrAngle),
		sinIsha:     sinBelow(params.Method.IshaAngle),
		sinMaghrib:  sinBelow(params.Method.MaghribAngle),
	}, nil
}

// horizon returns the altitude of the sun's centre at sunrise and sunset, in degrees. Seen from h metres, the horizon
// lies 1.93' √h lower, and refraction on the longer path adds a little.
func horizon(m Method, elevation float64) float64 {
	altitude := m.horizon
	if altitude == 0 {
		altitude = -50.0 / 60
	}
	return altitude - 2.08/60*math.Sqrt(max(0, elevation))
}

// Params returns the calculator's parameters with their defaults filled in.
func (c *Calculator) Params() Params { return c.params }

// Place returns the calculator's place.
func (c *Calculator) Place() Place { return c.place }

// Zone returns the zone of the calculator's dates and times.
func (c *Calculator) Zone() *time.Location { return c.zone }

// Compute is New and Calculator.Day in one, for a single day.
func Compute(place Place, date Date, zone *time.Location, params Params) (Day, error) {
	c, err := New(place, zone, params)
	if err != nil {
		return Day{}, err
	}
	return c.Day(date)
}

// Day computes one day. The error is an [*InputError] for "date" where there is no such date, in the calendar or in
// the zone (Samoa had no 30 December 2011), or [ErrUnordered].
func (c *Calculator) Day(date Date) (Day, error) {
	day, _, err := c.dayAfter(solved{}, date)
	return day, err
}

// dayAfter is Day for successive days: it takes the solar day that was solved with the day before, if any, and returns
// the one after.
func (c *Calculator) dayAfter(ahead solved, date Date) (day Day, next solved, err error) {
	if err := date.validate(); err != nil {
		return Day{}, solved{}, err
	}
	clock, exists := c.twelve(date)
	if !exists {
		return Day{}, solved{}, invalid("date", "%s was left out in %s", date, c.zone)
	}
	return c.dayOf(ahead, date, clock)
}

// twelve returns 12 o'clock of a date in the zone. A date that the zone left out has none.
func (c *Calculator) twelve(date Date) (clock time.Time, exists bool) {
	clock = time.Date(date.Year, date.Month, date.Day, 12, 0, 0, 0, c.zone)
	return clock, DateOf(clock) == date
}

// dayOf takes the noon nearest to 12 o'clock as that of the date.
func (c *Calculator) dayOf(ahead solved, date Date, clock time.Time) (day Day, next solved, err error) {
	n := c.observer.noonNear(instantOf(clock))
	today := ahead
	if math.Abs(float64(n.at-ahead.noon.at)) > 2*tenthOfASecond {
		if today, err = c.solve(n, date); err != nil {
			return Day{}, solved{}, err
		}
	}
	next, err = c.solve(n.next(c.observer), date.AddDays(1))
	if err != nil {
		return Day{}, solved{}, err
	}
	day = c.assemble(date, &today, &next)
	return day, next, nil
}

// Days computes n days from a date on. If a day fails, it yields the error in that day's place and goes on.
func (c *Calculator) Days(from Date, n int) iter.Seq2[Day, error] {
	return func(yield func(Day, error) bool) {
		var ahead solved
		for i := range n {
			var day Day
			var err error
			if day, ahead, err = c.dayAfter(ahead, from.AddDays(i)); !yield(day, err) {
				return
			}
		}
	}
}

// Year computes all days of a year.
func (c *Calculator) Year(year int) iter.Seq2[Day, error] {
	return c.Days(Date{Year: year, Month: time.January, Day: 1}, daysIn(year))
}
