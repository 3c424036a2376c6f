package health_test

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"go.uber.org/goleak"
	"google.golang.org/grpc"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/registry-svc/internal/registrytest"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const pkg = "garden.v1"

// checked is a registry that checks its instances, with one watcher.
type checked struct {
	*registrytest.Registry
	clock *clockwork.FakeClock
	watch *registrations.Watch
}

func start(t *testing.T) *checked { return startWith(t, nil) }

func startWith(t *testing.T, change func(*registrations.Options)) *checked {
	t.Helper()
	clock := clockwork.NewFakeClock()
	registry := registrytest.Start(t, registrytest.Options{Clock: clock, Health: true, Change: change})
	c := &checked{Registry: registry, clock: clock}
	var err error
	if c.watch, err = c.Watch(t.Context(), registrations.Position{}, registrations.Form{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.watch.Close)
	if c.next(t).GetSnapshot() == nil {
		t.Fatal("the watch does not begin with the whole")
	}
	return c
}

func (c *checked) next(t *testing.T) *registryv1.WatchResponse {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	message, err := c.watch.Next(ctx)
	if err != nil {
		t.Fatalf("nothing changed: %v", err)
	}
	return message
}

// added and removed read on until an instance comes or goes.
func (c *checked) added(t *testing.T, id string) {
	t.Helper()
	for {
		if i := c.next(t).GetInstanceAdded(); i != nil {
			if i.GetId() != id {
				t.Fatalf("%s came, want %s", i.GetId(), id)
			}
			return
		}
	}
}

func (c *checked) removed(t *testing.T, id string) {
	t.Helper()
	for {
		if i := c.next(t).GetInstanceRemoved(); i != nil {
			if i.GetId() != id {
				t.Fatalf("%s went, want %s", i.GetId(), id)
			}
			return
		}
	}
}

// register registers an instance that stays: its lease is renewed.
func (c *checked) register(t *testing.T, id, address string) {
	t.Helper()
	if _, err := c.KeepAlive(t.Context(), c.registerOnly(t, id, address)); err != nil {
		t.Fatal(err)
	}
}

func (c *checked) registerOnly(t *testing.T, id, address string) (lease string) {
	t.Helper()
	given, err := c.Register(t.Context(), registrations.Offer{
		Service: "garden-svc", Version: "1", InstanceID: id, Address: address,
		GRPCServices: []string{catalogtest.GRPCService(pkg)}, Files: catalogtest.Files(t, pkg, catalogtest.Tools("sow")...),
	})
	if err != nil {
		t.Fatal(err)
	}
	c.added(t, id)
	return given.ID
}

// round starts a round of checks.
func (c *checked) round(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := c.clock.BlockUntilContext(ctx, 2); err != nil { // for the next round and the next expiry
		t.Fatal(err)
	}
	c.clock.Advance(registrytest.HealthInterval)
}

func TestAnInstanceIsAskedWhetherItServes(t *testing.T) {
	c := start(t)
	server := catalogtest.Serve(t, "one", "127.0.0.1:0")
	c.register(t, "one", server.Address)
	server.Health.SetServingStatus("", healthv1.HealthCheckResponse_NOT_SERVING)
	c.round(t)
	c.removed(t, "one")
}

func TestAnInstanceComesBackWhenItServesAgain(t *testing.T) {
	c := start(t)
	server := catalogtest.Serve(t, "one", "127.0.0.1:0")
	server.Health.SetServingStatus("", healthv1.HealthCheckResponse_NOT_SERVING)
	c.register(t, "one", server.Address)
	c.removed(t, "one") // checked at once when it registered
	server.Health.SetServingStatus("", healthv1.HealthCheckResponse_SERVING)
	c.round(t)
	c.added(t, "one")
}

// A registry that connected to whatever is registered would look at ports for a stranger. It connects once the lease has
// been renewed, which a stranger has to do for each.
func TestARegistrationAloneIsConnectedToByNobody(t *testing.T) {
	c := start(t)
	connections := make(chan struct{}, 64)
	lease := c.registerOnly(t, "one", listen(t, func(net.Conn) { connections <- struct{}{} }))
	witness := catalogtest.Serve(t, "witness", "127.0.0.1:0")
	witness.Health.SetServingStatus("", healthv1.HealthCheckResponse_NOT_SERVING)
	c.register(t, "witness", witness.Address)
	c.removed(t, "witness") // so the checks of newcomers are over
	witness.Health.SetServingStatus("", healthv1.HealthCheckResponse_SERVING)
	c.round(t)
	c.added(t, "witness") // and a round is
	if n := len(connections); n != 0 {
		t.Errorf("the registry connected %d times", n)
	}
	if _, err := c.KeepAlive(t.Context(), lease); err != nil {
		t.Fatal(err)
	}
	select {
	case <-connections:
	case <-time.After(20 * time.Second):
		t.Error("an instance that stays is not checked")
	}
}

func TestAnInstanceThatCannotBeReachedIsTakenOut(t *testing.T) {
	for name, serve := range map[string]func(*testing.T) string{
		"nobody listens":   func(t *testing.T) string { return listen(t, nil) },
		"it never answers": func(t *testing.T) string { return listen(t, func(net.Conn) {}) },
		"it speaks something else": func(t *testing.T) string {
			return listen(t, func(conn net.Conn) { _, _ = conn.Write([]byte("220 mail ready\r\n")) })
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := start(t)
			c.register(t, "well", catalogtest.Serve(t, "well", "127.0.0.1:0").Address)
			c.register(t, "ill", serve(t)) // found missing once
			c.round(t)                     // and twice
			c.removed(t, "ill")
		})
	}
}

