package sqlite_test

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/fstest"

	"go.uber.org/goleak"

	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqlite"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// pairs are two tables that every transaction writes to alike.
var pairs = sqlstore.Schema{Name: "pairs", Command: "pairs-svc migrate", SQLite: sqlite.Pool, Migrations: fstest.MapFS{
	"00001_pairs.sql": {Data: []byte("-- +goose Up\nCREATE TABLE one (n BIGINT NOT NULL);\nCREATE TABLE two (n BIGINT NOT NULL);\n")},
}}

func openPairs(t *testing.T, path string) *sqlstore.DB {
	t.Helper()
	db, err := sqlstore.Open(t.Context(), "sqlite:"+path, pairs)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := db.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	return db
}

func addPair(ctx context.Context, db *sqlstore.DB, n int) error {
	return db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, statement := range []string{"INSERT INTO one (n) VALUES ($1)", "INSERT INTO two (n) VALUES ($1)"} {
			if _, err := tx.ExecContext(ctx, statement, n); err != nil {
				return err
			}
		}
		return nil
	})
}

func countPairs(t *testing.T, path string) (one, two int) {
	t.Helper()
	db := openPairs(t, path)
	err := db.Reader().QueryRowContext(t.Context(), "SELECT (SELECT COUNT(*) FROM one), (SELECT COUNT(*) FROM two)").Scan(&one, &two)
	if err != nil {
		t.Fatal(err)
	}
	return one, two
}

// What was acknowledged before a backup began is in it, and no transaction is in it by half, however much is written.
func TestABackupIsConsistentWhileOthersWrite(t *testing.T) {
	source := filepath.Join(t.TempDir(), "pairs.db")
	db := openPairs(t, source)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var (
		writing      sync.WaitGroup
		mu           sync.Mutex
		acknowledged int
	)
	known := func() int { mu.Lock(); defer mu.Unlock(); return acknowledged }
	begun := make(chan struct{})
	writing.Go(func() {
		for n := 0; ctx.Err() == nil; n++ {
			if err := addPair(t.Context(), db, n); err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			acknowledged++
			mu.Unlock()
			if n == 10 {
				close(begun)
			}
		}
	})
	<-begun
	for range 5 {
		before := known()
		target := filepath.Join(t.TempDir(), "copy.db")
		if err := sqlite.Backup(t.Context(), source, target); err != nil {
			t.Fatal(err)
		}
		contents, err := sqlite.Inspect(t.Context(), target)
		if err != nil || contents.Versions["pairs"] != 1 {
			t.Fatalf("the copy: %+v, %v", contents, err)
		}
		if beside, err := filepath.Glob(target + "?*"); err != nil || len(beside) > 0 {
			t.Errorf("files are left beside it: %v, %v", beside, err)
		}
		if info, err := os.Stat(target); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("others may read it: %v, %v", info.Mode(), err)
		}
		if one, two := countPairs(t, target); one != two || one < before {
			t.Errorf("%d and %d rows, and %d were acknowledged before", one, two, before)
		}
	}
	cancel()
	writing.Wait()
}

func TestABackupThatFailsLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	noDatabase := filepath.Join(folder, "text.db")
	text := "this is no database, but a text of some length, which SQLite refuses to read as one"
	if err := os.WriteFile(noDatabase, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, source := range map[string]string{"no database": noDatabase, "no file": filepath.Join(folder, "none.db")} {
		target := filepath.Join(t.TempDir(), "copy.db")
		if err := sqlite.Backup(t.Context(), source, target); err == nil {
			t.Errorf("%s was backed up", name)
		}
		if _, err := os.Stat(target); !os.IsNotExist(err) {
			t.Errorf("%s: a target is left: %v", name, err)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "none.db")); !os.IsNotExist(err) {
		t.Error("a source that is not there was made")
	}
	source := filepath.Join(folder, "pairs.db")
	openPairs(t, source)
	if err := sqlite.Backup(t.Context(), source, noDatabase); !os.IsExist(err) {
		t.Errorf("a file that is there is written over: %v", err)
	}
}

func TestDamageIsFound(t *testing.T) {
	folder := t.TempDir()
	source, target := filepath.Join(folder, "pairs.db"), filepath.Join(folder, "copy.db")
	db := openPairs(t, source)
	for n := range 2_000 {
		if err := addPair(t.Context(), db, n); err != nil {
			t.Fatal(err)
		}
	}
	if err := sqlite.Backup(t.Context(), source, target); err != nil {
		t.Fatal(err)
	}
	bytes, err := os.ReadFile(target)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(bytes) / 2; i < len(bytes)/2+4096; i++ {
		bytes[i] = 0xff
	}
	if err := os.WriteFile(target, bytes, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Inspect(t.Context(), target); err == nil {
		t.Error("a page of nonsense is not found")
	}
}

func TestTheNewestMigrationIsKnown(t *testing.T) {
	if newest, err := pairs.Newest(); err != nil || newest != 1 {
		t.Errorf("%d, %v", newest, err)
	}
	if _, err := (sqlstore.Schema{Name: "none", Migrations: fstest.MapFS{}}).Newest(); err == nil {
		t.Error("a schema without migrations has a newest one")
	}
}
