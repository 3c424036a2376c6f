package prayers

import "time"

// hasBegun reports whether a prayer of today has begun.
func (t Talk) hasBegun(day prayerDay, prayer string) bool {
	at, err := time.Parse(time.RFC3339, day.Starts[prayer])
	return err == nil && !at.After(t.Clock.Now())
}

// tellNoJamaat says that the jamaat depends on the masjid, and when the prayer's time begins.
func (t Talk) tellNoJamaat(day prayerDay, prayer string) {
	t.tellTimes(day, prayer)
	t.Answer.Message += " " + t.Book.Say("jamaat_which_masjid", nil)
}
