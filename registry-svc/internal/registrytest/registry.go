// Package registrytest starts a real registry for tests.
package registrytest

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"sync"
	"testing"
	"time"

	"go.opentelemetry.io/otel/metric/noop"
	"google.golang.org/grpc"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/registry-svc/internal/addresses"
	"github.com/salaatflow/platform/registry-svc/internal/api"
	"github.com/salaatflow/platform/registry-svc/internal/grants"
	"github.com/salaatflow/platform/registry-svc/internal/health"
	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/registry-svc/internal/store"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/grpcserver"
	"github.com/salaatflow/platform/services/mtls"
	"github.com/salaatflow/platform/services/ownership"
)

// Options configure a test's registry. The zero value is a plain one that settles at once.
type Options struct {
	// Address is where it listens; empty means any free address.
	Address string
	// Clock is its clock; nil means the system's.
	Clock clock.Clock
	// Credential is what callers must show; nil means nothing.
	Credential *credential.Credential
	// Strangers may join without it.
	Strangers bool
	// TLS proves who the registry is, and asks callers for the same; nil serves in plain text.
	TLS *mtls.Source
	// Grants is a file of grants, which GrantsClock says when to look at; empty is none, and nil the system's clock.
	Grants      string
	GrantsClock clock.Clock
	// Health enables health checks.
	Health bool
	// Serve registers more gRPC services; nil registers none.
	Serve func(*registrations.Registry, *grpcserver.Server)
	// Change changes the options of the rules.
	Change func(*registrations.Options)
}

// TTL is how long leases live, and HealthInterval how often instances are checked.
const (
	TTL            = 10 * time.Second
	HealthInterval = 5 * time.Second
)

// Registry is a running registry.
type Registry struct {
	*registrations.Registry
	Address string

	server *grpcserver.Server
	cancel context.CancelFunc
	done   sync.WaitGroup
	killed sync.Once
}

// Start starts a registry that is killed at the end of the test.
func Start(t testing.TB, options Options) *Registry {
	t.Helper()
	if options.Clock == nil {
		options.Clock = clock.System()
	}
	if options.Address == "" {
		options.Address = "127.0.0.1:0"
	}
	rules := registrations.Options{
		Store:    store.NewMemory(),
		TTL:      TTL,
		Settling: -1,
		Owners:   ownership.Default(),
		Reserved: platform(t),
		Limits:   registrations.DefaultLimits(),
		Clock:    options.Clock,
		Logger:   slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn})),
	}
	if options.Change != nil {
		options.Change(&rules)
	}
	r := &Registry{Registry: registrations.New(rules)}
	r.serve(t, options)
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	r.cancel = cancel
	r.done.Go(func() { r.Run(ctx) })
	if options.Health {
		checker := health.New(health.Options{
			Registry: r.Registry, Interval: HealthInterval, Timeout: time.Second,
			Clock: options.Clock, Logger: rules.Logger,
		})
		r.done.Go(func() { checker.Run(ctx) })
	}
	t.Cleanup(r.Kill)
	return r
}

// reserved is what the platform's services offer, which takes a while to read.
var reserved = sync.OnceValues(ownership.Default().Reserved)

func platform(t testing.TB) []*catalog.Definition {
	t.Helper()
	definitions, err := reserved()
	if err != nil {
		t.Fatal(err)
	}
	return definitions
}

func (r *Registry) serve(t testing.TB, options Options) {
	t.Helper()
	looking := options.GrantsClock
	if looking == nil {
		looking = clock.System()
	}
	rules, err := grants.New(grants.Options{
		File: options.Grants, TLS: options.TLS, Credential: options.Credential, Strangers: options.Strangers,
		Owners: ownership.Default(), Clock: looking, Logger: slog.New(slog.NewTextHandler(t.Output(), nil)), Meters: noop.NewMeterProvider(),
	})
	if err != nil {
		t.Fatal(err)
	}
	r.server = grpcserver.New(grpcserver.Options{
		Credential: options.Credential, TLS: options.TLS, Admission: api.Admission{Grants: rules},
	})
	registryv1.RegisterRegistryServiceServer(r.server, api.New(api.Options{
		Registry: r.Registry, Addresses: addresses.New(true), Grants: rules,
	}))
	if options.Serve != nil {
		options.Serve(r.Registry, r.server)
	}
	var config net.ListenConfig
	listener, err := config.Listen(t.Context(), "tcp", options.Address)
	if err != nil {
		t.Fatal(err)
	}
	r.Address = listener.Addr().String()
	r.done.Go(func() { _ = r.server.Serve(listener) })
}

// Kill ends the registry at once, without telling anybody. It may be called again.
func (r *Registry) Kill() {
	r.killed.Do(func() {
		now, cancel := context.WithCancelCause(context.Background())
		cancel(errors.New("killed"))
		_ = r.server.Shutdown(now)
		r.cancel()
		r.done.Wait()
	})
}

// Dial connects to a registry at an address until the end of the test.
func Dial(t testing.TB, address string) *grpc.ClientConn {
	t.Helper()
	return DialWith(t, address, nil)
}

// DialWith is Dial with a credential; nil presents none.
func DialWith(t testing.TB, address string, shown *credential.Credential) *grpc.ClientConn {
	t.Helper()
	conn, err := grpcclient.Dial(address, grpcclient.Options{Credential: shown})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}
