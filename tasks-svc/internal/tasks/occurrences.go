package tasks

import (
	"context"
	"slices"
	"time"
)

const (
	// shownAhead is for how many days from today the occurrences of a recurring task are expected.
	shownAhead = 30
	// shownBehind is for how many days a pending task is shown that was due.
	shownBehind = 30
	// maxShown is the largest number of occurrences.
	maxShown = 1000
)

// Occurrence is when a pending task is to be done.
type Occurrence struct {
	Task Task
	// Day is the date, in the owner's zone; its time of day is that of UTC, and midnight.
	Day time.Time
	// At is when on that day; zero for a task that has no time of its own.
	At time.Time
	// DayStarts is when the day starts in the owner's zone.
	DayStarts time.Time
	// RemindsAt is when it reminds; zero if it does not, or has.
	RemindsAt time.Time
}

// Occurrences returns when owner's pending tasks are to be done, the earliest first: those that are due, and those that follow a prayer.
// Of a recurring task there is one for each day of a month on which it is due if it is completed in time. Those that have been due for
// long are left out, and so is what is beyond maxShown. Each reminds when the reminder of its task would come. It returns ErrZoneUnknown
// if the owner's zone cannot be looked up, and ErrPrayersAway if it cannot be looked up now when a prayer begins.
func (s *Service) Occurrences(ctx context.Context, owner Owner) ([]Occurrence, error) {
	if err := owner.located(true); err != nil {
		return nil, err
	}
	quiet, err := s.Store.Quiet(ctx, owner.UserID)
	if err != nil {
		return nil, err
	}
	c := &calendar{
		owner: owner, quiet: quiet, now: s.now(), prayers: s.DayPrayers, asked: map[asked]map[string]map[string]time.Time{},
	}
	c.today = wallOf(c.now, owner.Zone).dayOf()
	c.from = c.today.plusDays(-shownBehind).in(owner.Zone)
	shown, err := s.shown(ctx, owner, c.from)
	if err != nil {
		return nil, err
	}
	latest := latestOfSeries(shown)
	for _, task := range shown {
		first, _ := task.First()
		if err := c.add(ctx, task, latest[first] == task.ID); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(c.found, func(a, b Occurrence) int { return a.starts().Compare(b.starts()) })
	return c.found[:min(len(c.found), maxShown)], nil
}

// latestOfSeries returns the number of the latest task of each series, by that of its first.
func latestOfSeries(shown []Task) map[int32]int32 {
	latest := map[int32]int32{}
	for _, task := range shown {
		first, _ := task.First()
		latest[first] = max(latest[first], task.ID)
	}
	return latest
}

func (o Occurrence) starts() time.Time {
	if o.At.IsZero() {
		return o.DayStarts
	}
	return o.At
}

// shown returns the pending tasks that have occurrences: those due from a time on, those due before that recur, and those that are due
// at no time and follow a prayer. Of each kind there are so many at most.
func (s *Service) shown(ctx context.Context, owner Owner, from time.Time) ([]Task, error) {
	queries := []Query{{Filter: Filter{DueFrom: from}}}
	for _, rhythm := range recurrences {
		queries = append(queries, Query{Filter: Filter{Recurrence: Recurrence(rhythm), DueBefore: from}})
	}
	for _, prayer := range prayers {
		queries = append(queries, Query{Filter: Filter{LinkedPrayer: prayer}, After: &Position{}}) // after all that are due
	}
	var found []Task
	for _, query := range queries {
		query.Status, query.Limit = Pending, MaxLimit
		for range maxShown / MaxLimit {
			page, err := s.Store.List(ctx, owner.UserID, query)
			if err != nil {
				return nil, err
			}
			found = append(found, page.Tasks...)
			if !page.More {
				break
			}
			last := page.Tasks[len(page.Tasks)-1]
			query.After = &Position{last.Due, last.Priority, last.ID}
		}
	}
	return found, nil
}

// calendar gathers the occurrences of a user's tasks.
type calendar struct {
	owner   Owner
	quiet   Quiet
	now     time.Time
	today   wall
	from    time.Time // before which nothing is shown
	prayers DayPrayers
	asked   map[asked]map[string]map[string]time.Time // by what was asked for, date and prayer
	found   []Occurrence
}

// add adds the occurrences of a task: those that come after it only if it is the latest of its series. One that is opened again has been
// followed already.
func (c *calendar) add(ctx context.Context, task Task, latest bool) error {
	first, every := c.series(task)
	if !first.Before(c.from) {
		if err := c.addFirst(ctx, task, first); err != nil {
			return err
		}
	}
	if task.Recurrence == Once || !latest {
		return nil
	}
	last := c.today.plusDays(shownAhead + 1).in(c.owner.Zone)
	for due := range every {
		if !due.Before(last) {
			return nil
		}
		if err := c.addOn(ctx, task, due); err != nil {
			return err
		}
	}
	return nil
}

// series returns when a task is due, and when those are that come after it.
func (c *calendar) series(task Task) (first time.Time, after func(yield func(time.Time) bool)) {
	first, anchor := task.Due, task.Anchor
	today := c.today.in(c.owner.Zone)
	if first.IsZero() {
		first = today
	}
	if task.followsPrayer(c.owner.Zone) && task.Recurrence == Daily && first.Before(today) {
		first = today // it reminds each day until it is completed
	}
	if anchor.IsZero() {
		anchor = first
	}
	return first, func(yield func(time.Time) bool) {
		last := first
		if c.now.After(last) {
			last = c.now
		}
		for {
			last = following(task.Recurrence, anchor, last, c.owner.Zone)
			if !yield(last) {
				return
			}
		}
	}
}

// addFirst adds the first occurrence of a task. What comes so long after a prayer may be yesterday's still, and then it is that one; one
// that recurs daily has today's, too.
func (c *calendar) addFirst(ctx context.Context, task Task, due time.Time) error {
	yesterday := c.today.plusDays(-1)
	isOpen := task.Due.IsZero() || task.Recurrence == Daily && !task.Due.After(yesterday.in(c.owner.Zone))
	if isOpen && task.followsPrayer(c.owner.Zone) && c.reachesToday(task, yesterday) {
		at, err := c.prayer(ctx, task, yesterday)
		if err != nil {
			return err
		}
		if at.After(c.now) {
			c.putAtPrayer(task, yesterday, at)
			if task.Recurrence != Daily {
				return nil
			}
		}
	}
	return c.addOn(ctx, task, due)
}

// addOn adds the occurrence of a task that is due at a time, or on the day that then starts.
func (c *calendar) addOn(ctx context.Context, task Task, due time.Time) error {
	day := wallOf(due, c.owner.Zone).dayOf()
	if task.followsPrayer(c.owner.Zone) {
		return c.addAtPrayer(ctx, task, day)
	}
	made := c.occurrence(task, day)
	if task.isDueOnADay(c.owner.Zone) {
		made.RemindsAt = milliseconds(c.quiet.startOf(day, c.owner.Zone))
	} else {
		made.At, made.RemindsAt = due, due
	}
	c.put(made)
	return nil
}

func (c *calendar) occurrence(task Task, day wall) Occurrence {
	return Occurrence{
		Task: task, Day: time.Date(day.year, day.month, day.day, 0, 0, 0, 0, time.UTC), DayStarts: milliseconds(day.in(c.owner.Zone)),
	}
}

// addAtPrayer adds the occurrence at the prayer of a day. On a day that is over, or far away, it has no time. One that is due at no time
// is on a later day when today's is over: tomorrow or, where it is so long before its prayer that tomorrow's is over too, the day after.
func (c *calendar) addAtPrayer(ctx context.Context, task Task, day wall) error {
	undated := task.Due.IsZero()
	at, err := c.prayer(ctx, task, day)
	for later := 0; err == nil && undated && day == c.today.plusDays(later) && later < 2 && !at.IsZero() && !at.After(c.now); later++ {
		if task.Recurrence == Daily {
			return nil // tomorrow's comes by itself
		}
		day = day.plusDays(1)
		at, err = c.prayer(ctx, task, day)
	}
	if err != nil || undated && at.IsZero() { // there is no day to show it on
		return err
	}
	c.putAtPrayer(task, day, at)
	return nil
}

// putAtPrayer keeps the occurrence at the prayer of a day, at a time that may be zero.
func (c *calendar) putAtPrayer(task Task, day wall, at time.Time) {
	made := c.occurrence(task, day)
	if !at.IsZero() {
		made.At = milliseconds(at)
	}
	hasReminded := task.Due.IsZero() && task.Recurrence == Once && task.RemindAt.IsZero() && task.PlanAt.IsZero()
	if !hasReminded {
		made.RemindsAt = made.At
	}
	c.put(made)
}

// put keeps an occurrence, which does not remind of what has been.
func (c *calendar) put(made Occurrence) {
	if !made.RemindsAt.After(c.now) {
		made.RemindsAt = time.Time{}
	}
	c.found = append(c.found, made)
}
