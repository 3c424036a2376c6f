package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/salaatflow/platform/audit-svc/internal/trail"
)

// List returns entries, the newest first.
func (s *Store) List(ctx context.Context, selection trail.Selection) (listed []trail.Listed, count int, err error) {
	matching := where(selection)
	err = s.db.View(ctx, func(ctx context.Context, tx *sql.Tx) error {
		text := matching.countStatement()
		row := tx.QueryRowContext(ctx, text, matching.values...)
		if err := row.Scan(&count); err != nil {
			return fmt.Errorf("count audit entries: %w", err)
		}
		listed, err = list(ctx, tx, selection, matching)
		return err
	})
	return listed, count, err
}

func list(
	ctx context.Context, tx *sql.Tx, selection trail.Selection, matching conditions,
) (listed []trail.Listed, err error) {
	if selection.Before > 0 {
		matching.and("seq <", selection.Before)
	}
	text, values := matching.listStatement(selection.Limit)
	rows, err := tx.QueryContext(ctx, text, values...)
	if err != nil {
		return nil, fmt.Errorf("list audit entries: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var found trail.Listed
		var text string
		if err := rows.Scan(&found.Seq, &text); err != nil {
			return nil, fmt.Errorf("list audit entries: %w", err)
		}
		if err := json.Unmarshal([]byte(text), &found.Entry); err != nil {
			return nil, fmt.Errorf("line %d of the audit trail was damaged: %w", found.Seq, err)
		}
		listed = append(listed, found)
	}
	return listed, rows.Err()
}

// conditions are the conditions of a statement and the values in them.
type conditions struct {
	text   string
	values []any
}

// and adds a condition that ends before its value, such as "tool =".
func (c *conditions) and(comparison string, value any) {
	if c.text == "" {
		c.text = " WHERE "
	} else {
		c.text += " AND "
	}
	c.values = append(c.values, value)
	c.text += comparison + " $" + strconv.Itoa(len(c.values))
}

func (c conditions) countStatement() string { return "SELECT COUNT(*) FROM audit_lines" + c.text }

func (c conditions) listStatement(limit int) (text string, values []any) {
	values = append(slices.Clone(c.values), limit)
	return "SELECT seq, entry FROM audit_lines" + c.text + " ORDER BY seq DESC LIMIT $" + strconv.Itoa(len(values)), values
}

// where returns the conditions of a selection, without the page.
func where(selection trail.Selection) (matching conditions) {
	if selection.Tool != "" {
		matching.and("tool =", selection.Tool)
	}
	if selection.UserID != 0 {
		matching.and("user_id =", selection.UserID)
	}
	if selection.Decision != "" {
		matching.and("decision =", selection.Decision)
	}
	if !selection.Since.IsZero() {
		matching.and("ended_at >=", selection.Since.UnixMicro())
	}
	if !selection.Until.IsZero() {
		matching.and("ended_at <", selection.Until.UnixMicro())
	}
	return matching
}
