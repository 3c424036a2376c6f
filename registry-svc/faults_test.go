package registrysvc_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"google.golang.org/grpc/codes"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/registry-svc/internal/registrytest"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/kit/kittest"
)

func TestAnInstanceThatCrashesLeavesLongBeforeItsLeaseEnds(t *testing.T) {
	clock := clockwork.NewFakeClock() // stands still: no lease ends and no round of checks begins
	registry := registrytest.Start(t, registrytest.Options{Health: true, Clock: clock})
	plot{id: "other", tools: catalogtest.Tools("sow")}.registered(t, registry.Address)
	doomed := plot{id: "doomed", tools: catalogtest.Tools("sow")}.registered(t, registry.Address)
	watcher := watch(t, registry.Address, discovery.Options{})
	awaitInstances(t, watcher, "doomed", "other")
	doomed.crash(t)
	awaitInstances(t, watcher, "other")
}

func TestAnInstanceThatDeregistersLeavesAtOnce(t *testing.T) {
	registry := registrytest.Start(t, registrytest.Options{})
	garden := plot{tools: catalogtest.Tools("sow")}.registered(t, registry.Address)
	watcher := watch(t, registry.Address, discovery.Options{})
	awaitInstances(t, watcher, "one")
	if err := garden.stop(); err != nil {
		t.Fatal(err)
	}
	awaitInstances(t, watcher)
	if len(watcher.Current().Tools()) != 0 {
		t.Errorf("its tools are still there: %v", watcher.Current().Tools())
	}
	if err := garden.registration.Err(); err == nil {
		t.Error("it takes itself for registered")
	}
}

func TestServicesStartInAnyOrder(t *testing.T) {
	address := kittest.FreeAddress(t)
	watcher := watch(t, address, discovery.Options{})
	garden := plot{tools: catalogtest.Tools("sow")}.run(t, address)
	if garden.registration.Err() == nil {
		t.Error("it takes itself for registered, and there is no registry")
	}
	registrytest.Start(t, registrytest.Options{Address: address})
	awaitInstances(t, watcher, "one")
	awaitRegistered(t, garden.registration)
}

// The first registry is killed, and the second knows nothing when it starts. Some services come back before the
// catalogue is published and some after it. Watchers must not lose any of them for a moment.
func TestWhenTheRegistryIsKilledAndRestartedNobodyMissesATool(t *testing.T) {
	first := registrytest.Start(t, registrytest.Options{})
	plot{service: "garden-svc", tools: catalogtest.Tools("sow")}.registered(t, first.Address)
	plot{service: "kitchen-svc", tools: catalogtest.Tools("cook")}.registered(t, first.Address)
	watcher := watch(t, first.Address, discovery.Options{})
	await(t, watcher, "both tools", func(c *catalog.Catalog) bool { return len(c.Tools()) == 2 })
	garden, kitchen := dial(t, watcher, "garden-svc"), dial(t, watcher, "kitchen-svc")
	call(t, garden, "sow")
	call(t, kitchen, "cook")

	ctx, stop := context.WithCancel(t.Context())
	var using sync.WaitGroup
	using.Go(func() {
		for ctx.Err() == nil {
			if c := watcher.Current(); c.Lookup("sow") == nil || c.Lookup("cook") == nil {
				t.Errorf("a tool is missing: the catalogue has %+v", c.Instances())
				return
			}
			for conn, tool := range map[string]string{"garden": "sow", "kitchen": "cook"} {
				target := garden
				if conn == "kitchen" {
					target = kitchen
				}
				if _, err := try(t, target, tool); err != nil {
					t.Errorf("%s: %v", tool, err)
					return
				}
			}
		}
	})
	first.Kill()
	second := registrytest.Start(t, registrytest.Options{Address: first.Address, Change: func(o *registrations.Options) {
		o.Settling, o.RequiredTools = time.Hour, []string{"sow"}
	}})
	plot{service: "later-svc", tools: catalogtest.Tools("rest")}.registered(t, second.Address)
	await(t, watcher, "what only the second registry knows, and all else", func(c *catalog.Catalog) bool {
		return c.Lookup("rest") != nil && len(c.Instances()) == 3
	})
	stop()
	using.Wait()
}

func TestWhatDoesNotComeBackAfterTheRegistryIsKeptForItsGraceAndNotLonger(t *testing.T) {
	clock := clockwork.NewFakeClock()
	first := registrytest.Start(t, registrytest.Options{})
	gone := plot{service: "gone-svc", tools: catalogtest.Tools("cook")}.registered(t, first.Address)
	plot{service: "garden-svc", tools: catalogtest.Tools("sow")}.registered(t, first.Address)
	watcher := watch(t, first.Address, discovery.Options{Clock: clock, Grace: time.Minute})
	await(t, watcher, "both tools", func(c *catalog.Catalog) bool { return len(c.Tools()) == 2 })

	first.Kill()
	gone.crash(t)
	waitFor(t, clock) // before it tries again
	second := registrytest.Start(t, registrytest.Options{Address: first.Address, Change: func(o *registrations.Options) {
		o.Settling, o.RequiredTools = time.Hour, []string{"sow"}
	}})
	plot{service: "later-svc", tools: catalogtest.Tools("rest")}.registered(t, second.Address)
	clock.Advance(2 * time.Second)
	await(t, watcher, "what the second registry knows, with which the grace begins", func(c *catalog.Catalog) bool {
		return c.Lookup("rest") != nil
	})
	if watcher.Current().Lookup("cook") == nil {
		t.Fatal("what has not come back is gone before its grace is over")
	}
	waitFor(t, clock) // the grace begins after the catalogue has been published
	clock.Advance(time.Minute)
	await(t, watcher, "only what came back", func(c *catalog.Catalog) bool {
		return c.Lookup("cook") == nil && c.Lookup("sow") != nil
	})
}

// waitFor waits until somebody waits for the clock.
func waitFor(t *testing.T, clock *clockwork.FakeClock) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), eventTimeout)
	defer cancel()
	if err := clock.BlockUntilContext(ctx, 1); err != nil {
		t.Fatalf("waiting for somebody to wait for the clock: %v", err)
	}
}

func TestManyServicesAreFoundWhole(t *testing.T) {
	registry := registrytest.Start(t, registrytest.Options{})
	watcher := watch(t, registry.Address, discovery.Options{})
	const services = 20
	for i := range services {
		plot{
			service: fmt.Sprintf("service-%d", i), tools: catalogtest.Tools(fmt.Sprintf("tool_%d", i)),
		}.run(t, registry.Address)
	}
	await(t, watcher, "every tool", func(c *catalog.Catalog) bool { return len(c.Tools()) == services })
	for i := range services {
		call(t, dial(t, watcher, fmt.Sprintf("service-%d", i)), fmt.Sprintf("tool_%d", i))
	}
	_, err := try(t, dial(t, watcher, "service-99"), "tool_1")
	wantCode(t, err, codes.Unavailable)
}
