package store_test

import (
	"context"
	"database/sql"
	"math"
	"slices"
	"testing"

	"github.com/salaatflow/platform/language/searchtext"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
	"github.com/salaatflow/platform/tasks-svc/internal/store"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// Tasks from before there was a search, and those that an earlier version changes beside this one while it rolls out, are found
// as soon as they have been read.
func TestTasksOfAnEarlierVersionAreFoundOnceTheyAreRead(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		db := engine.Open(t, store.Schema())
		fillOne(t, db, 0, 30)
		shelf := store.New(db)
		found := func(words string) (ids []int32) {
			t.Helper()
			query, err := searchtext.Parse(words)
			if err != nil {
				t.Fatal(err)
			}
			page, err := shelf.Search(t.Context(), 1, tasks.SearchQuery{Words: query, Status: tasks.All, Before: math.MaxInt32, Limit: 100})
			if err != nil {
				t.Fatal(err)
			}
			for _, task := range page.Tasks {
				ids = append(ids, task.ID)
			}
			return ids
		}
		read := func(limit, want int) {
			t.Helper()
			if n, err := shelf.ReadWords(t.Context(), limit); err != nil || n != want {
				t.Fatalf("read %d, %v, want %d", n, err, want)
			}
		}

		read(20, 20)
		read(20, 10)
		read(20, 0)
		if ids := found("kahf reflect"); len(ids) != 30 {
			t.Errorf("%d are found, want all 30", len(ids))
		}

		err := db.Update(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, "UPDATE tasks SET title = 'Walk', updated_at = updated_at + 1 WHERE user_id = 1 AND id = 7")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		read(20, 1)
		read(20, 0)
		if ids := found("walk"); !slices.Equal(ids, []int32{7}) {
			t.Errorf("by its new title %v are found, want task 7", ids)
		}
		if ids := found("kahf"); len(ids) != 29 || slices.Contains(ids, 7) {
			t.Errorf("by its old title %v are found, want the 29 others", ids)
		}
	})
}
