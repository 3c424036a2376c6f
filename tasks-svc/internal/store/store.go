// Package store stores tasks in SQLite or PostgreSQL.
package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"time"

	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqlite"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Schema returns the tables of tasks.
func Schema() sqlstore.Schema {
	return sqlstore.Schema{Name: "tasks", Migrations: sqlstore.Embedded(migrations), Command: "tasks-svc migrate", SQLite: sqlite.Pool}
}

// Store implements tasks.Store.
type Store struct{ db *sqlstore.DB }

var _ tasks.Store = (*Store)(nil)

// New returns a Store on db, which must have Schema. The caller closes db.
func New(db *sqlstore.DB) *Store { return &Store{db: db} }

// Create stores a task under the user's next number.
func (s *Store) Create(ctx context.Context, task tasks.Task) (created tasks.Task, err error) {
	err = s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		created, err = insert(ctx, tx, task)
		return err
	})
	if err != nil {
		return tasks.Task{}, fmt.Errorf("create a task: %w", err)
	}
	return created, nil
}

// insert numbers the task in the transaction that stores it, so that a failure uses up no number.
func insert(ctx context.Context, tx *sql.Tx, task tasks.Task) (tasks.Task, error) {
	err := tx.QueryRowContext(ctx,
		`INSERT INTO task_counters (user_id, last_number) VALUES ($1, 1)
		ON CONFLICT (user_id) DO UPDATE SET last_number = task_counters.last_number + 1
		RETURNING last_number`, task.UserID).Scan(&task.ID)
	if err != nil {
		return tasks.Task{}, fmt.Errorf("count: %w", err)
	}
	if _, err := tx.ExecContext(ctx, insertTask, values(task)...); err != nil {
		return tasks.Task{}, fmt.Errorf("insert: %w", err)
	}
	return task, addWords(ctx, tx, task, wordsOf(task))
}

// Get returns a task of the user.
func (s *Store) Get(ctx context.Context, userID, id int32) (tasks.Task, error) {
	row := s.db.Reader().QueryRowContext(ctx,
		`SELECT `+columns+` FROM tasks WHERE user_id = $1 AND id = $2 AND deleted_at = 0`, userID, id)
	return found(row, "get a task")
}

// found scans the single task that a query returned.
func found(row *sql.Row, doing string) (tasks.Task, error) {
	task, err := scan(row)
	if errors.Is(err, sql.ErrNoRows) {
		return tasks.Task{}, tasks.ErrNotFound
	}
	if err != nil {
		return tasks.Task{}, fmt.Errorf("%s: %w", doing, err)
	}
	return task, nil
}

// Delete marks a task of the user as deleted.
func (s *Store) Delete(ctx context.Context, userID, id int32, at time.Time) error {
	return s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx,
			`UPDATE tasks SET deleted_at = $3 WHERE user_id = $1 AND id = $2 AND deleted_at = 0`,
			userID, id, at.UnixMilli())
		if err != nil {
			return fmt.Errorf("delete a task: %w", err)
		}
		deleted, err := result.RowsAffected()
		if err != nil {
			return fmt.Errorf("delete a task: %w", err)
		}
		if deleted == 0 {
			return tasks.ErrNotFound
		}
		return cancelReminders(ctx, tx, userID, id)
	})
}

// Undelete removes the mark again.
func (s *Store) Undelete(ctx context.Context, userID, id int32, deletedAfter time.Time) (task tasks.Task, err error) {
	err = s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		task, err = found(tx.QueryRowContext(ctx,
			`UPDATE tasks SET deleted_at = 0 WHERE user_id = $1 AND id = $2 AND deleted_at > $3
			RETURNING `+columns, userID, id, deletedAfter.UnixMilli()), "undelete a task")
		if !errors.Is(err, tasks.ErrNotFound) {
			return err
		}
		there, err := lives(ctx, tx, userID, id)
		if err != nil {
			return err
		}
		if there {
			return tasks.ErrNotDeleted
		}
		return tasks.ErrNotFound
	})
	return task, err
}

// lives reports whether the user has a task with this number that is not deleted.
func lives(ctx context.Context, tx *sql.Tx, userID, id int32) (bool, error) {
	var n int
	err := tx.QueryRowContext(ctx,
		`SELECT COUNT(*) FROM tasks WHERE user_id = $1 AND id = $2 AND deleted_at = 0`, userID, id).Scan(&n)
	if err != nil {
		return false, fmt.Errorf("look for a task: %w", err)
	}
	return n > 0, nil
}
