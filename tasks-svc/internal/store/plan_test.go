package store_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
	"github.com/salaatflow/platform/tasks-svc/internal/store"
)

// However many tasks a user has, a list reads the start of some ranges of one index and then the tasks of its page: SQLite
// merges the ranges, which are in the order of the list, and neither sorts, nor scans, nor looks at a task to count it.
func TestAListIsAMergeOfRangesOfAnIndex(t *testing.T) {
	db := sqltest.SQLite().Open(t, store.Schema())
	texts := map[string]bool{}
	for name, query := range queries() {
		text, values := store.ListStatement(sqlstore.SQLite, 1, query)
		if texts[text] {
			continue // only its values differ
		}
		texts[text] = true
		for line := range strings.Lines(explain(t, db.Reader(), text, values)) {
			const inOrder = "(due_at,id)>(?,?) AND due_at<?)"
			switch step := strings.TrimSpace(line); {
			case strings.HasPrefix(step, "SEARCH tasks USING COVERING INDEX tasks_by_") && strings.HasSuffix(step, inOrder):
			case strings.HasPrefix(step, "SEARCH tasks USING INDEX sqlite_autoindex_tasks_1 (user_id=? AND id=?)"):
			case strings.HasPrefix(step, "SEARCH"), strings.HasPrefix(step, "SCAN tasks"), strings.Contains(step, "TEMP B-TREE"):
				t.Errorf("%s: %s in the plan of\n%s", name, step, text)
			}
		}
	}
	const most = 48
	if len(texts) > most { // every connection keeps each prepared
		t.Errorf("there are %d statements, want %d at most", len(texts), most)
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
