package tasks

import (
	"context"
	"errors"
	"fmt"
	"time"
)

var (
	// ErrNoPrayers means that it cannot be said when prayers begin somewhere, however often it is asked.
	ErrNoPrayers = errors.New("prayers are not known there")
	// ErrPrayersAway means that nobody can be asked now when prayers begin.
	ErrPrayersAway = errors.New("prayers cannot be asked for now")
)

// DayPrayers knows when the prayers of some days begin. Implementations must be safe for concurrent use, and must bound how long they take.
type DayPrayers interface {
	// Starts returns when each prayer begins on so many dates from one on, YYYY-MM-DD, by the date and the prayer's name: at a masjid or,
	// where masjidID is 0, at the user's own place. It returns ErrNoPrayers if that cannot be said of any date.
	Starts(ctx context.Context, userID, masjidID int32, from string, days int32) (map[string]map[string]time.Time, error)
}

// maxAsked is for how many places prayers are asked for at most.
const maxAsked = 20

// asked is for which prayers it has been asked: of a masjid, from today on or of yesterday.
type asked struct {
	masjidID  int32
	yesterday bool
}

// prayer returns when a task is to be done by its prayer on a day, zero where that is not known: on days that are over or far away, and at
// a place of which nobody can say it. Of yesterday it is known where it may be still to come.
func (c *calendar) prayer(ctx context.Context, task Task, day wall) (time.Time, error) {
	ahead := c.today.daysUntil(day)
	asks := asked{task.MasjidID, ahead < 0}
	from, days := c.today, int32(shownAhead+1)
	if asks.yesterday {
		from, days = day, 1
	}
	if c.prayers == nil || ahead > shownAhead || asks.yesterday && !c.reachesToday(task, day) {
		return time.Time{}, nil
	}
	starts, known := c.asked[asks]
	if !known && len(c.asked) < maxAsked {
		var err error
		starts, err = c.prayers.Starts(ctx, task.UserID, task.MasjidID, from.date(), days)
		if err != nil && !errors.Is(err, ErrNoPrayers) {
			return time.Time{}, fmt.Errorf("%w: %w", ErrPrayersAway, err)
		}
		c.asked[asks] = starts
	}
	start := starts[day.date()][task.LinkedPrayer]
	if start.IsZero() {
		return start, nil
	}
	return start.Add(task.offset()), nil
}

// reachesToday reports whether what a task is to be done on a day may be still to come today: what comes after yesterday's Isha.
func (c *calendar) reachesToday(task Task, day wall) bool {
	latest := c.today.in(c.owner.Zone).Add(nightReach + task.offset())
	return task.PrayerOffset > 0 && day == c.today.plusDays(-1) && c.now.Before(latest)
}

// date returns w's date as YYYY-MM-DD.
func (w wall) date() string {
	return time.Date(w.year, w.month, w.day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}
