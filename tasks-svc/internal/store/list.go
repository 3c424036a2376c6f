package store

import (
	"context"
	"fmt"
	"strconv"

	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// List reads a page by the position of the task before it, so that a late page costs no more than the first. One
// statement reads the tasks and their count, so that both are of the same moment. Neither reads more of an index than the
// page and the largest count are long, from each of a few ranges: however many tasks there are, and whatever the filter.
func (s *Store) List(ctx context.Context, userID int32, query tasks.Query) (tasks.Page, error) {
	text, values := listStatement(s.db.Engine(), userID, query)
	read, err := s.read(ctx, text, values, query.Limit)
	if err != nil || len(read.Tasks) > 0 || query.After == nil {
		return read, err
	}
	// No task is left after the first page, so no row has brought the count.
	matching := rangesOf(userID, query.Filter)
	count := "SELECT " + matching.count(s.db.Engine())
	if err := s.db.Reader().QueryRowContext(ctx, count, matching.values...).Scan(&read.Count); err != nil {
		return tasks.Page{}, fmt.Errorf("count tasks: %w", err)
	}
	return capped(read), nil
}

// capped has a page say when there are more tasks than are counted.
func capped(page tasks.Page) tasks.Page {
	if page.Count > tasks.MaxCount {
		page.Count, page.CountCapped = tasks.MaxCount, true
	}
	return page
}

// listStatement finds the numbers of the page's tasks in an index, and reads these tasks alone.
func listStatement(engine sqlstore.Engine, userID int32, query tasks.Query) (text string, values []any) {
	const order = " ORDER BY listed_due, listed_priority, listed_id"
	const selected = "due_at AS listed_due, priority AS listed_priority, id AS listed_id"
	matching := rangesOf(userID, query.Filter)
	count := matching.count(engine)
	spans := matching.after("page", query.After)
	var listed string
	if engine == sqlstore.PostgreSQL {
		listed = spans.lateral(selected, longest(query.Limit))
	} else {
		listed = spans.union(selected)
	}
	// Reads one more task, to know whether any follow. SQLite would plan a bare LIMIT $n again for each value.
	listed += order + " LIMIT " + matching.value("limit", query.Limit) + " + 1"
	return "SELECT " + count + ", " + columns + " FROM (" + listed + ") AS listed JOIN tasks ON user_id = " +
		matching.value("user", userID) + " AND id = listed_id" + order, matching.values
}

// longest is what a range may add to a page, with the task that follows it. There are two, so that there are few statements.
func longest(limit int) int {
	const usual = 50
	if limit <= usual {
		return usual + 1
	}
	return tasks.MaxLimit + 1
}

// count is an expression: how many tasks match, up to one more than are counted.
func (r *ranges) count(engine sqlstore.Engine) string {
	const most = tasks.MaxCount + 1
	spans := r.after("all", nil)
	counted := spans.union("1")
	if engine == sqlstore.PostgreSQL {
		counted = spans.lateral("1", most)
	}
	return "(SELECT COUNT(*) FROM (" + counted + " LIMIT " + strconv.Itoa(most) + ") AS counted)"
}

func (s *Store) read(ctx context.Context, text string, values []any, limit int) (page tasks.Page, err error) {
	rows, err := s.db.Reader().QueryContext(ctx, text, values...)
	if err != nil {
		return tasks.Page{}, fmt.Errorf("list tasks: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		if len(page.Tasks) == limit {
			page.More = true
			break
		}
		task, err := scan(rows, &page.Count)
		if err != nil {
			return tasks.Page{}, err
		}
		page.Tasks = append(page.Tasks, task)
	}
	if err := rows.Err(); err != nil {
		return tasks.Page{}, fmt.Errorf("list tasks: %w", err)
	}
	return capped(page), nil
}
