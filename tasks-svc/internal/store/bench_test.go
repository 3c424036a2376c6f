package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
	"github.com/salaatflow/platform/tasks-svc/internal/store"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// tasksPerUser is the number of tasks of each user, all pending.
const tasksPerUser = 100

// BenchmarkList lists the first 50 tasks of a user, with their count, alternately among 1,000 tasks in all and among
// 1,000,000. It reports both medians and their ratio.
func BenchmarkList(b *testing.B) {
	for _, engine := range []sqltest.Engine{sqltest.SQLite(), sqltest.Postgres()} {
		b.Run(string(engine.Kind()), func(b *testing.B) {
			users := 10_000
			if testing.Short() { // only to see that it runs
				users = 20
			}
			few, many := filled(b, engine, 10), filled(b, engine, users)
			var took [2][]time.Duration
			for b.Loop() {
				took[0] = append(took[0], few.list(b))
				took[1] = append(took[1], many.list(b))
			}
			small, large := median(took[0]), median(took[1])
			b.ReportMetric(float64(small.Nanoseconds()), "ns/thousand")
			b.ReportMetric(float64(large.Nanoseconds()), "ns/million")
			b.ReportMetric(float64(large)/float64(small), "ratio")
			b.ReportMetric(0, "ns/op") // meaningless here
		})
	}
}

// BenchmarkCreate creates tasks of many users, by so many callers at once, and reports on PostgreSQL what a task takes on the
// disk, indexes included.
func BenchmarkCreate(b *testing.B) {
	for _, engine := range []sqltest.Engine{sqltest.SQLite(), sqltest.Postgres()} {
		for _, callers := range []int{1, 16, 64} {
			b.Run(fmt.Sprintf("%s/%d", engine.Kind(), callers), func(b *testing.B) {
				db := engine.Open(b, store.Schema())
				shelf := store.New(db)
				b.ResetTimer()
				createAtOnce(b, shelf, callers)
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "creates/s")
				if engine.Kind() == sqlstore.PostgreSQL {
					b.ReportMetric(bytesPerRow(b, db), "bytes/row")
				}
			})
		}
	}
}

// createAtOnce creates b.N tasks, each caller those of a user of its own.
func createAtOnce(b *testing.B, shelf *store.Store, callers int) {
	var begun atomic.Int64
	var group sync.WaitGroup
	for caller := range callers {
		group.Go(func() {
			task := tasks.Task{UserID: int32(caller + 1), Title: "Read Surah al-Kahf", Priority: tasks.High, CreatedAt: time.Now()}
			for begun.Add(1) <= int64(b.N) {
				if _, err := shelf.Create(b.Context(), task); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	group.Wait()
}

func median(durations []time.Duration) time.Duration {
	slices.Sort(durations)
	return durations[len(durations)/2]
}

// shelf is a store filled with tasks of many users.
type shelf struct {
	store       *store.Store
	users, last int
}

func filled(b *testing.B, engine sqltest.Engine, users int) *shelf {
	b.Helper()
	db := engine.Open(b, store.Schema())
	err := db.Update(b.Context(), func(ctx context.Context, tx *sql.Tx) error { return fill(ctx, tx, users) })
	if err != nil {
		b.Fatal(err)
	}
	if db.Engine() == sqlstore.PostgreSQL { // as autovacuum does in time
		if _, err := db.Reader().ExecContext(b.Context(), "VACUUM ANALYZE tasks"); err != nil {
			b.Fatal(err)
		}
	}
	return &shelf{store: store.New(db), users: users}
}

// list lists the tasks of the next user and returns how long that took.
func (s *shelf) list(b *testing.B) time.Duration {
	s.last = (s.last + 7919) % s.users // a prime: every user has a turn, and none is near the last one
	query := tasks.Query{Filter: tasks.Filter{Status: tasks.Pending}, Limit: 50}
	start := time.Now()
	page, err := s.store.List(b.Context(), int32(s.last+1), query)
	took := time.Since(start)
	if err != nil || len(page.Tasks) != 50 || page.Count != tasksPerUser {
		b.Fatalf("%d tasks of %d, %v", len(page.Tasks), page.Count, err)
	}
	return took
}

// fill creates the tasks of all users at once, so that the tasks of one user lie far apart.
func fill(ctx context.Context, tx *sql.Tx, users int) error {
	const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < %d - 1)`
	_, err := tx.ExecContext(ctx, fmt.Sprintf(numbers+`
		INSERT INTO tasks (user_id, id, title, description, priority, linked_prayer, due_at, recurrence, anchor_at,
			category, masjid_id, completed_at, next_id, created_at, updated_at, deleted_at)
		SELECT n %% %d + 1, n / %d + 1, 'Read Surah al-Kahf before Jumuah', 'with its meaning, and reflect', n / %d %% 3 + 1,
			'Fajr', 1795000000000 + (n / %d * 37 %% 100) * 3600000, 'weekly', 1795000000000,
			'quran', 3, 0, 0, 1795000000000, 1795000000000, 0
		FROM numbers`, users*tasksPerUser, users, users, users, users))
	return err
}

func bytesPerRow(b *testing.B, db *sqlstore.DB) (size float64) {
	b.Helper()
	err := db.Reader().QueryRowContext(b.Context(),
		"SELECT pg_total_relation_size('tasks')::float / count(*) FROM tasks").Scan(&size)
	if err != nil {
		b.Fatal(err)
	}
	return size
}
