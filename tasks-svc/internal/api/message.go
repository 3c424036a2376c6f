package api

import (
	"time"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// message converts a task to its API message, with times in the owner's zone.
func message(t tasks.Task, zone *time.Location) *tasksv1.Task {
	return &tasksv1.Task{
		Id:                  t.ID,
		Title:               t.Title,
		Description:         unlessZero(t.Description),
		Priority:            t.Priority.String(),
		LinkedPrayer:        unlessZero(t.LinkedPrayer),
		PrayerOffsetMinutes: unlessZero(t.PrayerOffset),
		DueDatetime:         unlessZero(timestamp(t.Due, zone)),
		Recurrence:          unlessZero(string(t.Recurrence)),
		Category:            unlessZero(t.Category),
		MasjidId:            unlessZero(t.MasjidID),
		Completed:           t.Completed(),
		CompletedAt:         unlessZero(timestamp(t.CompletedAt, zone)),
		CreatedAt:           timestamp(t.CreatedAt, zone),
		UpdatedAt:           timestamp(t.UpdatedAt, zone),
		NextTaskId:          unlessZero(t.Successor()),
		RemindAt:            unlessZero(timestamp(t.RemindAt, zone)),
	}
}

// timestamp formats t as RFC 3339 in zone. It returns an empty string for the zero time.
func timestamp(t time.Time, zone *time.Location) string {
	if t.IsZero() {
		return ""
	}
	return t.In(zone).Format(time.RFC3339)
}

// unlessZero returns nil, which is null in JSON, for the zero value.
func unlessZero[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}
