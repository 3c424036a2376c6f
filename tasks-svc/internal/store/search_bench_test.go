package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/salaatflow/platform/language/searchtext"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
	"github.com/salaatflow/platform/tasks-svc/internal/store"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// searches are words that all, many, few or none of the tasks of fillOne and its words have, and their combinations.
var searches = map[string]string{
	"all":                "surah",
	"many":               "walking",
	"few":                "n77777",
	"none":               "taraweeh",
	"all and many":       "surah walking",
	"all of them":        "read surah kahf before jumuah",
	"many and many":      "walking dates",
	"many and few":       "walking n77776",
	"a beginning":        "jum",
	"many beginnings":    "n77",
	"beginnings and all": "n77 sur",
	"Urdu":               "سورہ الکہف",
	"a phrase":           `"surah al-kahf"`,
	"never together":     "walking sitting",
}

// BenchmarkSearch searches one user's million tasks, and reports the median for each of searches.
func BenchmarkSearch(b *testing.B) {
	for _, engine := range []sqltest.Engine{sqltest.SQLite(), sqltest.Postgres()} {
		b.Run(string(engine.Kind()), func(b *testing.B) {
			number := 1_000_000
			if testing.Short() { // only to see that it runs
				number = 2_000
			}
			db := engine.Open(b, store.Schema())
			fillOne(b, db, 0, number)
			fillWords(b, db)
			shelf := store.New(db)
			for name, words := range searches {
				b.Run(name, func(b *testing.B) {
					query := tasks.SearchQuery{Status: tasks.All, Before: math.MaxInt32, Limit: 50}
					var err error
					if query.Words, err = searchtext.Parse(words); err != nil {
						b.Fatal(err)
					}
					var took []time.Duration
					found := 0
					for b.Loop() {
						start := time.Now()
						page, err := shelf.Search(b.Context(), 1, query)
						if err != nil {
							b.Fatal(err)
						}
						took = append(took, time.Since(start))
						found = len(page.Tasks)
					}
					b.ReportMetric(float64(median(took).Microseconds()), "µs/median")
					b.ReportMetric(float64(found), "tasks")
				})
			}
		})
	}
}

// fillWords gives each task of user 1 further words: one that is its own, and some that a half, a quarter and so on of all have.
func fillWords(tb testing.TB, db *sqlstore.DB) {
	tb.Helper()
	err := db.Update(tb.Context(), func(ctx context.Context, tx *sql.Tx) error {
		bytes := "CAST(%s AS BLOB)"
		if db.Engine() == sqlstore.PostgreSQL {
			bytes = "convert_to(%s, 'UTF8')"
		}
		for _, word := range []struct{ text, of string }{
			{"'read'", "id > 0"}, {"'surah'", "id > 0"}, {"'al'", "id > 0"}, {"'kahf'", "id > 0"}, {"'before'", "id > 0"},
			{"'jumuah'", "id > 0"}, {"'walking'", "id % 2 = 0"}, {"'walk'", "id % 2 = 0"}, {"'sitting'", "id % 2 = 1"}, {"'sit'", "id % 2 = 1"},
			{"'dates'", "id % 3 = 0"}, {"'date'", "id % 3 = 0"}, {"'سوره'", "id % 5 = 0"}, {"'الكهف'", "id % 10 = 0"}, {"'n' || id", "id > 0"},
		} {
			if _, err := tx.ExecContext(ctx, fmt.Sprintf(`INSERT INTO task_words (user_id, word, id)
				SELECT 1, `+bytes+`, id FROM tasks WHERE %s`, word.text, word.of)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	if db.Engine() == sqlstore.PostgreSQL { // as autovacuum does in time
		if _, err := db.Reader().ExecContext(tb.Context(), "VACUUM ANALYZE task_words"); err != nil {
			tb.Fatal(err)
		}
	}
}
