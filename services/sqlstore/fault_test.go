package sqlstore_test

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// many is a table of many pages, beside the one of first.
const many = "-- +goose Up\nCREATE TABLE fillers (id BIGINT PRIMARY KEY, filler TEXT NOT NULL);\n"

// stored is a SQLite file in a folder of its own.
type stored struct {
	*sqlstore.DB
	path string
}

func openStored(t *testing.T, path string) stored {
	t.Helper()
	db, err := sqlstore.Open(t.Context(), "sqlite:"+path, schema(first, many))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := db.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	return stored{db, path}
}

func newStored(t *testing.T) stored {
	t.Helper()
	return openStored(t, filepath.Join(t.TempDir(), "counting.db"))
}

// fill writes rows of a kilobyte each, from an id on, in one transaction.
func (s stored) fill(t *testing.T, from, number int) error {
	t.Helper()
	return s.Update(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		for id := from; id < from+number; id++ {
			if _, err := tx.ExecContext(ctx, "INSERT INTO fillers (id, filler) VALUES ($1, $2)", id, strings.Repeat("x", 1000)); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s stored) mustFill(t *testing.T, number int) {
	t.Helper()
	if err := s.fill(t, 0, number); err != nil {
		t.Fatal(err)
	}
}

// read reads every row.
func (s stored) read(ctx context.Context) (rows int, err error) {
	err = s.Reader().QueryRowContext(ctx, "SELECT COUNT(filler || 'y') FROM fillers").Scan(&rows)
	return rows, err
}

// flush leaves everything in the file, and nothing in its log.
func (s stored) flush(t *testing.T) {
	t.Helper()
	if _, err := s.TruncateLog(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// overwrite writes nonsense over pages in the second half of a file.
func overwrite(t *testing.T, path string) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	const pages = 8 * 4096
	if _, err := file.WriteAt([]byte(strings.Repeat("\xff", pages)), info.Size()/2/pages*pages); err != nil {
		t.Fatal(err)
	}
}

// wants says which error callers hear of, and what counts it.
func (s stored) wants(t *testing.T, when string, err error, fault sqlstore.Fault, text string) {
	t.Helper()
	told := apperr.From(sqlstore.Classify(err))
	if told == nil || told.ToolCode() != "NETWORK_ERROR" || told.HTTPStatus() != 503 || !strings.Contains(told.Message, text) {
		t.Errorf("%s: callers hear %v, want 503 with %q", when, err, text)
	}
	if told != nil && (strings.Contains(told.Message, s.path) || strings.Contains(told.Message, "SQL")) {
		t.Errorf("%s: it shows internals: %s", when, told.Message)
	}
	if s.Failures(fault) == 0 {
		t.Errorf("%s: %s is not counted", when, fault)
	}
	if err := s.Probe(t.Context()); err == nil || !strings.Contains(err.Error(), string(fault)) {
		t.Errorf("%s: a probe says %v", when, err)
	}
}

// limit lets the file grow to some number of pages more than it has, as a full disk does.
func (s stored) limit(t *testing.T, more int) {
	t.Helper()
	err := s.Update(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		var pages int
		if err := tx.QueryRowContext(ctx, "PRAGMA page_count").Scan(&pages); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, "PRAGMA max_page_count = "+strconv.Itoa(pages+more)).Scan(&pages)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAFullDiskIsSaidAndItsEndToo(t *testing.T) {
	db := newStored(t)
	db.mustFill(t, 10)
	if err := db.Probe(t.Context()); err != nil {
		t.Fatalf("all is well, and a probe says %v", err)
	}
	db.limit(t, 4)
	alone := db.fill(t, 10, 100)
	db.wants(t, "a writer alone", alone, sqlstore.Full, "full, so nothing was changed")
	shared := together(t, db.DB, func() error { return db.fill(t, 10, 100) }, func() error { return db.fill(t, 500, 100) })
	for _, err := range shared {
		db.wants(t, "writers who share a commit", err, sqlstore.Full, "full, so nothing was changed")
	}
	if rows, err := db.read(t.Context()); err != nil || rows != 10 {
		t.Errorf("there are %d rows (%v), want the 10 of before", rows, err)
	}
	if err := db.fill(t, 10, 1); err != nil {
		t.Errorf("what fits is not written: %v", err)
	}
	if err := db.Probe(t.Context()); err == nil {
		t.Error("a little room is taken for enough")
	}
	db.limit(t, 10_000)
	if err := db.Probe(t.Context()); err != nil {
		t.Errorf("there is room again, and a probe says %v", err)
	}
	if err := db.fill(t, 11, 100); err != nil {
		t.Errorf("there is room again: %v", err)
	}
}

// After damage was found, by whoever, nothing is acknowledged any more; what can be read is.
func TestAfterDamageNothingIsAcknowledged(t *testing.T) {
	db := newStored(t)
	db.mustFill(t, 2000)
	db.flush(t)
	overwrite(t, db.path)
	if err := db.fill(t, 5000, 1); err != nil {
		t.Fatalf("nobody has seen the damage, and %v", err)
	}
	_, err := db.read(t.Context())
	db.wants(t, "a reader", err, sqlstore.Corrupt, "damaged")
	ran := false
	err = db.Update(t.Context(), func(context.Context, *sql.Tx) error { ran = true; return nil })
	db.wants(t, "a writer", err, sqlstore.Corrupt, "nothing is changed until")
	if ran {
		t.Error("the writer was let at the file")
	}
	if value(t, db.DB, "a") != 0 {
		t.Error("what can be read is not")
	}
}

// Who finds damage may think nothing of it, and others may wait for the same commit.
func TestACommitInWhichDamageWasFoundIsNotAcknowledged(t *testing.T) {
	for name, changes := range map[string]func(db stored, finder func() error) []error{
		"alone": func(_ stored, finder func() error) []error { return []error{finder()} },
		"shared": func(db stored, finder func() error) []error {
			return together(t, db.DB, insertion(t.Context(), db.DB, "before", nil), finder, insertion(t.Context(), db.DB, "after", nil))
		},
	} {
		t.Run(name, func(t *testing.T) {
			earlier := newStored(t)
			earlier.mustFill(t, 2000)
			earlier.flush(t)
			db := openStored(t, earlier.path) // which has read nothing of it yet
			overwrite(t, db.path)
			for _, err := range changes(db, func() error { return findDamage(t, db) }) {
				db.wants(t, "a writer", err, sqlstore.Corrupt, "nothing is changed until")
			}
			if got := names(t, db.DB); got != "a b" {
				t.Errorf("there are %s: what was not acknowledged is there", got)
			}
		})
	}
}

func findDamage(t *testing.T, db stored) error {
	t.Helper()
	return db.Update(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "INSERT INTO counters (name, value) VALUES ('found', 7)"); err != nil {
			return err
		}
		var rows int
		if err := tx.QueryRowContext(ctx, "SELECT COUNT(filler || 'y') FROM fillers").Scan(&rows); err == nil {
			t.Error("there is no damage")
		}
		return nil
	})
}

func TestAServerThatTakesNoChangesIsSaidUntilItDoes(t *testing.T) {
	server := sqltest.StartServer(t)
	db, err := sqlstore.Open(t.Context(), server.URL(), schema(first))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	admin, err := sql.Open("pgx", server.URL()+"&default_transaction_read_only=off")
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	readOnly := func(to string) {
		t.Helper()
		for _, statement := range []string{"ALTER SYSTEM SET default_transaction_read_only = " + to, "SELECT pg_reload_conf()"} {
			if _, err := admin.ExecContext(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
	}
	change := func() error {
		return db.Update(t.Context(), func(ctx context.Context, tx *sql.Tx) error { return add(ctx, tx, "a") })
	}
	readOnly("on")
	waitUntil(t, func() bool { return change() != nil })
	if err := change(); codeOf(err) != "NETWORK_ERROR" || db.Failures(sqlstore.ReadOnly) == 0 {
		t.Errorf("callers hear %v", err)
	}
	if err := db.Probe(t.Context()); err == nil {
		t.Error("a probe finds all well")
	}
	readOnly("off")
	waitUntil(t, func() bool { return db.Probe(t.Context()) == nil })
	waitUntil(t, func() bool { return change() == nil }) // each of the server's processes reads the setting when it comes to it
}
