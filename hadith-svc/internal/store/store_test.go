package store_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/hadith-svc/internal/store"
	"github.com/salaatflow/platform/hadith-svc/internal/store/storetest"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestStore(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		storetest.Run(t, func(t *testing.T) hadith.Store {
			return store.New(engine.Open(t, store.Schema(engine.Kind())))
		})
	})
}
