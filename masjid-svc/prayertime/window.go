package prayertime

import "time"

// Window is the time of one prayer as seen from an instant.
type Window struct {
	Prayer     Prayer
	Start, End time.Time // of the time in which the instant lies, else of today's or, for a late Isha, yesterday's
	Stage      Stage
	Next       time.Time // when its time begins next, after the instant
}

// Stage is where an instant lies, seen from the time of a prayer.
type Stage string

const (
	Before Stage = "before" // it has not begun
	During Stage = "during"
	After  Stage = "after" // it is over
)

// Windows returns the five prayers as seen from an instant. The days must be those of yesterday, today and tomorrow by
// the clock of the place; otherwise the error is [ErrNotCovered].
func Windows(now time.Time, yesterday, today, tomorrow *Day) ([]Window, error) {
	windows := make([]Window, 0, len(Prayers()))
	for _, p := range Prayers() {
		w := windowOf(p, now, yesterday, today, tomorrow)
		if w.Next.IsZero() {
			return nil, ErrNotCovered
		}
		windows = append(windows, w)
	}
	return windows, nil
}

func windowOf(p Prayer, now time.Time, yesterday, today, tomorrow *Day) Window {
	w := Window{Prayer: p, Start: today.Start(p), End: today.End(p, tomorrow), Stage: After}
	for _, day := range []struct{ of, next *Day }{{tomorrow, nil}, {today, tomorrow}, {yesterday, today}} {
		start := day.of.Start(p)
		if start.After(now) {
			w.Next = start
		}
		if day.next == nil {
			continue
		}
		switch end := day.of.End(p, day.next); {
		case start.After(now):
			w.Start, w.End, w.Stage = start, end, Before
		case end.After(now):
			w.Start, w.End, w.Stage = start, end, During
		}
	}
	return w
}
