package store_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/registry-svc/internal/store"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

const ttl = 10 * time.Second

// runRegistry runs a registry until the end of the benchmark: on a database, or in memory if there is none.
func runRegistry(b *testing.B, db *sqlstore.DB) *registrations.Registry {
	b.Helper()
	limits := registrations.DefaultLimits()
	limits.Instances, limits.InstancesOfService, limits.PerHost.Instances = 4096, 4096, 4096
	options := registrations.Options{
		Store: store.NewMemory(), TTL: ttl, Settling: -1, Limits: limits, Clock: clock.System(), Logger: slog.New(slog.DiscardHandler),
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(b.Context()))
	var running sync.WaitGroup
	b.Cleanup(func() { cancel(); running.Wait() })
	if db != nil {
		shared, databaseClock := store.NewPostgres(db, clock.System())
		if err := shared.Synchronize(ctx); err != nil {
			b.Fatal(err)
		}
		running.Go(func() { shared.Run(ctx) })
		options.Store, options.Clock, options.Lazy = shared, databaseClock, true
	}
	registry := registrations.New(options)
	if err := registry.Begin(ctx); err != nil {
		b.Fatal(err)
	}
	running.Go(func() { registry.Run(ctx) })
	return registry
}

func register(b *testing.B, registry *registrations.Registry, id string) (lease string) {
	b.Helper()
	granted, err := registry.Register(b.Context(), registrations.Offer{
		Service: "garden-svc", Version: "1.0.0", InstanceID: id, Address: "10.0.0.1:" + id,
		GRPCServices: []string{catalogtest.GRPCService("garden.v1")},
		Files:        catalogtest.Files(b, "garden.v1", catalogtest.Tools("sow_seed")...),
	})
	if err != nil {
		b.Fatal(err)
	}
	return granted.ID
}

// BenchmarkRegister registers an instance beside a hundred others, and reports how long that takes, and how long it takes until
// a watcher knows it: of the same registry, or of another one on the same database.
func BenchmarkRegister(b *testing.B) {
	measure := func(b *testing.B, registry, watched *registrations.Registry) {
		b.Helper()
		for i := range 100 {
			register(b, registry, fmt.Sprint(1000+i))
		}
		known := registrations.Position{}
		if current, history, err := registry.Now(); err == nil {
			known = registrations.Position{History: history, Revision: current.Revision()}
		}
		watch, err := watched.Watch(b.Context(), known, registrations.Form{})
		if err != nil {
			b.Fatal(err)
		}
		defer watch.Close()
		await := func(added bool) {
			for {
				message, err := watch.Next(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				if added && message.GetInstanceAdded() != nil || !added && message.GetInstanceRemoved() != nil {
					return
				}
			}
		}
		var took, seen []time.Duration
		for b.Loop() {
			began := time.Now()
			lease := register(b, registry, "9999")
			took = append(took, time.Since(began))
			await(true)
			seen = append(seen, time.Since(began))
			if err := registry.Deregister(b.Context(), lease); err != nil {
				b.Fatal(err)
			}
			await(false)
		}
		b.ReportMetric(float64(median(took)), "ns/registration")
		b.ReportMetric(float64(median(seen)), "ns/watched")
		b.ReportMetric(0, "ns/op") // meaningless here
	}
	b.Run("memory", func(b *testing.B) {
		registry := runRegistry(b, nil)
		measure(b, registry, registry)
	})
	b.Run("postgres", func(b *testing.B) {
		db := sqltest.Postgres().Open(b, store.Schema())
		measure(b, runRegistry(b, db), runRegistry(b, db))
	})
}

func median(values []time.Duration) time.Duration {
	slices.Sort(values)
	return values[len(values)/2]
}

// BenchmarkRenewals renews the leases of a thousand instances, as they do, for one life of a lease, and reports what that
// costs the database: transactions and written rows in a second.
func BenchmarkRenewals(b *testing.B) {
	instances, during := 1000, ttl
	if testing.Short() { // only to see that it runs
		instances, during = 10, ttl/10
	}
	db := sqltest.Postgres().Open(b, store.Schema())
	registry := runRegistry(b, db)
	leases := fill(b, registry, instances)
	for !registry.Settled() { // until then every renewal is written at once
		select {
		case <-b.Context().Done():
			b.Fatal("the registry never settled")
		case <-time.After(50 * time.Millisecond):
		}
	}
	renew := func(lease string) {
		if _, err := registry.KeepAlive(b.Context(), lease); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		transactions, rows := written(b, db)
		began := time.Now()
		each := time.NewTicker(ttl / 3 / time.Duration(instances))
		for i := 0; time.Since(began) < during; i++ {
			<-each.C
			renew(leases[i%len(leases)])
		}
		each.Stop()
		took := time.Since(began).Seconds()
		after, rowsAfter := written(b, db)
		b.ReportMetric(float64(after-transactions)/took, "transactions/s")
		b.ReportMetric(float64(rowsAfter-rows)/took, "rows/s")
		b.ReportMetric(0, "ns/op") // meaningless here
	}
}

// fill stores instances that renew their leases already, in the seconds that the rules would take a minute for, and returns the
// leases.
func fill(b *testing.B, registry *registrations.Registry, instances int) (leases []string) {
	b.Helper()
	register(b, registry, "9999")
	all, err := registry.Registrations(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	renewed := map[string]registrations.Condition{}
	for i := range instances {
		one := all[0]
		one.LeaseID, one.Instance.ID = rand.Text(), fmt.Sprint(10_000+i)
		one.Instance.Address, one.Expires = "10.0.0.1:"+one.Instance.ID, one.Expires.Add(time.Minute)
		_, err := registry.Store.Put(b.Context(), one,
			func(*catalog.Definition, *registrations.Registration, []registrations.Registration) error { return nil })
		if err != nil {
			b.Fatal(err)
		}
		leases, renewed[one.LeaseID] = append(leases, one.LeaseID), registrations.Condition{Renewed: true}
	}
	if err := registry.Store.Mark(b.Context(), renewed); err != nil {
		b.Fatal(err)
	}
	register(b, registry, "9998") // publishes all
	return leases
}

// written returns how many transactions a database has committed, and how many rows they have changed.
func written(b *testing.B, db *sqlstore.DB) (transactions, rows int64) {
	b.Helper()
	err := db.Reader().QueryRowContext(b.Context(), `SELECT xact_commit, tup_updated FROM pg_stat_database
		WHERE datname = current_database()`).Scan(&transactions, &rows)
	if err != nil {
		b.Fatal(err)
	}
	return transactions, rows
}
