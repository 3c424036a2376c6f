package discovery_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/grpcclient"
)

func dial(t testing.TB, watcher *discovery.Watcher, target string) *grpc.ClientConn {
	t.Helper()
	conn, err := watcher.Dial(target, grpcclient.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

func TestBeforeTheRegistryIsReachedCallsFailAtOnce(t *testing.T) {
	f := start(t, discovery.Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	_, err := catalogtest.Call(ctx, dial(t, f.Watcher, "garden-svc"), catalogtest.Method(pkg, "sow"))
	if status.Code(err) != codes.Unavailable {
		t.Errorf("got %v, want UNAVAILABLE", err)
	}
}

func TestTwoInstancesThatShareAnAddressAreOneToCall(t *testing.T) {
	f := start(t, discovery.Options{})
	garden := define(t, "garden-svc", catalogtest.Tools("sow")...)
	server := catalogtest.Serve(t, "restarted", "127.0.0.1:0", catalogtest.Method(pkg, "sow"))
	before, now := instance(garden, "before"), instance(garden, "now")
	before.Address, now.Address = server.Address, server.Address
	stream := f.begins(t)
	stream <- snapshot(1, []*registryv1.Definition{garden}, before, now)
	f.has(t, "garden-svc/before", "garden-svc/now")
	conn := dial(t, f.Watcher, "garden-svc")
	for range 4 {
		if _, err := catalogtest.Call(t.Context(), conn, catalogtest.Method(pkg, "sow")); err != nil {
			t.Fatal(err)
		}
	}
	stream <- removed(2, before)
	f.has(t, "garden-svc/now")
	if _, err := catalogtest.Call(t.Context(), conn, catalogtest.Method(pkg, "sow")); err != nil {
		t.Errorf("after the older is gone: %v", err)
	}
}

func TestATargetMustNameAService(t *testing.T) {
	f := start(t, discovery.Options{})
	_, err := catalogtest.Call(t.Context(), dial(t, f.Watcher, ""), "/x.Y/Z")
	if status.Code(err) != codes.Unavailable || !strings.Contains(err.Error(), "registry:///SERVICE") {
		t.Errorf("got %v, want UNAVAILABLE that says how a target is written", err)
	}
}

// A call through the registry's balancer, and the same over a plain connection, to see what choosing costs.
func BenchmarkCall(b *testing.B) {
	method, readOnly := catalogtest.Method(pkg, "sow"), catalogtest.Method(pkg, "look")
	server := catalogtest.Serve(b, "one", "127.0.0.1:0", method, readOnly)
	b.Run("plain", func(b *testing.B) {
		conn, err := grpcclient.Dial(server.Address, grpcclient.Options{})
		if err != nil {
			b.Fatal(err)
		}
		defer conn.Close()
		benchmarkCalls(b, conn, method)
	})
	for name, method := range map[string]string{"discovered": method, "discovered, and may be hedged": readOnly} {
		b.Run(name, func(b *testing.B) {
			f := start(b, discovery.Options{})
			garden := define(b, "garden-svc", catalogtest.Tool{Name: "sow"}, catalogtest.Tool{Name: "look", ReadOnly: true})
			one := instance(garden, "one")
			one.Address = server.Address
			f.begins(b) <- snapshot(1, []*registryv1.Definition{garden}, one)
			f.has(b, "garden-svc/one")
			benchmarkCalls(b, dial(b, f.Watcher, "garden-svc"), method)
		})
	}
}

func benchmarkCalls(b *testing.B, conn *grpc.ClientConn, method string) {
	b.Helper()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := catalogtest.Call(b.Context(), conn, method); err != nil {
			b.Fatal(err)
		}
	}
}
