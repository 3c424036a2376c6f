package tasks

import (
	"iter"
	"time"
)

const daysOfWeek = 7

// successor returns the next occurrence of a recurring task that is completed at now, or nil if its due date would be
// out of range.
//
// It is due at the first date of the series after both now and the task's own due time. So an overdue task skips the
// dates that have passed, and a task completed early is not due again on the same day. Dates are counted in the user's
// zone, at the time of day of the first one. A task without a due time begins its series today: the next one is due at
// the start of the day one period from today. What comes after a prayer is completed on that prayer's day, also past midnight.
func successor(task Task, now time.Time, zone *time.Location) *Task {
	after := task.completedAt(now, zone)
	anchor := task.Anchor
	if anchor.IsZero() {
		anchor = task.Due
	}
	if anchor.IsZero() {
		anchor = wallOf(after, zone).dayOf().in(zone)
	}
	if task.Due.After(after) {
		after = task.Due
	}
	due := following(task.Recurrence, anchor, after, zone)
	if due.After(latestDue) {
		return nil
	}
	next := &Task{
		UserID:       task.UserID,
		Title:        task.Title,
		Description:  task.Description,
		Priority:     task.Priority,
		LinkedPrayer: task.LinkedPrayer,
		PrayerOffset: task.PrayerOffset,
		Due:          milliseconds(due),
		Recurrence:   task.Recurrence,
		Anchor:       milliseconds(anchor),
		Category:     task.Category,
		MasjidID:     task.MasjidID,
		CreatedAt:    now,
		UpdatedAt:    now,
	}
	next.SeriesID, next.SeriesAt = task.First()
	next.setReminder(now, zone)
	return next
}

// seriesAfter yields the times after a given one in a series that begins at anchor.
func seriesAfter(rhythm Recurrence, anchor, after time.Time, zone *time.Location) iter.Seq[time.Time] {
	return func(yield func(time.Time) bool) {
		for {
			after = following(rhythm, anchor, after, zone)
			if !yield(after) {
				return
			}
		}
	}
}

// following returns the first time after a given one in a series that begins at anchor. It never returns anchor itself.
func following(rhythm Recurrence, anchor, after time.Time, zone *time.Location) time.Time {
	start, end := wallOf(anchor, zone), wallOf(after, zone)
	step := start.plusDays
	passed := start.daysUntil(end) // estimates how many periods have passed, at most one too many
	switch rhythm {
	case Weekly:
		step = func(n int) wall { return start.plusDays(daysOfWeek * n) }
		passed /= daysOfWeek
	case Monthly:
		step = start.plusMonths
		passed = start.monthsUntil(end)
	}
	for n := max(1, passed-1); ; n++ {
		if t := step(n).in(zone); t.After(after) {
			return t
		}
	}
}
