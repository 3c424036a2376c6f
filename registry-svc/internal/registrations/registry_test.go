package registrations_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"go.uber.org/goleak"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/registry-svc/internal/store"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	ttl = 10 * time.Second
	pkg = "garden.v1"
)

// running is a registry with a clock that the test sets.
type running struct {
	*registrations.Registry
	clock  *clockwork.FakeClock
	leases map[catalog.InstanceKey]string // of the instances that registered, to show when they register again
}

// stopped is a registry that has settled, unless change says otherwise, and whose process never looks at the clock by
// itself.
func stopped(change ...func(*registrations.Options)) *running {
	clock := clockwork.NewFakeClockAt(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	options := registrations.Options{
		Store: store.NewMemory(), TTL: ttl, Settling: -1, Limits: registrations.DefaultLimits(),
		Clock: clock, Logger: slog.New(slog.DiscardHandler),
	}
	for _, change := range change {
		change(&options)
	}
	return &running{Registry: registrations.New(options), clock: clock, leases: map[catalog.InstanceKey]string{}}
}

// start runs a registry that settles at once, unless change says otherwise.
func start(t testing.TB, change ...func(*registrations.Options)) *running {
	t.Helper()
	r := stopped(change...)
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		r.Run(ctx)
	}()
	t.Cleanup(func() {
		cancel()
		<-stopped
	})
	r.waiting(t)
	return r
}

// waiting waits until the registry waits for the clock, so that it does not miss an advance.
func (r *running) waiting(t testing.TB) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := r.clock.BlockUntilContext(ctx, 1); err != nil {
		t.Fatalf("the registry does not wait for the clock: %v", err)
	}
}

// passes lets time pass while the registry runs and keeps looking at the clock.
func (r *running) passes(t testing.TB, d time.Duration) {
	t.Helper()
	const step = ttl / 10
	for ; d > 0; d -= step {
		r.waiting(t)
		r.clock.Advance(min(d, step))
	}
}

func offer(t testing.TB, service, id string, tools ...catalogtest.Tool) registrations.Offer {
	t.Helper()
	return registrations.Offer{
		Service: service, Version: "1.0.0", InstanceID: id, Address: service + "." + id + ":1",
		GRPCServices: []string{catalogtest.GRPCService(packageOf(service))},
		Files:        catalogtest.Files(t, packageOf(service), tools...),
	}
}

// packageOf returns the proto package of a test's service.
func packageOf(service string) string {
	return strings.ReplaceAll(strings.TrimSuffix(service, "-svc"), "-", "_") + ".v1"
}

func (r *running) register(t testing.TB, o registrations.Offer) registrations.Lease {
	t.Helper()
	key := catalog.InstanceKey{Service: o.Service, ID: o.InstanceID}
	o.PreviousLease = r.leases[key]
	lease, err := r.Register(t.Context(), o)
	if err != nil {
		t.Fatalf("%s is refused: %v", o.Service, err)
	}
	r.leases[key] = lease.ID
	return lease
}

// watches begins a watch at a position.
func (r *running) watches(t testing.TB, from registrations.Position) *registrations.Watch {
	t.Helper()
	watch, err := r.Watch(t.Context(), from, registrations.Form{})
	if err != nil {
		t.Fatal(err)
	}
	return watch
}

// has checks which instances can be called, each written as service/id.
func (r *running) has(t testing.TB, want ...string) {
	t.Helper()
	catalog, err := r.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, i := range catalog.Instances() {
		got = append(got, i.Service+"/"+i.ID)
	}
	if !slices.Equal(got, want) {
		t.Errorf("the catalogue has %v, want %v", got, want)
	}
}

func TestALeaseThatIsNotKeptAliveEnds(t *testing.T) {
	r := start(t)
	watch := begin(t, r)
	lease := r.register(t, offer(t, "garden-svc", "one", catalogtest.Tools("sow")...))
	if lease.TTL != ttl {
		t.Errorf("the lease lives %v, want %v", lease.TTL, ttl)
	}
	watch.skip(t, 2)
	r.passes(t, ttl-1)
	r.has(t, "garden-svc/one")
	r.passes(t, 1)
	watch.wants(t, "-garden-svc/one", "-definition")
	if _, err := r.KeepAlive(t.Context(), lease.ID); !errors.Is(err, registrations.ErrNoLease) {
		t.Errorf("keeping it alive after its end: %v, want ErrNoLease", err)
	}
}

