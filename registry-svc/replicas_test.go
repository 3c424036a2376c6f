package registrysvc_test

import (
	"bytes"
	"context"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	registrysvc "github.com/salaatflow/platform/registry-svc"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	settings "github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kit/kittest"
	"github.com/salaatflow/platform/services/registration"
	"github.com/salaatflow/platform/services/replicas"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// replica is one of several registries that share a database.
type replica struct {
	*kit.App
	address string
	stopped sync.Once
}

// startReplica starts a registry on a database, whose schema it brings up to date first.
func startReplica(t *testing.T, database string) *replica {
	t.Helper()
	c := registrysvc.DefaultConfig()
	c.Config = kittest.Config(t)
	c.DatabaseURL, c.SettlingTime, c.LeaseTTL = settings.Secret(database), time.Nanosecond, 3*time.Second
	c.HealthInterval = time.Second
	if err := registrysvc.Migrate(t.Context(), &bytes.Buffer{}, c); err != nil {
		t.Fatal(err)
	}
	app, err := kit.NewApp(registrysvc.Module(c))
	if err != nil {
		t.Fatal(err)
	}
	if err := app.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := &replica{App: app, address: c.ListenAddress}
	t.Cleanup(func() { r.stop(t) })
	return r
}

func (r *replica) stop(t *testing.T) {
	t.Helper()
	r.stopped.Do(func() {
		if err := r.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
}

func dialReplicas(t *testing.T, addresses string) *grpc.ClientConn {
	t.Helper()
	conn, err := replicas.Dial(addresses, grpcclient.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

func TestWhatRegistersWithOneReplicaIsKnownToTheOther(t *testing.T) {
	database := sqltest.Postgres().URL(t)
	one, other := startReplica(t, database), startReplica(t, database)
	watcher := watch(t, other.address, discovery.Options{})
	registered := plot{id: "one", tools: catalogtest.Tools("sow")}.registered(t, one.address)
	awaitInstances(t, watcher, "one")
	if err := registered.stop(); err != nil {
		t.Error(err)
	}
	awaitInstances(t, watcher)
}

// Replicas agree on what is accepted: one quarantines what the other has not seen before, and a decision that one takes counts
// for the watchers of the other.
func TestADefinitionIsAcceptedForAllReplicas(t *testing.T) {
	database := sqltest.Postgres().URL(t)
	one, other := startReplica(t, database), startReplica(t, database)
	watcher := watch(t, other.address, discovery.Options{})
	plot{id: "one", tools: catalogtest.Tools("sow")}.registered(t, one.address)
	awaitInstances(t, watcher, "one")
	ctx := identity.NewContext(t.Context(), identity.Caller{UserID: 7, Role: identity.RoleAdmin})
	plot{id: "two", tools: []catalogtest.Tool{{Name: "sow", Does: "Sows, and tells a stranger."}}}.registered(t, other.address)
	client := registryv1.NewRegistryServiceClient(dialReplicas(t, one.address))
	waiting, err := client.ListDefinitions(ctx, &registryv1.ListDefinitionsRequest{State: "quarantined"})
	if err != nil || len(waiting.GetDefinitions()) != 1 {
		t.Fatalf("what waits is %v, %v", waiting, err)
	}
	awaitInstances(t, watcher, "one")
	accept := &registryv1.AcceptDefinitionRequest{Hash: waiting.GetDefinitions()[0].GetHash()}
	if _, err := client.AcceptDefinition(ctx, accept); err != nil {
		t.Fatal(err)
	}
	awaitInstances(t, watcher, "one", "two")
}

// followed is a watcher that follows replicas, and what it was sent.
func followed(t *testing.T, addresses string) *discovery.Watcher {
	t.Helper()
	watcher := discovery.New(discovery.Options{Registry: dialReplicas(t, addresses), Grace: -1, Logger: logger(t.Output())})
	if err := watcher.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := watcher.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	return watcher
}

// stays checks, from now until end, that the instances are in the catalogue at each of its changes.
func stays(t *testing.T, watcher *discovery.Watcher, ids ...string) (end func()) {
	t.Helper()
	changed, cancel := watcher.Subscribe()
	ended, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-ended:
				return
			case <-changed:
			}
			there := map[string]bool{}
			for _, instance := range watcher.Current().Instances() {
				there[instance.ID] = true
			}
			for _, id := range ids {
				if !there[id] {
					t.Errorf("%s was taken out of the catalogue", id)
				}
			}
		}
	}()
	return sync.OnceFunc(func() {
		cancel()
		close(ended)
		<-done
	})
}

func TestServicesAndWatchersGoOnWithTheOtherReplica(t *testing.T) {
	database := sqltest.Postgres().URL(t)
	one, other := startReplica(t, database), startReplica(t, database)
	addresses := one.address + "," + other.address
	watcher := followed(t, addresses)
	registry := dialReplicas(t, addresses)
	kept := runWith(t, plot{id: "kept", tools: catalogtest.Tools("sow")}, registry)
	awaitInstances(t, watcher, "kept")
	end := stays(t, watcher, "kept")
	defer end()
	revision := watcher.Current().Revision()

	one.stop(t)
	late := plot{id: "late", tools: catalogtest.Tools("sow")}.registered(t, other.address)
	awaitInstances(t, watcher, "kept", "late")
	if got := watcher.Current().Revision(); got != revision+1 {
		t.Errorf("revision %d after %d: the catalogue began anew", got, revision)
	}
	again := startReplica(t, database)
	fresh := watch(t, again.address, discovery.Options{})
	awaitInstances(t, fresh, "kept", "late")
	if got := fresh.Current().Revision(); got != revision+1 {
		t.Errorf("a new replica begins at revision %d, not %d", got, revision+1)
	}
	if err := late.stop(); err != nil {
		t.Error(err)
	}
	awaitInstances(t, watcher, "kept")
	awaitRegistered(t, kept)
}

// runWith registers an instance by a connection.
func runWith(t *testing.T, p plot, registry grpc.ClientConnInterface) *registration.Registration {
	t.Helper()
	p = p.withDefaults()
	server := catalogtest.Serve(t, p.id, p.address, catalogtest.Method(pkg, p.tools[0].Name))
	r, err := registration.New(p.registration(t, registry, server.Address))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	awaitRegistered(t, r)
	return r
}

// While the database is away for several times the life of a lease, the catalogue is served and nobody is taken out; who
// comes meanwhile is registered when it is back.
func TestTheCatalogueOutlivesTheDatabasesAbsence(t *testing.T) {
	server := sqltest.StartServer(t)
	one, other := startReplica(t, server.URL()), startReplica(t, server.URL())
	addresses := one.address + "," + other.address
	watcher := followed(t, addresses)
	kept := runWith(t, plot{id: "kept", tools: catalogtest.Tools("sow")}, dialReplicas(t, addresses))
	awaitInstances(t, watcher, "kept")
	for _, r := range []*replica{one, other} { // each has heard of it before the database goes
		awaitInstances(t, watch(t, r.address, discovery.Options{}), "kept")
	}
	end := stays(t, watcher, "kept")
	defer end()

	asked, cancel := context.WithCancel(t.Context())
	told := make(chan struct{})
	go func() {
		defer close(told)
		began := false
		kept.Watch(asked, func(unknown error) {
			if began = began || unknown == nil; began && unknown != nil {
				t.Errorf("a service is told that it is not known: %v", unknown)
			}
		})
	}()
	defer func() {
		cancel()
		<-told
	}()
	server.Stop()
	late := plot{id: "late", tools: catalogtest.Tools("sow")}.run(t, other.address)
	<-time.After(7 * time.Second)              // more than twice the life of a lease; the database's clock is nobody's to advance
	for _, r := range []*replica{one, other} { // a watcher that comes now
		awaitInstances(t, watch(t, r.address, discovery.Options{}), "kept")
	}
	server.Start()
	awaitRegistered(t, late.registration)
	awaitInstances(t, watcher, "kept", "late")
	if err := late.stop(); err != nil {
		t.Error(err)
	}
	awaitInstances(t, watcher, "kept")
}
