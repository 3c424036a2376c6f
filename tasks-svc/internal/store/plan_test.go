package store_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/services/sqlstore/sqltest"
	"github.com/salaatflow/platform/tasks-svc/internal/store"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// A list reads a range of an index in order, and its count reads only the index. So it neither sorts nor scans, and
// costs as much as the user has tasks.
func TestAListIsARangeOfAnIndex(t *testing.T) {
	db := sqltest.SQLite().Open(t, store.Schema())
	after := &tasks.Position{Due: time.UnixMilli(1), Priority: tasks.High, ID: 1}
	due := tasks.Filter{Status: tasks.Pending, DueFrom: time.UnixMilli(1), DueBefore: time.UnixMilli(2)}
	for index, queries := range map[string][]tasks.Query{
		"tasks_pending": {
			{Filter: tasks.Filter{Status: tasks.Pending}, Limit: 50},
			{Filter: tasks.Filter{Status: tasks.Pending}, After: after, Limit: 50},
			{Filter: due, Limit: 50},
			{Filter: due, After: after, Limit: 50},
		},
		"tasks_all": {
			{Filter: tasks.Filter{Status: tasks.Completed}, Limit: 50},
			{Filter: tasks.Filter{Status: tasks.All}, Limit: 50},
			{Filter: tasks.Filter{Status: tasks.All}, After: after, Limit: 50},
		},
	} {
		for _, query := range queries {
			text, values := store.ListStatement(1, query)
			plan := explain(t, db.Reader(), text, values)
			if !strings.Contains(plan, "SEARCH tasks USING INDEX "+index+" (user_id=?") ||
				!strings.Contains(plan, "SEARCH tasks USING COVERING INDEX "+index+" (user_id=?") ||
				strings.Contains(plan, "SCAN tasks") || strings.Contains(plan, "TEMP B-TREE") {
				t.Errorf("%s\nis planned as\n%s", text, plan)
			}
			if query.After != nil && !strings.Contains(plan, "due_at") {
				t.Errorf("%s\nbegins at the user's first task:\n%s", text, plan)
			}
		}
	}
}

func explain(t *testing.T, db *sql.DB, text string, values []any) string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+text, values...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var plan strings.Builder
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&plan, detail)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return plan.String()
}
