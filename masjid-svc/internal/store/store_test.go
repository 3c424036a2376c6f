package store_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/internal/moons"
	"github.com/salaatflow/platform/masjid-svc/internal/store"
	"github.com/salaatflow/platform/masjid-svc/internal/store/storetest"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestStore(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		storetest.Run(t, func(t *testing.T) masjids.Store {
			return store.New(engine.Open(t, store.Schema()))
		})
	})
}

func TestStoreOfMoons(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		storetest.RunMoons(t, func(t *testing.T) moons.Store {
			return store.New(engine.Open(t, store.Schema()))
		})
	})
}
