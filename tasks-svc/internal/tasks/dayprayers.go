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

// prayer returns when a task's prayer begins on a day, zero where that is not known: on days that are over or far away, and at a place
// of which nobody can say it.
func (c *calendar) prayer(ctx context.Context, task Task, day wall) (time.Time, error) {
	if ahead := c.today.daysUntil(day); c.prayers == nil || ahead < 0 || ahead > shownAhead {
		return time.Time{}, nil
	}
	days, known := c.asked[task.MasjidID]
	if !known && len(c.asked) < maxAsked {
		var err error
		days, err = c.prayers.Starts(ctx, task.UserID, task.MasjidID, c.today.date(), shownAhead+1)
		if err != nil && !errors.Is(err, ErrNoPrayers) {
			return time.Time{}, fmt.Errorf("%w: %w", ErrPrayersAway, err)
		}
		c.asked[task.MasjidID] = days
	}
	return days[day.date()][task.LinkedPrayer], nil
}

// date returns w's date as YYYY-MM-DD.
func (w wall) date() string {
	return time.Date(w.year, w.month, w.day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}
