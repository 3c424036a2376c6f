package discovery_test

import (
	"context"
	"errors"
	"net"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/discovery"
)

func openPeer(t *testing.T, options discovery.PeerOptions) *discovery.Peer {
	t.Helper()
	options.Service = "garden-svc"
	peer, err := discovery.OpenPeer(options)
	if err != nil {
		t.Fatal(err)
	}
	if err := peer.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := peer.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	return peer
}

// connected waits until a peer is.
func connected(t *testing.T, peer *discovery.Peer) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	conn := peer.ClientConnInterface.(*grpc.ClientConn)
	for state := conn.GetState(); state != connectivity.Ready; state = conn.GetState() {
		if !conn.WaitForStateChange(ctx, state) {
			t.Fatalf("the peer is still %s", state)
		}
	}
}

func TestAPeerIsReachedAtItsAddressOrThroughTheRegistry(t *testing.T) {
	server := catalogtest.Serve(t, "one", "127.0.0.1:0", catalogtest.Method(pkg, "sow"))
	garden := define(t, "garden-svc", catalogtest.Tools("sow")...)
	at := instance(garden, "one")
	at.Address = server.Address
	for name, options := range map[string]discovery.PeerOptions{
		"at its address":       {Address: server.Address},
		"through the registry": {Registry: offering(t, snapshot(1, []*registryv1.Definition{garden}, at))},
	} {
		peer := openPeer(t, options)
		connected(t, peer)
		if answered, err := catalogtest.Call(t.Context(), peer, catalogtest.Method(pkg, "sow")); err != nil || answered != "one" {
			t.Errorf("%s: %q answered, %v", name, answered, err)
		}
	}
}

// Nobody is waited for: where nobody listens, or the registry is down, only the call fails.
func TestAPeerThatIsNotThereIsUnavailable(t *testing.T) {
	for name, options := range map[string]discovery.PeerOptions{
		"nobody listens":       {Address: "127.0.0.1:1"},
		"the registry is down": {Registry: "127.0.0.1:1"},
	} {
		_, err := catalogtest.Call(t.Context(), openPeer(t, options), catalogtest.Method(pkg, "sow"))
		if status.Code(err) != codes.Unavailable {
			t.Errorf("%s: %v, want UNAVAILABLE", name, err)
		}
	}
}

// Who awaits a peer has its first call answered, however long it took to find and to connect to the peer.
func TestAPeerThatIsAwaitedAnswersTheFirstCall(t *testing.T) {
	server := catalogtest.Serve(t, "one", "127.0.0.1:0", catalogtest.Method(pkg, "sow"))
	garden := define(t, "garden-svc", catalogtest.Tools("sow")...)
	at := instance(garden, "one")
	at.Address = server.Address
	for range 20 {
		peer := openPeer(t, discovery.PeerOptions{Registry: offering(t, snapshot(1, []*registryv1.Definition{garden}, at))})
		if err := await(t, peer); err != nil {
			t.Fatal(err)
		}
		if answered, err := catalogtest.Call(t.Context(), peer, catalogtest.Method(pkg, "sow")); err != nil || answered != "one" {
			t.Fatalf("%q answered, %v", answered, err)
		}
	}
}

func TestNobodyWaitsForAPeerThatIsKnownToBeAway(t *testing.T) {
	for name, options := range map[string]discovery.PeerOptions{
		"nobody listens":                 {Address: "127.0.0.1:1"},
		"the registry names only others": {Registry: offering(t, snapshot(1, nil))},
	} {
		if err := await(t, openPeer(t, options)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A registry that has just started sends no catalogue until services have registered: they must not wait for it.
func TestNobodyWaitsForARegistryThatWaitsForServices(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	registryv1.RegisterRegistryServiceServer(server, starting{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(listener)
	}()
	t.Cleanup(func() {
		server.Stop()
		<-done
	})
	if err := await(t, openPeer(t, discovery.PeerOptions{Registry: listener.Addr().String()})); err != nil {
		t.Error(err)
	}
}

// starting is a registry that has just started.
type starting struct {
	registryv1.UnimplementedRegistryServiceServer
}

func (starting) Watch(_ *registryv1.WatchRequest, stream registryv1.RegistryService_WatchServer) error {
	if err := stream.SendHeader(metadata.Pairs(discovery.UnsettledHeader, "true")); err != nil {
		return err
	}
	<-stream.Context().Done()
	return stream.Context().Err()
}

func TestAPeerIsAwaitedUntilItIsKnown(t *testing.T) {
	garden := define(t, "garden-svc", catalogtest.Tools("sow")...)
	at := instance(garden, "one")
	at.Address = silent(t)
	for name, options := range map[string]discovery.PeerOptions{
		"its address is silent":      {Address: silent(t)},
		"the registry is silent":     {Registry: silent(t)},
		"the registry is away":       {Registry: "127.0.0.1:1"},
		"its one instance is silent": {Registry: offering(t, snapshot(1, []*registryv1.Definition{garden}, at))},
	} {
		peer := openPeer(t, options)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		if err := peer.Await(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v, want that nothing is known yet", name, err)
		}
		cancel()
	}
}

func await(t *testing.T, peer *discovery.Peer) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	return peer.Await(ctx)
}

// silent returns an address where connections are accepted, and nothing is said.
func silent(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	return listener.Addr().String()
}

func TestWithoutAnAddressThereIsNoPeer(t *testing.T) {
	if peer, err := discovery.OpenPeer(discovery.PeerOptions{Service: "garden-svc"}); peer != nil || err != nil {
		t.Errorf("%v, %v, want none", peer, err)
	}
}

// offering serves a registry that sends each watcher one message, and returns its address.
func offering(t *testing.T, message *registryv1.WatchResponse) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	registry := &registry{streams: make(chan chan *registryv1.WatchResponse)}
	server := grpc.NewServer()
	registryv1.RegisterRegistryServiceServer(server, registry)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(listener)
	}()
	go func() {
		select {
		case stream := <-registry.streams:
			stream <- message
		case <-done:
		}
	}()
	t.Cleanup(func() {
		server.Stop()
		<-done
	})
	return listener.Addr().String()
}
