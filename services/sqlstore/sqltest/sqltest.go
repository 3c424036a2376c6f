// Package sqltest gives tests real databases: a SQLite file and a PostgreSQL server. PostgreSQL is the one that
// SALAATFLOW_TEST_POSTGRES_URL names, else one that is started from the machine's binaries, once per test process. When
// there is neither, its tests are skipped and say so; with CI=true they fail.
package sqltest

import (
	"path/filepath"
	"testing"

	"github.com/salaatflow/platform/services/sqlstore"
)

// PostgresURL is the environment variable that names a PostgreSQL server for tests, by the URL of a database on it
// whose user may create databases.
const PostgresURL = "SALAATFLOW_TEST_POSTGRES_URL"

// Engine is a kind of database to test on.
type Engine struct {
	kind sqlstore.Engine
	url  func(testing.TB) string
}

// Kind is the kind of database.
func (e Engine) Kind() sqlstore.Engine { return e.kind }

// URL names a fresh, empty database that is dropped when the test ends.
func (e Engine) URL(t testing.TB) string {
	t.Helper()
	return e.url(t)
}

// Open opens a fresh database with schema migrated. It is closed and dropped when the test ends.
func (e Engine) Open(t testing.TB, schema sqlstore.Schema) *sqlstore.DB {
	t.Helper()
	db, err := sqlstore.Open(t.Context(), e.url(t), schema)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return db
}

// Engines runs test as a subtest on every engine.
func Engines(t *testing.T, test func(t *testing.T, engine Engine)) {
	t.Helper()
	for _, engine := range []Engine{SQLite(), Postgres()} {
		t.Run(string(engine.kind), func(t *testing.T) {
			if engine.kind == sqlstore.PostgreSQL {
				requirePostgres(t)
			}
			test(t, engine)
		})
	}
}

// SQLite is files in the test's temporary folder.
func SQLite() Engine {
	return Engine{kind: sqlstore.SQLite, url: func(t testing.TB) string {
		t.Helper()
		return "sqlite:" + filepath.Join(t.TempDir(), "test.db") // a folder of its own at each call
	}}
}

// Postgres is databases on the test process's server. URL skips the test, or fails it with CI=true, when there is none.
func Postgres() Engine {
	return Engine{kind: sqlstore.PostgreSQL, url: freshDatabase}
}
