package store_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/salaatflow/platform/chat-svc/internal/store"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// Reading a user's conversations is an ordered range of an index: its cost depends only on the user's own conversations, and
// that of a page only on the page.
func TestEachReadIsARangeOfAnIndex(t *testing.T) {
	db := sqltest.SQLite().Open(t, store.Schema())
	const owned, byID = "conversations_owner (owner=?", "SEARCH conversations USING INDEX sqlite_autoindex_conversations_1 (id=?)"
	for _, statement := range []struct {
		text   string
		values []any
		wants  []string
	}{
		{store.ListConversations, []any{1, 2, 3, "", 5}, []string{"SEARCH conversations USING INDEX " + owned + " AND used_at"}},
		{store.CountConversations, []any{1, 2}, []string{"SEARCH conversations USING COVERING INDEX " + owned + " AND used_at>?)"}},
		{store.CountOwned, []any{1}, []string{"SEARCH conversations USING COVERING INDEX " + owned + ")"}},
		{store.DeleteUsedLongest, []any{1, "", 3, 4}, []string{byID, "SEARCH conversations USING INDEX " + owned + ")"}},
		{store.PurgeConversations, []any{1, 2, 3}, []string{byID, "SEARCH conversations USING INDEX conversations_used (used_at<?)"}},
		{store.ListTurns, []any{"", 2, 3}, []string{"SEARCH turns USING INDEX sqlite_autoindex_turns_1 (conversation_id=? AND number<?)"}},
	} {
		plan := explain(t, db, statement.text, statement.values)
		for _, want := range statement.wants {
			if !strings.Contains(plan, want) {
				t.Errorf("%s\nis planned as\n%swant %s", statement.text, plan, want)
			}
		}
		if strings.Contains(plan, "SCAN") || strings.Contains(plan, "TEMP B-TREE") {
			t.Errorf("%s\nis planned as\n%s", statement.text, plan)
		}
	}
}

func explain(t *testing.T, db *sqlstore.DB, text string, values []any) string {
	t.Helper()
	rows, err := db.Reader().QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+text, values...)
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
