package sqlstore_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"testing"

	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// Connections keep statements prepared; none of what follows may show it.
func TestAStatementMayRunInsideItself(t *testing.T) {
	const text = "SELECT name FROM counters WHERE value = $1 ORDER BY name"
	db := sqltest.SQLite().Open(t, schema(first)) // PostgreSQL reads one result at a time on a connection
	var pairs []string
	err := db.View(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		return each(ctx, tx, text, func(outer string) error {
			return each(ctx, tx, text, func(inner string) error {
				pairs = append(pairs, outer+inner)
				return nil
			})
		})
	})
	if got := fmt.Sprint(pairs); err != nil || got != "[aa ab ba bb]" {
		t.Fatalf("pairs = %s, %v", got, err)
	}
}

func each(ctx context.Context, tx *sql.Tx, text string, do func(string) error) error {
	rows, err := tx.QueryContext(ctx, text, 0)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return err
		}
		if err := do(name); err != nil {
			return err
		}
	}
	return rows.Err()
}

func TestAStatementWorksAfterItFailed(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		db := engine.Open(t, schema(first))
		insert := func(name string) error {
			return db.Update(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
				var kept string
				return tx.QueryRowContext(ctx,
					"INSERT INTO counters (name, value) VALUES ($1, 0) RETURNING name", name).Scan(&kept)
			})
		}
		for _, name := range []string{"c", "a", "d", "a", "e"} {
			if err := insert(name); (err != nil) != (name == "a") {
				t.Errorf("insert %s: %v", name, err)
			}
		}
		if got := value(t, db, "e"); got != 0 {
			t.Errorf("e = %d", got)
		}
	})
}

func TestAStatementSeesANewSchema(t *testing.T) {
	db := sqltest.SQLite().Open(t, schema(first))
	count := func() (columns int) {
		t.Helper()
		rows, err := db.Reader().QueryContext(t.Context(), "SELECT * FROM counters WHERE name = $1", "a")
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		names, err := rows.Columns()
		if err := errors.Join(err, rows.Err()); err != nil {
			t.Fatal(err)
		}
		return len(names)
	}
	before := count()
	err := db.Update(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "ALTER TABLE counters ADD COLUMN note TEXT")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if after := count(); after != before+1 {
		t.Fatalf("%d columns, and %d after one was added", before, after)
	}
}

func TestMoreStatementsThanAreKept(t *testing.T) {
	db := sqltest.SQLite().Open(t, schema(first))
	for range 2 {
		for i := range 300 {
			var got int
			text := fmt.Sprintf("SELECT $1 + %d", i)
			if err := db.Reader().QueryRowContext(t.Context(), text, 1).Scan(&got); err != nil || got != i+1 {
				t.Fatalf("%s = %d, %v", text, got, err)
			}
		}
	}
}
