package store_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/salaatflow/platform/audit-svc/internal/store"
	"github.com/salaatflow/platform/audit-svc/internal/store/storetest"
	"github.com/salaatflow/platform/audit-svc/internal/trail"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestStore(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		storetest.Run(t, func(t *testing.T) trail.Store {
			return store.New(engine.Open(t, store.Schema()))
		})
	})
}
