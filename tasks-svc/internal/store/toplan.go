package store

import (
	"context"
	"fmt"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// ToPlan returns tasks whose reminder is to be planned.
func (s *Store) ToPlan(ctx context.Context, now time.Time, limit int) ([]tasks.Task, error) {
	found, err := readAll(s.db.Reader().QueryContext(ctx,
		`SELECT `+columns+` FROM tasks WHERE plan_at <> 0 AND plan_at <= $1 AND completed_at = 0 AND deleted_at = 0
		ORDER BY plan_at LIMIT $2`, now.UnixMilli(), limit))
	if err != nil {
		return nil, fmt.Errorf("look for tasks to plan: %w", err)
	}
	return found, nil
}
