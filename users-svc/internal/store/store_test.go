package store_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/salaatflow/platform/services/sqlstore/sqltest"
	"github.com/salaatflow/platform/users-svc/internal/store"
	"github.com/salaatflow/platform/users-svc/internal/store/storetest"
	"github.com/salaatflow/platform/users-svc/internal/tokens"
	"github.com/salaatflow/platform/users-svc/internal/users"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestStore(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		storetest.Run(t, func(t *testing.T) users.Store {
			return store.New(engine.Open(t, store.Schema()))
		})
		storetest.RunIdentities(t, func(t *testing.T) storetest.IdentityStore {
			return store.New(engine.Open(t, store.Schema()))
		})
	})
}

func TestTokens(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		storetest.RunTokens(t, func(t *testing.T) tokens.Store {
			return store.NewTokens(engine.Open(t, store.Schema()))
		})
	})
}
