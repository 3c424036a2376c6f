package tasks

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"time"
)

const (
	// replanBefore is how long before a prayer it is asked again when it begins: its time moves with the day, and with the user's city.
	replanBefore = 6 * time.Hour
	// planAgain is how long after nobody could say it is asked again.
	planAgain = time.Minute
	// planBatch is the number of tasks that are planned before it is looked for more.
	planBatch = 50
)

// errNoPrayers means that this service has nobody to ask.
var errNoPrayers = errors.New("masjid-svc is not configured")

// PrayerTimes knows when prayers begin. Implementations must be safe for concurrent use, and must bound how long they take.
type PrayerTimes interface {
	// Start returns when a prayer begins on a date, YYYY-MM-DD: at a masjid or, where masjidID is 0, at the user's own place.
	Start(ctx context.Context, userID, masjidID int32, prayer, date string) (time.Time, error)
}

// RemindsAnew reports whether a change of a task may change when it reminds. What waits to be sent of before is then out of date.
func RemindsAnew(before, after Task) bool {
	return !before.Due.Equal(after.Due) || before.LinkedPrayer != after.LinkedPrayer || before.Completed() != after.Completed() ||
		before.PrayerOffset != after.PrayerOffset || before.MasjidID != after.MasjidID && before.LinkedPrayer != ""
}

// setReminder sets when the task reminds that is made or changed at now: at its due time or, if it is due on a day or follows a prayer,
// at a time that is to be found out. One that is completed, or due already, does not.
func (t *Task) setReminder(now time.Time, zone *time.Location) {
	t.RemindAt, t.PlanAt = time.Time{}, time.Time{}
	switch {
	case t.Completed():
	case t.followsPrayer(zone), t.isDueOnADay(zone):
		t.PlanAt = now
	case t.Due.After(now):
		t.RemindAt = t.Due
	case t.remindsOnEach():
		t.PlanAt = now
	}
}

// remindsOnEach reports whether the task reminds on each day of its rhythm until it is completed: one that has a day to begin with, and
// after which there is no other of its series.
func (t *Task) remindsOnEach() bool { return t.Recurrence != Once && !t.Due.IsZero() && t.NextID == 0 }

// dueDays yields when a task is due whose reminder is still to come at now, as far as its day tells: first its own time and, if it reminds
// on each day of its rhythm, those of its series from about the day before now on.
func (t *Task) dueDays(now time.Time, zone *time.Location) iter.Seq[time.Time] {
	back := 24*time.Hour + max(t.offset(), 0) // what is due on a day reminds after its start
	return func(yield func(time.Time) bool) {
		if !yield(t.Due) || !t.remindsOnEach() {
			return
		}
		anchor := t.Anchor
		if anchor.IsZero() {
			anchor = t.Due
		}
		from := now.Add(-back)
		if t.Due.After(from) {
			from = t.Due
		}
		for due := range seriesAfter(t.Recurrence, anchor, from, zone) {
			if due.After(latestDue) || !yield(due) {
				return
			}
		}
	}
}

// isDueOnADay reports whether the task is due on a day, at no time of its own: at its start.
func (t *Task) isDueOnADay(zone *time.Location) bool {
	return !t.Due.IsZero() && wallOf(t.Due, zone) == wallOf(t.Due, zone).dayOf()
}

// planned returns a task that was just stored with the time of its reminder, if that could be found out now. Else the Planner does.
func (s *Service) planned(ctx context.Context, owner Owner, task Task) Task {
	if task.PlanAt.IsZero() || task.PlanAt.After(s.now()) || task.LinkedPrayer != "" && s.Prayers == nil {
		return task
	}
	stored, err := s.plan(ctx, owner, task)
	if err != nil {
		s.Log.InfoContext(ctx, "failed to find out when a task reminds; trying again later", slog.Int("user_id", int(task.UserID)),
			slog.Int("task_id", int(task.ID)), slog.Any("error", err))
		return task
	}
	return stored
}

// plan finds out when a task reminds, and stores it unless the task has changed meanwhile.
func (s *Service) plan(ctx context.Context, owner Owner, task Task) (Task, error) {
	now := s.now()
	at, failure := s.reminderOf(ctx, owner, task, now)
	stored, err := s.Store.Change(ctx, task.UserID, task.ID, func(current Current) (Change, error) {
		changed := current.Task
		isDue := !changed.RemindAt.IsZero() && !changed.RemindAt.After(now) // it is about to be released
		if isDue || !changed.PlanAt.Equal(task.PlanAt) || RemindsAnew(task, changed) {
			return Change{Task: changed}, nil
		}
		changed.PlanAt = time.Time{}
		switch again := at.Add(-replanBefore); {
		case failure != nil:
			changed.PlanAt = now.Add(planAgain)
		case again.After(now):
			changed.RemindAt, changed.PlanAt = at, again
		default:
			changed.RemindAt = at
		}
		return Change{Task: changed}, nil
	})
	if failure != nil {
		err = failure
	}
	return stored, err
}

// reminderOf returns when a task reminds; zero if it does not any more.
func (s *Service) reminderOf(ctx context.Context, owner Owner, task Task, now time.Time) (time.Time, error) {
	if task.followsPrayer(owner.Zone) {
		if s.Prayers == nil {
			return time.Time{}, errNoPrayers
		}
		return s.prayerOf(ctx, owner, task, now)
	}
	onADay := task.isDueOnADay(owner.Zone)
	var quiet Quiet
	if onADay {
		var err error
		if quiet, err = s.Store.Quiet(ctx, task.UserID); err != nil {
			return time.Time{}, err
		}
	}
	for at := range task.dueDays(now, owner.Zone) {
		if onADay {
			at = quiet.startOf(wallOf(at, owner.Zone), owner.Zone)
		}
		if at.After(now) {
			return milliseconds(at), nil
		}
	}
	return time.Time{}, nil
}

// prayerOf returns when the task's prayer begins next, or so long before or after that as the task says: on the day that the task is due,
// or on a later one of its series, else today or tomorrow. It returns zero if that is over, and the task does not recur.
func (s *Service) prayerOf(ctx context.Context, owner Owner, task Task, now time.Time) (time.Time, error) {
	for _, day := range task.prayerDays(now, owner.Zone) {
		at, err := s.Prayers.Start(ctx, task.UserID, task.MasjidID, task.LinkedPrayer, day.date())
		if err != nil {
			return time.Time{}, err
		}
		if at = at.Add(task.offset()); at.After(now) {
			return milliseconds(at), nil
		}
	}
	return time.Time{}, nil
}
