package sqlstore_test

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"go.uber.org/goleak"

	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqlite"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const first = `-- +goose Up
CREATE TABLE counters (name TEXT PRIMARY KEY, value BIGINT NOT NULL);
INSERT INTO counters (name, value) VALUES ('a', 0), ('b', 0);
`

func schema(migrations ...string) sqlstore.Schema {
	files := fstest.MapFS{}
	for i, text := range migrations {
		files["0000"+string(rune('1'+i))+"_step.sql"] = &fstest.MapFile{Data: []byte(text)}
	}
	return sqlstore.Schema{Name: "counting", Migrations: files, Command: "counting-svc migrate", SQLite: sqlite.Pool}
}

func value(t *testing.T, db *sqlstore.DB, name string) (n int) {
	t.Helper()
	err := db.Reader().QueryRowContext(t.Context(), "SELECT value FROM counters WHERE name = $1", name).Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func add(ctx context.Context, tx *sql.Tx, name string) error {
	_, err := tx.ExecContext(ctx, "UPDATE counters SET value = value + 1 WHERE name = $1", name)
	return err
}

func TestUpdateDoesAllOrNothing(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		db := engine.Open(t, schema(first))
		if err := db.Update(t.Context(), func(ctx context.Context, tx *sql.Tx) error { return add(ctx, tx, "a") }); err != nil {
			t.Fatal(err)
		}
		refusal := errors.New("no")
		err := db.Update(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			return errors.Join(add(ctx, tx, "a"), refusal)
		})
		if !errors.Is(err, refusal) {
			t.Fatalf("Update = %v, want the refusal of what it ran", err)
		}
		if got := value(t, db, "a"); got != 1 {
			t.Fatalf("a = %d after one commit and one refusal, want 1", got)
		}
	})
}

func TestConcurrentUpdatesAreAllCounted(t *testing.T) {
	const writers, each = 8, 10
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		db := engine.Open(t, schema(first))
		var group sync.WaitGroup
		for range writers {
			group.Go(func() {
				for range each {
					err := db.Update(t.Context(), func(ctx context.Context, tx *sql.Tx) error { return add(ctx, tx, "a") })
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		group.Wait()
		if got := value(t, db, "a"); got != writers*each {
			t.Fatalf("a = %d, want %d", got, writers*each)
		}
	})
}

// Two transactions that each want what the other holds: PostgreSQL ends one of them, and Update runs it again.
func TestADeadlockIsResolvedByRunningAgain(t *testing.T) {
	engine := sqltest.Postgres()
	url := engine.URL(t) + "&deadlock_timeout=10ms"
	db, err := sqlstore.Open(t.Context(), url, schema(first))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	var both, done sync.WaitGroup
	both.Add(2)
	for _, order := range [][2]string{{"a", "b"}, {"b", "a"}} {
		meet := sync.OnceFunc(func() { both.Done(); both.Wait() })
		done.Go(func() {
			err := db.Update(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
				if err := add(ctx, tx, order[0]); err != nil {
					return err
				}
				meet()
				return add(ctx, tx, order[1])
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	done.Wait()
	if a, b := value(t, db, "a"), value(t, db, "b"); a != 2 || b != 2 {
		t.Fatalf("a, b = %d, %d, want 2, 2", a, b)
	}
}

func TestViewSeesOneState(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		db := engine.Open(t, schema(first))
		read := func(ctx context.Context, tx *sql.Tx) (n int, err error) {
			err = tx.QueryRowContext(ctx, "SELECT value FROM counters WHERE name = 'a'").Scan(&n)
			return n, err
		}
		err := db.View(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			before, err := read(ctx, tx)
			if err != nil {
				return err
			}
			err = db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error { return add(ctx, tx, "a") })
			if err != nil {
				return err
			}
			after, err := read(ctx, tx)
			if before != 0 || after != 0 {
				t.Errorf("read %d, then %d, want 0 twice", before, after)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestAWriterWaitsNoLongerThanItsContext(t *testing.T) {
	db := sqltest.SQLite().Open(t, schema(first))
	err := db.Update(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		ctx, cancel := context.WithCancel(ctx)
		cancel()
		return db.Update(ctx, func(context.Context, *sql.Tx) error { return nil })
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("Update = %v, want context.Canceled", err)
	}
}

func TestCheckNamesTheCommand(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		url := engine.URL(t)
		open := func(migrations ...string) *sqlstore.DB {
			db, err := sqlstore.Open(t.Context(), url, schema(migrations...))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { db.Close() })
			return db
		}
		const second = "-- +goose Up\nALTER TABLE counters ADD COLUMN note TEXT;\n"
		older, newer := open(first), open(first, second)

		err := older.Check(t.Context())
		if err == nil || !strings.Contains(err.Error(), "version 0 and 1 is needed: run `counting-svc migrate --database-url '") {
			t.Fatalf("Check of an empty database = %v", err)
		}
		if err := older.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := older.Check(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := newer.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "version 1 and 2 is needed") {
			t.Fatalf("Check by a newer program = %v", err)
		}
		if err := newer.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(older.Check(t.Context()), newer.Check(t.Context())); err != nil {
			t.Fatal(err)
		}
	})
}

