package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
	"github.com/salaatflow/platform/tasks-svc/internal/store"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// BenchmarkListFilters lists the first, a middle and the last page of one user's tasks with every combination of filters, while
// they grow to a million, and reports for each number of tasks the median of all and that of the slowest combination.
func BenchmarkListFilters(b *testing.B) {
	numbers := []int{1_000, 10_000, 100_000, 1_000_000}
	if testing.Short() { // only to see that it runs
		numbers = []int{1_000, 2_000}
	}
	for _, engine := range []sqltest.Engine{sqltest.SQLite(), sqltest.Postgres()} {
		b.Run(string(engine.Kind()), func(b *testing.B) {
			db := engine.Open(b, store.Schema())
			there := 0
			for _, number := range numbers {
				b.Run(strconv.Itoa(number), func(b *testing.B) {
					fillOne(b, db, there, number)
					there = number
					listFiltered(b, store.New(db))
				})
			}
		})
	}
}

func listFiltered(b *testing.B, shelf *store.Store) {
	b.Helper()
	took := map[string][]time.Duration{}
	for b.Loop() {
		for name, query := range queries() {
			start := time.Now()
			if _, err := shelf.List(b.Context(), 1, query); err != nil {
				b.Fatal(err)
			}
			took[name] = append(took[name], time.Since(start))
		}
	}
	var medians []time.Duration
	slowest := ""
	for name, durations := range took {
		medians = append(medians, median(durations))
		if slowest == "" || median(durations) > median(took[slowest]) {
			slowest = name
		}
	}
	b.ReportMetric(float64(median(medians).Microseconds()), "µs/median")
	b.ReportMetric(float64(median(took[slowest]).Microseconds()), "µs/slowest")
	b.ReportMetric(0, "ns/op") // meaningless here
	b.Log("the slowest is", slowest)
}

// queries are every combination of filters, each with three pages and with bounds.
func queries() map[string]tasks.Query {
	all := map[string]tasks.Query{}
	pages := map[string]*tasks.Position{
		"the first page":  nil,
		"a middle page":   {Due: time.UnixMilli(1795000000000 + 500*3600000).UTC(), Priority: tasks.Medium, ID: 500},
		"tasks undated":   {Priority: tasks.Medium, ID: 700_000},
		"after the last":  {Priority: tasks.Low, ID: 2_000_000_000},
		"before all else": {Due: time.UnixMilli(1).UTC(), Priority: tasks.High, ID: 1},
	}
	for _, status := range []tasks.Status{tasks.Pending, tasks.Completed, tasks.All} {
		for filters := range 1 << 5 {
			f := tasks.Filter{Status: status}
			set(filters&1 != 0, &f.LinkedPrayer, "Fajr")
			set(filters&2 != 0, &f.Category, "other") // few have it
			set(filters&4 != 0, &f.Recurrence, tasks.Weekly)
			set(filters&8 != 0, &f.Priority, tasks.Low)
			set(filters&16 != 0, &f.DueFrom, time.UnixMilli(1795000000000+100*3600000).UTC())
			set(filters&16 != 0, &f.DueBefore, time.UnixMilli(1795000000000+700*3600000).UTC())
			for page, after := range pages {
				all[fmt.Sprintf("%+v, %s", f, page)] = tasks.Query{Filter: f, After: after, Limit: 50}
			}
		}
	}
	return all
}

func set[T any](condition bool, field *T, value T) {
	if condition {
		*field = value
	}
}

// fillOne gives user 1, who has some tasks of this kind, more of them until there are so many: tasks of all kinds, a third of them
// without a due time, and many at the same time.
func fillOne(tb testing.TB, db *sqlstore.DB, there, number int) {
	tb.Helper()
	err := db.Update(tb.Context(), func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, fmt.Sprintf(`WITH RECURSIVE numbers (n) AS (SELECT %d UNION ALL SELECT n + 1 FROM numbers WHERE n < %d),
			mixed AS (SELECT n, n %% 10007 * 7919 %% 10007 AS m FROM numbers)
			INSERT INTO tasks (user_id, id, title, description, priority, linked_prayer, due_at, recurrence, anchor_at,
				category, masjid_id, completed_at, next_id, created_at, updated_at, deleted_at)
			SELECT 1, n, 'Read Surah al-Kahf before Jumuah', 'with its meaning, and reflect', m %% 3 + 1,
				CASE m / 3 %% 6 WHEN 0 THEN '' WHEN 1 THEN 'Fajr' WHEN 2 THEN 'Dhuhr' WHEN 3 THEN 'Asr' WHEN 4 THEN 'Maghrib' ELSE 'Isha' END,
				CASE WHEN m / 7 %% 3 = 0 THEN 9223372036854775807 ELSE 1795000000000 + m %% 1000 * CAST(3600000 AS BIGINT) END,
				CASE m / 11 %% 4 WHEN 0 THEN '' WHEN 1 THEN 'daily' WHEN 2 THEN 'weekly' ELSE 'monthly' END, 0,
				CASE WHEN m = 5 THEN 'other' WHEN m %% 2 = 0 THEN '' ELSE 'quran' END, 3,
				CASE WHEN m / 13 %% 2 = 0 THEN 0 ELSE 1795000000000 END, 0, 1795000000000, 1795000000000, 0
			FROM mixed`, there+1, number))
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	if db.Engine() == sqlstore.PostgreSQL { // as autovacuum does in time
		if _, err := db.Reader().ExecContext(tb.Context(), "VACUUM ANALYZE tasks"); err != nil {
			tb.Fatal(err)
		}
	}
}