func TestALeaseThatIsKeptAliveLivesOn(t *testing.T) {
	r := start(t)
	lease := r.register(t, offer(t, "garden-svc", "one", catalogtest.Tools("sow")...))
	other := r.register(t, offer(t, "other-svc", "one", catalogtest.Tools("reap")...))
	watch := begin(t, r)
	for range 5 {
		r.passes(t, ttl*2/3)
		if left, err := r.KeepAlive(t.Context(), lease.ID); err != nil || left.TTL != ttl {
			t.Fatalf("keeping it alive gives %v, %v; want %v", left, err, ttl)
		}
	}
	watch.wants(t, "-other-svc/one", "-definition")
	r.has(t, "garden-svc/one")
	if _, err := r.KeepAlive(t.Context(), other.ID); !errors.Is(err, registrations.ErrNoLease) {
		t.Errorf("the other: %v, want ErrNoLease", err)
	}
}

func TestAnInstanceThatRegistersAgainReplacesItself(t *testing.T) {
	r := start(t)
	watch := begin(t, r)
	first := offer(t, "garden-svc", "one", catalogtest.Tools("sow")...)
	older := r.register(t, first)
	watch.wants(t, "+definition", "+garden-svc/one")

	newer := r.register(t, first)
	if older.ID == newer.ID {
		t.Error("both have the same lease")
	}
	if _, err := r.KeepAlive(t.Context(), older.ID); !errors.Is(err, registrations.ErrNoLease) {
		t.Errorf("its older lease: %v, want ErrNoLease", err)
	}
	watch.wantsNothing(t)

	changed := offer(t, "garden-svc", "one", catalogtest.Tools("sow", "reap")...)
	r.register(t, changed)
	watch.wants(t, "+definition", "+garden-svc/one", "-definition")
	r.has(t, "garden-svc/one")
}

func TestAProcessThatTakesAnAddressTakesThePlaceOfTheOneBefore(t *testing.T) {
	r := start(t)
	watch := begin(t, r)
	crashed := offer(t, "garden-svc", "crashed", catalogtest.Tools("sow")...)
	r.register(t, crashed)
	watch.wants(t, "+definition", "+garden-svc/crashed")
	r.clock.Advance(time.Second)
	restarted := offer(t, "garden-svc", "restarted", catalogtest.Tools("sow", "reap")...)
	restarted.Address = crashed.Address
	r.register(t, restarted)
	watch.wants(t, "+definition", "+garden-svc/restarted", "-garden-svc/crashed", "-definition")

	neighbour := offer(t, "kitchen-svc", "one", catalogtest.Tools("cook")...)
	neighbour.Address = crashed.Address // one process may be two services
	r.register(t, neighbour)
	watch.wants(t, "+definition", "+kitchen-svc/one")
	r.has(t, "garden-svc/restarted", "kitchen-svc/one")
}

func TestLeasesAreSecretsThatNobodyGuesses(t *testing.T) {
	r := start(t)
	seen := map[string]bool{}
	for range 100 {
		lease := r.register(t, offer(t, "garden-svc", "one", catalogtest.Tools("sow")...))
		if seen[lease.ID] || len(lease.ID) < 26 || strings.Contains(lease.ID, "garden") {
			t.Fatalf("lease %q", lease.ID)
		}
		seen[lease.ID] = true
	}
}

func TestDeregistering(t *testing.T) {
	r := start(t)
	one := r.register(t, offer(t, "garden-svc", "one", catalogtest.Tools("sow")...))
	r.register(t, offer(t, "garden-svc", "two", catalogtest.Tools("sow")...))
	watch := begin(t, r)
	if err := r.Deregister(t.Context(), one.ID); err != nil {
		t.Fatal(err)
	}
	watch.wants(t, "-garden-svc/one")
	for _, lease := range []string{one.ID, "never given"} {
		if err := r.Deregister(t.Context(), lease); err != nil {
			t.Errorf("a lease that is not known: %v", err)
		}
	}
	watch.wantsNothing(t)
	r.has(t, "garden-svc/two")
}
