package registrysvc_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/salaatflow/platform/registry-svc/internal/registrytest"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/registration"
)

const pkg = "garden.v1"

func TestDuringARollingUpdateACallGoesOnlyToAnInstanceThatOffersTheMethod(t *testing.T) {
	registry := registrytest.Start(t, registrytest.Options{})
	older := startInstance(t, registry.Address, "1.0.0", "old", catalogtest.Tools("sow", "water")...)
	newer := startInstance(t, registry.Address, "1.1.0", "new", catalogtest.Tools("sow", "harvest")...)
	watcher := watch(t, registry.Address)
	await(t, watcher, func(c *catalog.Catalog) bool { return len(c.Instances()) == 2 })
	conn := dial(t, watcher, "garden-svc")

	both := map[string]int{}
	for range 10 {
		both[call(t, conn, "sow")]++
		if got := call(t, conn, "water"); got != "old" {
			t.Fatalf("water was answered by %s, which does not offer it", got)
		}
		if got := call(t, conn, "harvest"); got != "new" {
			t.Fatalf("harvest was answered by %s, which does not offer it", got)
		}
	}
	if both["old"] < 4 || both["new"] < 4 {
		t.Errorf("what both offer was answered by %v", both)
	}
	if older.server.Calls() == 0 || newer.server.Calls() == 0 {
		t.Error("an instance got no call")
	}
}

// instance is a running instance of garden-svc that keeps itself registered.
type instance struct {
	server       *catalogtest.Server
	registration *registration.Registration
}

func startInstance(t *testing.T, registry, version, id string, tools ...catalogtest.Tool) *instance {
	t.Helper()
	var methods []string
	for _, tool := range tools {
		methods = append(methods, catalogtest.Method(pkg, tool.Name))
	}
	i := &instance{server: catalogtest.Serve(t, id, "127.0.0.1:0", methods...)}
	var err error
	i.registration, err = registration.New(registration.Options{
		Registry: registrytest.Dial(t, registry),
		Service:  "garden-svc", Version: version, InstanceID: id, Address: i.server.Address,
		GRPCServices: []string{catalogtest.GRPCService(pkg)},
		Files:        catalogtest.Files(t, pkg, tools...),
		Logger:       logger(t),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := i.registration.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = i.registration.Stop(ctx) // the registry may be gone
	})
	return i
}

func watch(t *testing.T, registry string) *discovery.Watcher {
	t.Helper()
	watcher := discovery.New(discovery.Options{Registry: registrytest.Dial(t, registry), Logger: logger(t)})
	if err := watcher.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := watcher.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return watcher
}

func await(t *testing.T, watcher *discovery.Watcher, wanted func(*catalog.Catalog) bool) {
	t.Helper()
	changed, cancel := watcher.Subscribe()
	defer cancel()
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	for !wanted(watcher.Current()) {
		select {
		case <-changed:
		case <-ctx.Done():
			t.Fatalf("the catalogue did not become as wanted: %+v", watcher.Current().Instances())
		}
	}
}

func dial(t *testing.T, watcher *discovery.Watcher, service string) *grpc.ClientConn {
	t.Helper()
	conn, err := watcher.Dial(service, grpcclient.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

func call(t *testing.T, conn grpc.ClientConnInterface, tool string) string {
	t.Helper()
	name, err := catalogtest.Call(t.Context(), conn, catalogtest.Method(pkg, tool))
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	return name
}

func wantCode(t *testing.T, err error, code codes.Code) {
	t.Helper()
	if status.Code(err) != code {
		t.Fatalf("got %v, want %v", err, code)
	}
}

func logger(t *testing.T) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), nil))
}
