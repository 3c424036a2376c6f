package store_test

import (
	"testing"

	"github.com/salaatflow/platform/services/sqlstore/sqltest"
	"github.com/salaatflow/platform/skills-svc/internal/classification"
	"github.com/salaatflow/platform/skills-svc/internal/store"
	"github.com/salaatflow/platform/skills-svc/internal/store/storetest"
)

func TestClassifications(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		storetest.Classifications(t, func(t *testing.T) classification.Store {
			return store.NewClassifications(engine.Open(t, store.Schema()))
		})
	})
}
