package sqlstore_test

import (
	"context"
	"database/sql"
	"errors"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// together runs updates that share a commit: they come while the first writes, which it does until they have all come. They
// run in order. It returns what each returned; nil for one that did not return.
func together(t *testing.T, db *sqlstore.DB, updates ...func() error) []error {
	t.Helper()
	errs := make([]error, len(updates))
	var group sync.WaitGroup
	err := db.Update(t.Context(), func(context.Context, *sql.Tx) error {
		for i, update := range updates {
			group.Go(func() { errs[i] = update() })
			waitUntil(t, func() bool { return db.Waiting() == i+1 })
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	group.Wait()
	return errs
}

func waitUntil(t *testing.T, condition func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !condition(); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatal("nothing has happened for a minute")
		}
	}
}

func insertion(ctx context.Context, db *sqlstore.DB, name string, then error) func() error {
	return func() error {
		return db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, "INSERT INTO counters (name, value) VALUES ($1, 7)", name)
			return errors.Join(err, then)
		})
	}
}

func names(t *testing.T, db *sqlstore.DB) (found string) {
	t.Helper()
	err := db.Reader().QueryRowContext(t.Context(),
		"SELECT group_concat(name, ' ') FROM (SELECT name FROM counters ORDER BY name)").Scan(&found)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestThoseWhoWaitedShareATransactionAndEachHasItsOwnError(t *testing.T) {
	db := sqltest.SQLite().Open(t, schema(first))
	refusal := errors.New("no")
	commits := commitsOf(t, db)
	before := commits()
	errs := together(t, db,
		insertion(t.Context(), db, "c", nil),
		insertion(t.Context(), db, "d", refusal), // after it has written
		insertion(t.Context(), db, "c", nil),     // there already, which it is told
		insertion(t.Context(), db, "e", nil),
	)
	if errs[0] != nil || !errors.Is(errs[1], refusal) || errs[2] == nil || errs[3] != nil {
		t.Errorf("errors: %v", errs)
	}
	if got := names(t, db); got != "a b c e" {
		t.Errorf("there are %s, want a b c e", got)
	}
	if got := commits() - before; got != 1 {
		t.Errorf("%d commits, want 1 for all", got)
	}
}

// commitsOf returns a count of the transactions that have changed a file, as one connection of SQLite sees it.
func commitsOf(t *testing.T, db *sqlstore.DB) func() int {
	t.Helper()
	conn, err := db.Reader().Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return func() (count int) {
		t.Helper()
		if err := conn.QueryRowContext(t.Context(), "PRAGMA data_version").Scan(&count); err != nil {
			t.Fatal(err)
		}
		return count
	}
}

// A caller's panic, or the end of its goroutine, is its own: what it wrote is undone, and the others' stays.
func TestAPanicOfOneIsNotAnothers(t *testing.T) {
	db := sqltest.SQLite().Open(t, schema(first))
	ending := func(end func()) func() error {
		return func() error {
			return db.Update(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
				_, err := tx.ExecContext(ctx, "INSERT INTO counters (name, value) VALUES ('x', 1)")
				end()
				return err
			})
		}
	}
	var caught any
	panicking := ending(func() { panic("bug") })
	errs := together(t, db,
		insertion(t.Context(), db, "c", nil),
		func() error {
			defer func() { caught = recover() }()
			return panicking()
		},
		ending(runtime.Goexit),
		insertion(t.Context(), db, "d", nil),
	)
	if err := errors.Join(errs...); err != nil || caught != "bug" {
		t.Errorf("errors: %v, caught %v", err, caught)
	}
	if got := names(t, db); got != "a b c d" {
		t.Errorf("there are %s, want a b c d", got)
	}
	if err := insertion(t.Context(), db, "e", nil)(); err != nil {
		t.Errorf("the next writer: %v", err)
	}
}

