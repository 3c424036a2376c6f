package sqlstore_test

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"testing"

	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// The log is emptied as soon as nothing reads it, and what waits for a reader does not hold up writers for long.
func TestTheLogIsTruncatedUnlessItIsRead(t *testing.T) {
	db := sqltest.SQLite().Open(t, schema(first))
	count := func() {
		t.Helper()
		if err := db.Update(t.Context(), func(ctx context.Context, tx *sql.Tx) error { return add(ctx, tx, "a") }); err != nil {
			t.Fatal(err)
		}
	}
	count()
	err := db.View(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		if err := tx.QueryRowContext(ctx, "SELECT value FROM counters").Scan(new(int)); err != nil {
			return err
		}
		count()
		if truncated, err := db.TruncateLog(ctx); truncated || err != nil {
			t.Errorf("while it is read: %t, %v", truncated, err)
		}
		count()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if truncated, err := db.TruncateLog(t.Context()); !truncated || err != nil {
		t.Errorf("when nothing reads it: %t, %v", truncated, err)
	}
	logs, err := filepath.Glob(filepath.Join(db.Folder(), "*-wal"))
	if err != nil || len(logs) != 1 {
		t.Fatal(logs, err)
	}
	if log, err := os.Stat(logs[0]); err != nil || log.Size() != 0 {
		t.Errorf("the log has %d bytes, %v", log.Size(), err)
	}
	count()
}

func TestPostgreSQLHasNoLogToTruncate(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		if engine.Kind() != sqlstore.PostgreSQL {
			return
		}
		if truncated, err := engine.Open(t, schema(first)).TruncateLog(t.Context()); !truncated || err != nil {
			t.Errorf("%t, %v", truncated, err)
		}
	})
}
