package registrysvc_test

import (
	"context"
	"io"
	"log/slog"
	"path"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/salaatflow/platform/registry-svc/internal/registrytest"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/registration"
)

// instance is a running instance of a test's service, which keeps itself registered.
type instance struct {
	*catalogtest.Server
	registration *registration.Registration
	registry     *grpc.ClientConn
}

// plot describes an instance to run. The zero value is an instance of garden-svc that offers nothing.
type plot struct {
	service, version, id, address string
	tools                         []catalogtest.Tool
	credential                    *credential.Credential
}

func (p plot) withDefaults() plot {
	for field, value := range map[*string]string{
		&p.service: "garden-svc", &p.version: "1.0.0", &p.id: "one", &p.address: "127.0.0.1:0",
	} {
		if *field == "" {
			*field = value
		}
	}
	return p
}

// pkg is the proto package of garden-svc.
const pkg = "garden.v1"

// packageOf returns the proto package of a test's service.
func packageOf(service string) string {
	return strings.ReplaceAll(strings.TrimSuffix(service, "-svc"), "-", "_") + ".v1"
}

func (p plot) registration(t *testing.T, registry grpc.ClientConnInterface, address string) registration.Options {
	t.Helper()
	return registration.Options{
		Registry: registry, Service: p.service, Version: p.version, InstanceID: p.id, Address: address,
		GRPCServices: []string{catalogtest.GRPCService(packageOf(p.service))},
		Files:        catalogtest.Files(t, packageOf(p.service), p.tools...),
		Logger:       logger(t.Output()),
	}
}

// run starts an instance and its registration without waiting for either.
func (p plot) run(t *testing.T, registry string) *instance {
	t.Helper()
	p = p.withDefaults()
	var methods []string
	for _, tool := range p.tools {
		methods = append(methods, catalogtest.Method(packageOf(p.service), tool.Name))
	}
	i := &instance{
		Server:   catalogtest.Serve(t, p.id, p.address, methods...),
		registry: registrytest.DialWith(t, registry, p.credential),
	}
	var err error
	if i.registration, err = registration.New(p.registration(t, i.registry, i.Address)); err != nil {
		t.Fatal(err)
	}
	if err := i.registration.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = i.stop() }) // the registry may have stopped
	return i
}

// registered starts an instance and waits until it is registered.
func (p plot) registered(t *testing.T, registry string) *instance {
	t.Helper()
	i := p.run(t, registry)
	awaitRegistered(t, i.registration)
	return i
}

func awaitRegistered(t *testing.T, r *registration.Registration) {
	t.Helper()
	select {
	case <-r.Registered():
	case <-time.After(eventTimeout):
		t.Fatalf("not registered: %v", r.Err())
	}
}

// eventTimeout is how long a test waits for an event.
const eventTimeout = 20 * time.Second

// stop ends the instance in an orderly way.
func (i *instance) stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	err := i.registration.Stop(ctx)
	i.Kill()
	return err
}

// crash ends the instance as the death of its process does: without deregistering.
func (i *instance) crash(t *testing.T) {
	t.Helper()
	i.Kill()
	if err := i.registry.Close(); err != nil {
		t.Fatal(err)
	}
}

func watch(t *testing.T, registry string, options discovery.Options) *discovery.Watcher {
	t.Helper()
	options.Registry, options.Logger = registrytest.Dial(t, registry), logger(t.Output())
	watcher := discovery.New(options)
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

// await waits until the catalogue is as wanted.
func await(t *testing.T, watcher *discovery.Watcher, what string, wanted func(*catalog.Catalog) bool) {
	t.Helper()
	changed, cancel := watcher.Subscribe()
	defer cancel()
	timeout := time.After(eventTimeout)
	for !wanted(watcher.Current()) {
		select {
		case <-changed:
		case <-timeout:
			t.Fatalf("the catalogue was to have %s; it has %+v", what, watcher.Current().Instances())
		}
	}
}

func awaitInstances(t *testing.T, watcher *discovery.Watcher, ids ...string) {
	t.Helper()
	await(t, watcher, "just the instances wanted", func(c *catalog.Catalog) bool {
		found := map[string]bool{}
		for _, i := range c.Instances() {
			found[i.ID] = true
		}
		for _, id := range ids {
			if !found[id] {
				return false
			}
		}
		return len(c.Instances()) == len(ids)
	})
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

// try calls a tool of the service and returns the id of the instance that answered.
func try(t *testing.T, conn *grpc.ClientConn, tool string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), eventTimeout)
	defer cancel()
	return catalogtest.Call(ctx, conn, catalogtest.Method(packageOf(path.Base(conn.Target())), tool))
}

func call(t *testing.T, conn *grpc.ClientConn, tool string) string {
	t.Helper()
	id, err := try(t, conn, tool)
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	return id
}

func wantCode(t *testing.T, err error, code codes.Code) {
	t.Helper()
	if status.Code(err) != code {
		t.Fatalf("got %v, want %v", err, code)
	}
}

func logger(out io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(out, nil))
}
