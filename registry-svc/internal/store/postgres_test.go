package store_test

import (
	"context"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"go.uber.org/goleak"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/registry-svc/internal/store"
	"github.com/salaatflow/platform/registry-svc/internal/store/storetest"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestPostgres(t *testing.T) {
	storetest.Run(t, func(t *testing.T) registrations.Store {
		s, _ := store.NewPostgres(sqltest.Postgres().Open(t, store.Schema()), clock.System())
		return s
	})
}

// The machines of two registries may disagree about the time by an hour; leases end by the database's clock.
func TestTheTimeIsTheDatabases(t *testing.T) {
	db := sqltest.Postgres().Open(t, store.Schema())
	for _, wrong := range []time.Duration{-time.Hour, time.Hour} {
		s, told := store.NewPostgres(db, clockwork.NewFakeClockAt(time.Now().Add(wrong)))
		if err := s.Synchronize(t.Context()); err != nil {
			t.Fatal(err)
		}
		if off := time.Since(told.Now()).Abs(); off > time.Minute {
			t.Errorf("a registry whose clock is %v off is %v off the database's", wrong, off)
		}
	}
}

// One registry checks the instances, and another one takes its place when it is gone.
func TestOneRegistryLeads(t *testing.T) {
	db := sqltest.Postgres().Open(t, store.Schema())
	one, clock := store.NewPostgres(db, clock.System())
	other, _ := store.NewPostgres(db, clock)
	now := time.Now()
	for i, ask := range []struct {
		s     *store.Postgres
		after time.Duration
		leads bool
	}{
		{one, 0, true}, {other, 0, false}, {one, 5 * time.Second, true}, {other, 14 * time.Second, false},
		{other, 15 * time.Second, true}, {one, 16 * time.Second, false},
	} {
		now := now.Add(ask.after)
		if leads, err := ask.s.Lead(t.Context(), now, now.Add(10*time.Second)); err != nil || leads != ask.leads {
			t.Errorf("asked %d: %t, %v, want %t", i, leads, err, ask.leads)
		}
	}
}

// What one registry does another one hears of.
func TestRegistriesHearOfEachOther(t *testing.T) {
	db := sqltest.Postgres().Open(t, store.Schema())
	one, clock := store.NewPostgres(db, clock.System())
	other, _ := store.NewPostgres(db, clock)
	heard := func(what string) {
		t.Helper()
		select {
		case <-other.Changed():
		case <-time.After(20 * time.Second):
			t.Fatalf("nobody hears: %s", what)
		}
	}
	run(t, other)
	heard("it listens")
	if err := one.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	heard("the other has settled")
	if err := other.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := one.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	heard("the other has settled again")
	select {
	case <-other.Changed():
		t.Error("it hears of itself")
	default:
	}
}

// run lets a store listen until the end of the test.
func run(t *testing.T, s *store.Postgres) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		s.Run(ctx)
	}()
	t.Cleanup(func() {
		cancel()
		<-stopped
	})
}

func TestPostgresPins(t *testing.T) {
	storetest.RunPinning(t, func(t *testing.T) func() registrations.Store {
		db := sqltest.Postgres().Open(t, store.Schema())
		opened := false
		return func() registrations.Store {
			s, _ := store.NewPostgres(db, clock.System())
			if opened { // as if everything had been away until all leases ended
				if _, _, err := s.DeleteExpired(t.Context(), time.Now().Add(time.Hour), nil); err != nil {
					t.Fatal(err)
				}
			}
			opened = true
			return s
		}
	})
}
