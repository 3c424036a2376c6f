package store_test

import (
	"testing"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/registry-svc/internal/store"
	"github.com/salaatflow/platform/registry-svc/internal/store/storetest"
)

func TestMemory(t *testing.T) {
	storetest.Run(t, func(*testing.T) registrations.Store { return store.NewMemory() })
}