// listen accepts connections and passes each to answer. If answer is nil, it does not listen at all.
func listen(t *testing.T, answer func(net.Conn)) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if answer == nil {
		_ = listener.Close()
		return listener.Addr().String()
	}
	var conns []net.Conn
	accepted := make(chan struct{})
	go func() {
		defer close(accepted)
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			conns = append(conns, conn)
			answer(conn)
		}
	}()
	t.Cleanup(func() {
		_ = listener.Close()
		<-accepted
		for _, conn := range conns {
			_ = conn.Close()
		}
	})
	return listener.Addr().String()
}

func TestAnInstanceWithoutAHealthServiceIsTakenToServe(t *testing.T) {
	c := start(t)
	server := grpc.NewServer()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	c.register(t, "plain", listener.Addr().String())
	witness := catalogtest.Serve(t, "witness", "127.0.0.1:0")
	c.register(t, "witness", witness.Address)
	witness.Health.SetServingStatus("", healthv1.HealthCheckResponse_NOT_SERVING)
	c.round(t)
	c.removed(t, "witness") // and not the plain one, which was checked in the same round
	current, err := c.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	if len(current.Instances()) != 1 || current.Instances()[0].ID != "plain" {
		t.Errorf("left is %+v, want the plain one", current.Instances())
	}
}

// log is a log that can be read while it is written.
type log struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *log) has(text string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Contains(l.b.String(), text)
}

func TestAStopIsNoFailureAndACrashIs(t *testing.T) {
	var written log
	c := startWith(t, func(o *registrations.Options) {
		o.TTL, o.Logger = time.Hour, slog.New(slog.NewTextHandler(&written, nil)) // no lease ends
	})
	draining := catalogtest.Serve(t, "draining", "127.0.0.1:0")
	c.register(t, "draining", draining.Address)
	draining.Health.SetServingStatus("", healthv1.HealthCheckResponse_NOT_SERVING)
	c.round(t)
	c.removed(t, "draining")

	crashed := catalogtest.Serve(t, "crashed", "127.0.0.1:0")
	c.register(t, "witness", catalogtest.Serve(t, "witness", "127.0.0.1:0").Address)
	c.register(t, "other", catalogtest.Serve(t, "other", "127.0.0.1:0").Address)
	c.register(t, "crashed", crashed.Address)
	crashed.Kill()
	for range 2 {
		c.round(t)
	}
	c.removed(t, "crashed")
	const failed = "level=WARN msg=\"instance failed its health check\" registrant=garden-svc instance="
	for deadline := time.Now().Add(10 * time.Second); !written.has(failed + "crashed"); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatal("the log does not tell of the crash")
		}
	}
	if written.has(failed + "draining") {
		t.Error("what drains is said to have failed")
	}
}
