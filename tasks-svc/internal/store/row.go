package store

import (
	"fmt"
	"math"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// columns are the columns of values, scan, insertTask and updateTask, in their order.
const columns = `user_id, id, title, description, priority, linked_prayer, due_at, recurrence, anchor_at, category,
	masjid_id, completed_at, next_id, created_at, updated_at, remind_at,
	plan_at, series_id, series_at, prayer_offset`

const insertTask = `INSERT INTO tasks (` + columns + `, words_at, deleted_at)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $15, 0)`

const updateTask = `UPDATE tasks SET title = $3, description = $4, priority = $5, linked_prayer = $6, due_at = $7,
	recurrence = $8, anchor_at = $9, category = $10, masjid_id = $11, completed_at = $12, next_id = $13,
	created_at = $14, updated_at = $15, words_at = $15, remind_at = $16,
	plan_at = $17, series_id = $18, series_at = $19, prayer_offset = $20
	WHERE user_id = $1 AND id = $2`

// noDue is the due_at of a task without a due time.
const noDue = math.MaxInt64

func values(t tasks.Task) []any {
	return []any{
		t.UserID, t.ID, t.Title, t.Description, int16(t.Priority), t.LinkedPrayer, dueAt(t.Due), string(t.Recurrence),
		at(t.Anchor), t.Category, t.MasjidID, at(t.CompletedAt), t.NextID, at(t.CreatedAt), at(t.UpdatedAt),
		at(t.RemindAt), at(t.PlanAt), t.SeriesID, at(t.SeriesAt), t.PrayerOffset,
	}
}

// scan reads the columns of a *sql.Row or *sql.Rows, which follow those of before.
func scan(row interface{ Scan(...any) error }, before ...any) (tasks.Task, error) {
	var t tasks.Task
	var due, anchor, completed, created, updated, remind, plan, series int64
	err := row.Scan(append(before, &t.UserID, &t.ID, &t.Title, &t.Description, &t.Priority, &t.LinkedPrayer, &due,
		&t.Recurrence, &anchor, &t.Category, &t.MasjidID, &completed, &t.NextID, &created, &updated, &remind, &plan,
		&t.SeriesID, &series, &t.PrayerOffset)...)
	if err != nil {
		return tasks.Task{}, fmt.Errorf("read a task: %w", err)
	}
	if due != noDue {
		t.Due = time.UnixMilli(due).UTC()
	}
	t.Anchor, t.CompletedAt, t.CreatedAt, t.UpdatedAt = instant(anchor), instant(completed), instant(created), instant(updated)
	t.RemindAt, t.PlanAt, t.SeriesAt = instant(remind), instant(plan), instant(series)
	return t, nil
}

func dueAt(t time.Time) int64 {
	if t.IsZero() {
		return noDue
	}
	return t.UnixMilli()
}

// at returns t as stored in a column: 0 for the zero time.
func at(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func instant(milliseconds int64) time.Time {
	if milliseconds == 0 {
		return time.Time{}
	}
	return time.UnixMilli(milliseconds).UTC()
}