func TestPrepareMigratesOnlySQLite(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		db, err := sqlstore.Open(t.Context(), engine.URL(t), schema(first))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		err = db.Prepare(t.Context())
		if migrated := err == nil; migrated != (engine.Kind() == sqlstore.SQLite) {
			t.Fatalf("Prepare = %v", err)
		}
	})
}

func TestSeveralProgramsMayMigrateAtOnce(t *testing.T) {
	url := sqltest.Postgres().URL(t)
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			db, err := sqlstore.Open(t.Context(), url, schema(first))
			if err != nil {
				t.Error(err)
				return
			}
			defer db.Close()
			if err := db.Migrate(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}

func TestSQLiteIsDurableAndItsReadersOnlyRead(t *testing.T) {
	db := sqltest.SQLite().Open(t, schema(first))
	var journal string
	var synchronous int
	err := db.Update(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		return errors.Join(
			tx.QueryRowContext(ctx, "PRAGMA journal_mode").Scan(&journal),
			tx.QueryRowContext(ctx, "PRAGMA synchronous").Scan(&synchronous))
	})
	const full = 2
	if err != nil || journal != "wal" || synchronous != full {
		t.Fatalf("journal_mode = %s, synchronous = %d, %v; want wal, 2", journal, synchronous, err)
	}
	if _, err := db.Reader().ExecContext(t.Context(), "DELETE FROM counters"); err == nil {
		t.Fatal("a reader has written")
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	good := schema(first)
	cases := map[string]struct {
		url, want string
		schema    sqlstore.Schema
	}{
		"no scheme":     {"data/tasks.db", "must be sqlite:PATH or postgres://", good},
		"other engine":  {"mysql://root:secret@localhost/tasks", "must be sqlite:PATH or postgres://", good},
		"no file":       {"sqlite:", "must name a file", good},
		"memory":        {"sqlite::memory:", "must name a file", good},
		"bad port":      {"postgres://me:secret@localhost:x/tasks", "PASSWORD@HOST:PORT/DATABASE", good},
		"far port":      {"postgres://me:secret@localhost:99999/tasks", "read the database URL", good},
		"reserved":      {"postgres://me:sec/secret@localhost/tasks", "percent-encoded", good},
		"schema name":   {"sqlite:x.db", "schema name", sqlstore.Schema{Name: "a b", Migrations: fstest.MapFS{}}},
		"no migrations": {"sqlite:x.db", "has no migrations", sqlstore.Schema{Name: "a"}},
		"no SQLite":     {"sqlite:x.db", "kept in PostgreSQL alone", sqlstore.Schema{Name: "a", Migrations: fstest.MapFS{}}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			db, err := sqlstore.Open(t.Context(), c.url, c.schema)
			if err == nil {
				db.Close()
				t.Fatal("opened")
			}
			if !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "secret") {
				t.Fatalf("error = %q, want %q in it and no password", err, c.want)
			}
		})
	}
}

// A server may be away when a program starts: it is reached when it is first needed.
func TestAServerThatIsAwayIsOpenedAndSaidWhenItIsNeeded(t *testing.T) {
	db, err := sqlstore.Open(t.Context(), "postgres://me:secret@127.0.0.1:1/tasks", schema(first))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for what, do := range map[string]func(context.Context) error{
		"Prepare": db.Prepare,
		"Migrate": db.Migrate,
		"Check":   db.Check,
		"Probe":   db.Probe,
	} {
		err := do(t.Context())
		if err == nil || !strings.Contains(err.Error(), "reach the counting database") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: error = %v", what, err)
		}
		if code := codeOf(err); code != "NETWORK_ERROR" {
			t.Errorf("%s: callers hear %s", what, code)
		}
	}
}

func TestAFolderWithoutMigrationsIsRefused(t *testing.T) {
	empty := sqlstore.Schema{Name: "empty", Migrations: fs.FS(fstest.MapFS{}), SQLite: sqlite.Pool}
	db, err := sqlstore.Open(t.Context(), sqltest.SQLite().URL(t), empty)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Migrate(t.Context()); err == nil || !strings.Contains(err.Error(), "has no migrations") {
		t.Fatalf("Migrate = %v", err)
	}
}
