package store_test

import (
	"context"
	"database/sql"
	"net/url"
	"testing"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/hadith-svc/internal/store"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// The tables may belong to a role of their own, which alone may change them, as `database.ddl` of the Helm chart has it.
func TestARoleThatOwnsNoTableImports(t *testing.T) {
	owner := sqltest.Postgres().URL(t)
	tables := open(t, owner)
	if err := tables.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	err := tables.Update(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		// Roles belong to the server, which the tests of other packages may use too.
		for _, statement := range []string{
			`DO $$ BEGIN CREATE ROLE hadith_store_test; EXCEPTION WHEN duplicate_object THEN END $$`,
			`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO hadith_store_test`,
			`GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO hadith_store_test`,
		} {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}

	address, err := url.Parse(owner)
	if err != nil {
		t.Fatal(err)
	}
	query := address.Query()
	query.Set("role", "hadith_store_test")
	address.RawQuery = query.Encode()
	err = store.New(open(t, address.String())).Import(t.Context(), hadith.Collection{Key: "c", Name: "C"}, someDay,
		func(add func(hadith.Hadith) (hadith.Outcome, error)) error {
			_, err := add(hadith.Hadith{Number: "1", TextEnglish: "patience"})
			return err
		})
	if err != nil {
		t.Errorf("Import: %v", err)
	}
}

func open(t *testing.T, address string) *sqlstore.DB {
	t.Helper()
	db, err := sqlstore.Open(t.Context(), address, store.Schema(sqlstore.PostgreSQL))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}
