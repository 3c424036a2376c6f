package prayertime

import "math"

// solarDay is one noon and what belongs to it, before any rounding. It includes the minutes of the authority and of the
// caller.
type solarDay struct {
	noon                noon // of the sun itself, as are the next two
	sunset, nextSunrise instant

	fajr, sunrise, dhuhr, asr, maghrib, isha instant

	fajrReason, maghribReason, ishaReason Reason // "" if the time follows the method's plain definition
}

const (
	// aMinute in days, less a float's error.
	aMinute = 0.999999 / (24 * 60)
	// shortestNight, in days, leaves a minute of the clock to each part of the night.
	shortestNight = 12.0 / (24 * 60)
)

// ordered reports whether the day's times are in order, each in a minute of its own.
func (d *solarDay) ordered() bool {
	return d.sunrise-d.fajr >= aMinute && d.dhuhr-d.sunrise >= aMinute && d.asr-d.dhuhr >= aMinute &&
		d.maghrib-d.asr >= aMinute && d.isha-d.maghrib >= aMinute &&
		d.nextSunrise > d.isha && d.nextSunrise-d.sunset >= shortestNight
}

// at computes the solar day of a noon for an observer. The reason is "" unless the day has no answer here: PolarDay,
// PolarNight, or PolarMargin for a day whose times are out of order.
func (c *Calculator) at(o observer, n noon, date Date) (day solarDay, failed Reason) {
	day.noon = n
	sunrise, reason := c.horizonCrossing(o, n, morning)
	if reason != "" {
		return day, reason
	}
	if day.sunset, reason = c.horizonCrossing(o, n, evening); reason != "" {
		return day, reason
	}
	if day.nextSunrise, reason = c.horizonCrossing(o, n.next(o), morning); reason != "" {
		return day, reason
	}
	asr, found, _ := o.crossing(n, evening, o.asrAltitude(n, c.params.Asr.shadow()))
	if !found {
		return day, PolarMargin
	}
	night := day.nextSunrise - day.sunset
	fajr := c.fajr(o, &day, sunrise, night, date)
	isha := c.isha(o, &day, night, date)
	maghrib := c.maghrib(o, &day, isha)

	minutes := c.adjustments
	day.fajr = fajr.minutes(float64(minutes.Fajr))
	day.sunrise = sunrise.minutes(float64(minutes.Sunrise))
	day.dhuhr = n.at.minutes(float64(minutes.Dhuhr))
	day.asr = asr.minutes(float64(minutes.Asr))
	day.maghrib = maghrib.minutes(float64(minutes.Maghrib))
	day.isha = isha.minutes(float64(minutes.Isha))
	if !day.ordered() {
		return day, PolarMargin
	}
	return day, ""
}

// horizonCrossing returns sunrise or sunset.
func (c *Calculator) horizonCrossing(o observer, n noon, half side) (instant, Reason) {
	at, found, above := o.crossing(n, half, c.sinHorizon)
	switch {
	case found:
		return at, ""
	case above:
		return 0, PolarDay
	default:
		return 0, PolarNight
	}
}

// fajr returns dawn by angle, no earlier than the bound allows.
func (c *Calculator) fajr(o observer, day *solarDay, sunrise, night instant, date Date) instant {
	at, found, _ := o.crossing(day.noon, morning, c.sinFajr)
	bound, absolute := c.twilightBound(o, night, c.method.FajrAngle, dawn, date)
	if found && !absolute && sunrise-at <= bound {
		return at
	}
	day.fajrReason = c.whyBounded(found)
	return sunrise - bound
}

// isha returns nightfall by angle or by minutes after sunset, no later than the bound allows.
func (c *Calculator) isha(o observer, day *solarDay, night instant, date Date) instant {
	if c.method.IshaMinutes > 0 {
		return c.ishaByMinutes(day, night, date)
	}
	at, found, _ := o.crossing(day.noon, evening, c.sinIsha)
	bound, absolute := c.twilightBound(o, night, c.method.IshaAngle, c.dusk, date)
	if found && !absolute && at-day.sunset <= bound {
		return at
	}
	day.ishaReason = c.whyBounded(found)
	return day.sunset + bound
}

// twilightBound returns how long the twilight may last. If absolute, it lasts that long, whatever the angle.
func (c *Calculator) twilightBound(o observer, night instant, angle float64, s season, date Date) (instant, bool) {
	if !c.method.seasonal {
		return night * instant(c.params.HighLatitude.portion(angle)), false
	}
	latitude := o.latitude / degree
	bound := instant(0).minutes(s.minutes(latitude, date))
	if math.Abs(latitude) < highSeasonal {
		return bound, false
	}
	return min(bound, night/7), true
}

// ishaByMinutes keeps Isha before the middle of a night that is shorter than twice the method's minutes.
func (c *Calculator) ishaByMinutes(day *solarDay, night instant, date Date) instant {
	minutes := c.method.IshaMinutes
	if c.method.RamadanIshaMinutes > 0 && ummAlQuraRamadan(date) {
		minutes = c.method.RamadanIshaMinutes
	}
	if at := day.sunset.minutes(float64(minutes)); at <= day.sunset+night/2 {
		return at
	}
	day.ishaReason = ShortNight
	return day.sunset + night/2
}

// maghrib returns sunset or, if Isha leaves a minute for it, the later time of the method's angle.
func (c *Calculator) maghrib(o observer, day *solarDay, isha instant) instant {
	if c.method.MaghribAngle == 0 {
		return day.sunset
	}
	room := isha.minutes(float64(c.adjustments.Isha - c.adjustments.Maghrib - 1))
	at, found, _ := o.crossing(day.noon, evening, c.sinMaghrib)
	if found && at > day.sunset && at <= room {
		return at
	}
	if day.maghribReason = ShortNight; !found {
		day.maghribReason = NoTwilight
	}
	return day.sunset
}

// whyBounded returns the reason for a time that the bound determined. The seasonal twilight is not noted if the angle
// exists, because it is then the method itself.
func (c *Calculator) whyBounded(angleFound bool) Reason {
	switch {
	case !angleFound:
		return NoTwilight
	case c.method.seasonal:
		return ""
	default:
		return ShortNight
	}
}
