package tasks

import (
	"context"
	"time"
)

// Patch holds changes to a task. Nil leaves a field as it is. An empty string or 0 clears an optional one.
type Patch struct {
	Title, Description, Priority, LinkedPrayer, Due, Recurrence, Category *string
	MasjidID, PrayerOffset                                                *int32
	// Completed completes the task, as Complete does, or reopens it, after all other changes.
	Completed *bool
}

// Update changes a task of owner. It returns ErrNotFound if there is none, Invalid if the patch breaks a rule, and
// ErrZoneUnknown if it needs the owner's zone and that cannot be looked up; then nothing has changed. A patch without
// effect changes nothing, not even the time of the last change.
func (s *Service) Update(ctx context.Context, owner Owner, id int32, patch Patch) (Task, error) {
	now := s.now()
	changed, err := s.Store.Change(ctx, owner.UserID, id, func(current Current) (Change, error) {
		return patch.apply(current, owner, now)
	})
	if err != nil {
		return Task{}, err
	}
	return s.planned(ctx, owner, changed), nil
}

// Complete completes a task of owner, or returns ErrNotFound. A recurring task gets its next occurrence, unless it has
// one from before it was reopened. Completing a completed task changes nothing.
func (s *Service) Complete(ctx context.Context, owner Owner, id int32) (Task, error) {
	done := true
	return s.Update(ctx, owner, id, Patch{Completed: &done})
}

func (p Patch) apply(current Current, owner Owner, now time.Time) (Change, error) {
	task := current.Task
	said := fields{p.Title, p.Description, p.Priority, p.LinkedPrayer, p.Due, p.Recurrence, p.Category, p.MasjidID, p.PrayerOffset}
	if err := said.set(&task, owner.Zone); err != nil {
		return Change{}, err
	}
	change := Change{Task: task}
	if p.Completed != nil && *p.Completed != task.Completed() {
		if *p.Completed {
			change = complete(task, current.NextLives, now, owner.Zone)
		} else {
			change.Task.CompletedAt = time.Time{}
		}
	}
	setsOffset := p.PrayerOffset != nil && *p.PrayerOffset != 0 && !task.Due.IsZero() // which is on a day there, or is not
	if err := owner.located(change.Next != nil || setsOffset || p.Due != nil && IsLocal(*p.Due)); err != nil {
		return Change{}, err
	}
	if RemindsAnew(current.Task, change.Task) {
		change.Task.setReminder(now, owner.Zone)
	}
	if change.Task != current.Task || change.Next != nil {
		change.Task.UpdatedAt = now
	}
	return change, nil
}

func complete(task Task, nextLives bool, now time.Time, zone *time.Location) Change {
	change := Change{Task: task}
	change.Task.CompletedAt = now
	if task.Recurrence != Once && !nextLives {
		change.Task.NextID = 0
		change.Next = successor(task, now, zone)
	}
	return change
}
