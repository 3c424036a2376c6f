package store_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/salaatflow/platform/services/sqlstore/sqltest"
	"github.com/salaatflow/platform/tasks-svc/internal/store"
	"github.com/salaatflow/platform/tasks-svc/internal/store/storetest"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestStore(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		storetest.Run(t, func(t *testing.T) tasks.Store {
			return store.New(engine.Open(t, store.Schema()))
		})
	})
}

func TestReminders(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		storetest.RunReminders(t, func(t *testing.T) storetest.Reminding {
			return store.New(engine.Open(t, store.Schema()))
		})
	})
}
