package discovery_test

import (
	"context"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/connectivity"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/kit/kittest"
)

// patient dials a service with a connection that, once it has failed, is not tried again for an hour.
func patient(t *testing.T, watcher *discovery.Watcher, service string) *grpc.ClientConn {
	t.Helper()
	hour := backoff.Config{BaseDelay: time.Hour, Multiplier: 1, MaxDelay: time.Hour}
	conn, err := watcher.Dial(service, grpcclient.Options{DialOptions: []grpc.DialOption{
		grpc.WithConnectParams(grpc.ConnectParams{Backoff: hour, MinConnectTimeout: time.Minute}),
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

func becomes(t *testing.T, conn *grpc.ClientConn, want connectivity.State) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for state := conn.GetState(); state != want; state = conn.GetState() {
		if !conn.WaitForStateChange(ctx, state) {
			t.Fatalf("the connection to %s is %v, not %v", conn.Target(), state, want)
		}
	}
}

// When a network is back, a service is called as soon as the registry is seen again, not after the rest of a backoff.
func TestAnInstanceIsTriedAtOnceWhenTheRegistryIsBack(t *testing.T) {
	f := start(t, discovery.Options{})
	garden := define(t, "garden-svc", catalogtest.Tools("sow")...)
	away := instance(garden, "a")
	away.Address = kittest.FreeAddress(t)
	stream := f.begins(t)
	stream <- snapshot(1, []*registryv1.Definition{garden}, away)
	f.has(t, "garden-svc/a")
	conn := patient(t, f.Watcher, "garden-svc")
	becomes(t, conn, connectivity.TransientFailure)
	catalogtest.Serve(t, "back", away.GetAddress(), catalogtest.Method(pkg, "sow"))
	close(stream)
	f.triesAgain(t)
	f.begins(t)
	becomes(t, conn, connectivity.Ready)
}

// The same when another instance is reached: the registry may have been on this side of the break all the time.
func TestAnInstanceIsTriedAtOnceWhenAnotherIsReached(t *testing.T) {
	f := start(t, discovery.Options{})
	garden, kitchen := define(t, "garden-svc", catalogtest.Tools("sow")...), define(t, "kitchen-svc", catalogtest.Tools("cook")...)
	away, there := instance(garden, "a"), instance(kitchen, "a")
	away.Address = kittest.FreeAddress(t)
	there.Address = catalogtest.Serve(t, "there", "127.0.0.1:0", catalogtest.Method(pkg, "cook")).Address
	stream := f.begins(t)
	stream <- snapshot(1, []*registryv1.Definition{garden, kitchen}, away)
	f.has(t, "garden-svc/a")
	conn := patient(t, f.Watcher, "garden-svc")
	becomes(t, conn, connectivity.TransientFailure)
	catalogtest.Serve(t, "back", away.GetAddress(), catalogtest.Method(pkg, "sow"))
	f.clock.Advance(2 * time.Second)
	other := patient(t, f.Watcher, "kitchen-svc")
	stream <- added(2, there)
	becomes(t, other, connectivity.Ready)
	becomes(t, conn, connectivity.Ready)
}