// Who gives up while it waits is not run; who is cancelled while it writes does not take the others' writes along.
func TestACancelledWriterIsTheOnlyOneThatFails(t *testing.T) {
	db := sqltest.SQLite().Open(t, schema(first))
	waiting, giveUp := context.WithCancel(t.Context())
	writing, stop := context.WithCancel(t.Context())
	errs := together(t, db,
		insertion(t.Context(), db, "c", nil),
		func() error {
			return db.Update(writing, func(ctx context.Context, tx *sql.Tx) error {
				stop()
				if _, err := tx.ExecContext(ctx, "INSERT INTO counters (name, value) VALUES ('d', 1)"); err != nil {
					return err
				}
				giveUp()
				return nil
			})
		},
		insertion(waiting, db, "x", nil),
		insertion(t.Context(), db, "e", nil),
	)
	if errs[0] != nil || errs[1] != nil || !errors.Is(errs[2], context.Canceled) || errs[3] != nil {
		t.Errorf("errors: %v", errs)
	}
	if got := names(t, db); got != "a b c d e" {
		t.Errorf("there are %s, want a b c d e", got)
	}
}

func TestAWriterLeavesTheLineAtItsDeadline(t *testing.T) {
	db := sqltest.SQLite().Open(t, schema(first))
	var late error
	err := db.Update(t.Context(), func(ctx context.Context, _ *sql.Tx) error {
		ctx, cancel := context.WithTimeout(ctx, time.Millisecond)
		defer cancel()
		late = insertion(ctx, db, "x", nil)()
		return nil
	})
	if err != nil || !errors.Is(late, context.DeadlineExceeded) || db.Waiting() != 0 {
		t.Errorf("%v, %v, %d waiting", err, late, db.Waiting())
	}
	if got := names(t, db); got != "a b" {
		t.Errorf("there are %s, want a b", got)
	}
}

// A statement that ends the transaction, as SQLite does when the disk is full, has those fail who ran in it. Whoever has not
// run yet does.
func TestNobodyIsToldOfSuccessWhenTheTransactionEnds(t *testing.T) {
	db := sqltest.SQLite().Open(t, schema(first))
	errs := together(t, db,
		insertion(t.Context(), db, "x", nil),
		func() error {
			return db.Update(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
				_, err := tx.ExecContext(ctx, "INSERT OR ROLLBACK INTO counters (name, value) VALUES ('a', 1)")
				return err
			})
		},
		insertion(t.Context(), db, "c", nil),
	)
	if errs[0] == nil || errs[1] == nil || errs[2] != nil {
		t.Errorf("errors: %v", errs)
	}
	if got := names(t, db); got != "a b c" {
		t.Errorf("there are %s, want a b c", got)
	}
}

// What was read in a transaction that was not committed is not told as an answer either.
func TestACommitThatFailsIsEverybodysError(t *testing.T) {
	const deferred = first + "CREATE TABLE notes (name TEXT REFERENCES counters (name) DEFERRABLE INITIALLY DEFERRED);\n"
	db := sqltest.SQLite().Open(t, schema(deferred))
	errs := together(t, db,
		insertion(t.Context(), db, "c", nil),
		func() error {
			return db.Update(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
				_, err := tx.ExecContext(ctx, "INSERT INTO notes (name) VALUES ('nobody')")
				return err
			})
		},
	)
	if errs[0] == nil || errs[1] == nil {
		t.Errorf("errors: %v", errs)
	}
	if got := names(t, db); got != "a b" {
		t.Errorf("there are %s, want a b", got)
	}
	if err := insertion(t.Context(), db, "d", nil)(); err != nil {
		t.Errorf("the next writer: %v", err)
	}
}

func TestManyWritersAreAllThere(t *testing.T) {
	const writers = 300 // more than share a commit
	db := sqltest.SQLite().Open(t, schema(first))
	updates := make([]func() error, writers)
	for i := range updates {
		updates[i] = insertion(t.Context(), db, strconv.Itoa(i), nil)
	}
	if err := errors.Join(together(t, db, updates...)...); err != nil {
		t.Fatal(err)
	}
	var count int
	if err := db.Reader().QueryRowContext(t.Context(), "SELECT COUNT(*) FROM counters").Scan(&count); err != nil || count != writers+2 {
		t.Errorf("%d counters, %v, want %d", count, err, writers+2)
	}
}
