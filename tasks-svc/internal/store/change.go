package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// errUnchanged rolls back a transaction that has nothing to write.
var errUnchanged = errors.New("the task has not changed")

// Change reads a task, applies rule, and writes the result.
func (s *Store) Change(ctx context.Context, userID, id int32, rule tasks.Rule) (task tasks.Task, err error) {
	err = s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		task, err = change(ctx, tx, userID, id, rule)
		return err
	})
	if err != nil && !errors.Is(err, errUnchanged) {
		return tasks.Task{}, err
	}
	return task, nil
}

func change(ctx context.Context, tx *sql.Tx, userID, id int32, rule tasks.Rule) (tasks.Task, error) {
	current, err := lock(ctx, tx, userID, id)
	if err != nil {
		return tasks.Task{}, err
	}
	decided, err := rule(current)
	if err != nil {
		return tasks.Task{}, err
	}
	if decided.Task == current.Task && decided.Next == nil {
		return current.Task, errUnchanged
	}
	if decided.Next != nil {
		next, err := insert(ctx, tx, *decided.Next)
		if err != nil {
			return tasks.Task{}, fmt.Errorf("create the next task: %w", err)
		}
		decided.Task.NextID = next.ID
	}
	if _, err := tx.ExecContext(ctx, updateTask, values(decided.Task)...); err != nil {
		return tasks.Task{}, fmt.Errorf("update a task: %w", err)
	}
	if tasks.RemindsAnew(current.Task, decided.Task) {
		if err := cancelReminders(ctx, tx, userID, id); err != nil {
			return tasks.Task{}, err
		}
	}
	return decided.Task, changeWords(ctx, tx, current.Task, decided.Task)
}

// lock reads a task and locks its row until the transaction ends. Updating a column to its own value locks the row on
// both engines with the same SQL.
func lock(ctx context.Context, tx *sql.Tx, userID, id int32) (tasks.Current, error) {
	task, err := found(tx.QueryRowContext(ctx,
		`UPDATE tasks SET updated_at = updated_at WHERE user_id = $1 AND id = $2 AND deleted_at = 0
		RETURNING `+columns, userID, id), "lock a task")
	if err != nil {
		return tasks.Current{}, err
	}
	current := tasks.Current{Task: task}
	if task.NextID != 0 {
		current.NextLives, err = lives(ctx, tx, userID, task.NextID)
	}
	return current, err
}
