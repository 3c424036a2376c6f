package store_test

import (
	"testing"

	"github.com/salaatflow/platform/services/sqlstore/sqltest"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
	"github.com/salaatflow/platform/skills-svc/internal/store"
	"github.com/salaatflow/platform/skills-svc/internal/store/storetest"
)

func TestOverrides(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		storetest.Overrides(t, func(t *testing.T) skills.Store {
			return store.NewOverrides(engine.Open(t, store.Schema()))
		})
	})
}
