package store

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// List reads a page by the position of the task before it, so that a late page costs no more than the first. One
// statement reads the tasks and their count, so that both are of the same moment.
func (s *Store) List(ctx context.Context, userID int32, query tasks.Query) (tasks.Page, error) {
	text, values := listStatement(userID, query)
	read, err := s.read(ctx, text, values, query.Limit)
	if err != nil || len(read.Tasks) > 0 || query.After == nil {
		return read, err
	}
	// No task is left after the first page, so no row has brought the count.
	text, values = countStatement(matching(userID, query.Filter))
	if err := s.db.Reader().QueryRowContext(ctx, text, values...).Scan(&read.Count); err != nil {
		return tasks.Page{}, fmt.Errorf("count tasks: %w", err)
	}
	return read, nil
}

func listStatement(userID int32, query tasks.Query) (text string, values []any) {
	matching := matching(userID, query.Filter)
	counting, _ := countStatement(matching) // its values are the first values of the page
	page := matching
	if p := query.After; p != nil {
		page.and("(due_at, priority, id) > (?, ?, ?)", dueAt(p.Due), int16(p.Priority), p.ID)
	}
	// Reads one more task, to know whether any follow. SQLite would plan a bare LIMIT $n again for each value.
	page.add(" ORDER BY due_at, priority, id LIMIT ? + 1", query.Limit)
	return "SELECT (" + counting + "), " + columns + " FROM tasks WHERE " + page.text, page.values
}

func countStatement(matching conditions) (text string, values []any) {
	return "SELECT COUNT(*) FROM tasks WHERE " + matching.text, matching.values
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
	return page, nil
}

// conditions is the text of a WHERE clause with its values.
type conditions struct {
	text   string
	values []any
}

func matching(userID int32, f tasks.Filter) conditions {
	var c conditions
	c.add("user_id = ? AND deleted_at = 0", userID)
	switch f.Status {
	case tasks.Pending:
		c.and("completed_at = 0")
	case tasks.Completed:
		c.and("completed_at <> 0")
	}
	if f.Priority != 0 {
		c.and("priority = ?", int16(f.Priority))
	}
	c.andEqual("linked_prayer", f.LinkedPrayer)
	c.andEqual("category", f.Category)
	c.andEqual("recurrence", string(f.Recurrence))
	c.andDue(f.DueFrom, f.DueBefore)
	return c
}

func (c *conditions) andDue(from, before time.Time) {
	if !from.IsZero() {
		c.and("due_at >= ?", from.UnixMilli())
	}
	if !from.IsZero() || !before.IsZero() {
		c.and("due_at < ?", dueAt(before)) // tasks without a due time have noDue
	}
}

func (c *conditions) andEqual(column, value string) {
	if value != "" {
		c.and(column+" = ?", value)
	}
}

func (c *conditions) and(text string, values ...any) { c.add(" AND "+text, values...) }

// add appends text and replaces each ? in it by the $n of its value.
func (c *conditions) add(text string, values ...any) {
	for _, value := range values {
		c.values = append(c.values[:len(c.values):len(c.values)], value) // copies of c share no value
		text = strings.Replace(text, "?", "$"+strconv.Itoa(len(c.values)), 1)
	}
	c.text += text
}
