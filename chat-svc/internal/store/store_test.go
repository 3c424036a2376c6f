package store_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/store"
	"github.com/salaatflow/platform/chat-svc/internal/store/storetest"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestStore(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		storetest.Run(t, func(t *testing.T) storetest.Database {
			url := engine.URL(t)
			db := open(t, url)
			if err := db.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			return storetest.Database{
				Replica: func(clock clock.Clock, limits conversation.Limits) conversation.Store {
					return store.New(open(t, url), clock, limits)
				},
				Rows: func(t *testing.T) (conversations, turns int) {
					t.Helper()
					const count = `SELECT (SELECT COUNT(*) FROM conversations), (SELECT COUNT(*) FROM turns)`
					if err := db.Reader().QueryRowContext(t.Context(), count).Scan(&conversations, &turns); err != nil {
						t.Fatal(err)
					}
					return conversations, turns
				},
			}
		})
	})
}

// open opens a database until the test ends, as every replica does.
func open(t *testing.T, url string) *sqlstore.DB {
	t.Helper()
	db, err := sqlstore.Open(t.Context(), url, store.Schema())
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
