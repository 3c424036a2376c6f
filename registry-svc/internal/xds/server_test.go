package xds_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	"github.com/jonboulle/clockwork"
	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/registry-svc/internal/registrytest"
	"github.com/salaatflow/platform/registry-svc/internal/xds"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/grpcserver"
)

// grpc's own xDS client watches the certificate of its bootstrap until the process ends.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("google.golang.org/grpc/credentials/tls/certprovider/pemfile.(*watcher).run"))
}

// started is a registry that speaks xDS.
type started struct {
	*registrytest.Registry
	conn *grpc.ClientConn
}

func start(t *testing.T, limits xds.Limits, options registrytest.Options) *started {
	t.Helper()
	if options.Clock == nil {
		options.Clock = clock.System()
	}
	var server *xds.Server
	options.Serve = func(registry *registrations.Registry, to *grpcserver.Server) {
		server = xds.New(xds.Options{Registry: registry, Limits: limits, Clock: options.Clock, Logger: slog.New(slog.DiscardHandler)})
		server.Register(to)
	}
	r := &started{Registry: registrytest.Start(t, options)}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	var running sync.WaitGroup
	running.Go(func() { server.Run(ctx) })
	t.Cleanup(func() { cancel(); running.Wait() })
	var err error
	if r.conn, err = grpc.NewClient(r.Address, grpc.WithTransportCredentials(insecure.NewCredentials())); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.conn.Close() })
	return r
}

func (r *started) register(t *testing.T, id, version, address string, tools ...string) (lease string) {
	t.Helper()
	granted, err := r.Register(t.Context(), registrations.Offer{
		Service: "garden-svc", Version: version, InstanceID: id, Address: address,
		GRPCServices: []string{catalogtest.GRPCService("garden.v1")},
		Files:        catalogtest.Files(t, "garden.v1", catalogtest.Tools(tools...)...),
		Holder:       registrations.Holder{Trusted: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	return granted.ID
}

// stream is a client's stream.
type stream struct {
	discoveryv3.AggregatedDiscoveryService_StreamAggregatedResourcesClient
	t *testing.T
}

func (r *started) stream(t *testing.T, pairs ...string) *stream {
	t.Helper()
	ctx, cancel := context.WithCancel(metadata.AppendToOutgoingContext(t.Context(), pairs...))
	t.Cleanup(cancel)
	opened, err := discoveryv3.NewAggregatedDiscoveryServiceClient(r.conn).StreamAggregatedResources(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return &stream{opened, t}
}

// ask asks for resources by name, and acknowledges what came before.
func (s *stream) ask(typ string, before *discoveryv3.DiscoveryResponse, names ...string) *stream {
	s.t.Helper()
	request := &discoveryv3.DiscoveryRequest{
		TypeUrl: typ, ResourceNames: names, VersionInfo: before.GetVersionInfo(), ResponseNonce: before.GetNonce(),
	}
	if err := s.Send(request); err != nil {
		s.t.Fatal(err)
	}
	return s
}

func (s *stream) next() *discoveryv3.DiscoveryResponse {
	s.t.Helper()
	answer, err := s.Recv()
	if err != nil {
		s.t.Fatal(err)
	}
	return answer
}

// await asks until an answer has a number of resources, and returns that: the server may be a registration behind.
func (s *stream) await(typ string, resources int, names ...string) *discoveryv3.DiscoveryResponse {
	s.t.Helper()
	answer := s.ask(typ, nil, names...).next()
	for len(answer.GetResources()) != resources {
		answer = s.ask(typ, answer, names...).next()
	}
	return answer
}

// addresses returns those of the only assignment in a response.
func addresses(t *testing.T, response *discoveryv3.DiscoveryResponse) string {
	t.Helper()
	if len(response.GetResources()) != 1 {
		t.Fatalf("got %v", response)
	}
	assignment, err := response.GetResources()[0].UnmarshalNew()
	if err != nil {
		t.Fatal(err)
	}
	return addressesOf(assignment)
}

func plenty() xds.Limits { return xds.Limits{Streams: 8, StreamsPerHost: 8} }

func TestAClientIsToldWhatChanges(t *testing.T) {
	r := start(t, plenty(), registrytest.Options{})
	r.register(t, "one", "1.0.0", "10.0.0.1:90", "sow_seed")
	s := r.stream(t)
	listener := s.await(listeners, 1, "garden-svc")
	s.ask(listeners, listener, "garden-svc")
	first := s.await(endpoints, 1, "garden-svc")
	if got := addresses(t, first); got != "10.0.0.1 90" {
		t.Errorf("at first: %s", got)
	}
	s.ask(endpoints, first, "garden-svc")
	lease := r.register(t, "two", "1.0.0", "10.0.0.2:90", "sow_seed")
	second := s.next() // the listener, which has not changed, is not sent again
	if got := addresses(t, second); got != "10.0.0.1 90, 10.0.0.2 90" {
		t.Errorf("after a registration: %s", got)
	}
	s.ask(endpoints, second, "garden-svc")
	if err := r.Deregister(t.Context(), lease); err != nil {
		t.Fatal(err)
	}
	if got := addresses(t, s.next()); got != "10.0.0.1 90" {
		t.Errorf("after it ended: %s", got)
	}
}

func TestAClientIsToldWhatChangesIncrementally(t *testing.T) {
	r := start(t, plenty(), registrytest.Options{})
	r.register(t, "one", "1.0.0", "10.0.0.1:90", "sow_seed")
	s, err := discoveryv3.NewAggregatedDiscoveryServiceClient(r.conn).DeltaAggregatedResources(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Send(&discoveryv3.DeltaDiscoveryRequest{TypeUrl: endpoints, ResourceNamesSubscribe: []string{"garden-svc"}}); err != nil {
		t.Fatal(err)
	}
	first, err := s.Recv()
	if err != nil || len(first.GetResources()) != 1 {
		t.Fatalf("got %v, %v", first, err)
	}
	if err := s.Send(&discoveryv3.DeltaDiscoveryRequest{TypeUrl: endpoints, ResponseNonce: first.GetNonce()}); err != nil {
		t.Fatal(err)
	}
	r.register(t, "two", "1.0.0", "10.0.0.2:90", "sow_seed")
	if second, err := s.Recv(); err != nil || len(second.GetResources()) != 1 {
		t.Errorf("got %v, %v", second, err)
	}
}

func TestNothingIsSentBeforeTheCatalogueHasSettled(t *testing.T) {
	r := start(t, plenty(), registrytest.Options{Change: func(o *registrations.Options) {
		o.Settling, o.RequiredTools = time.Hour, []string{"water"}
	}})
	s := r.stream(t).ask(endpoints, nil, "garden-svc")
	r.register(t, "one", "1.0.0", "10.0.0.1:90", "sow_seed")
	r.register(t, "two", "1.1.0", "10.0.0.2:90", "sow_seed", "water")
	if got := addresses(t, s.next()); got != "10.0.0.1 90, 10.0.0.2 90" {
		t.Errorf("at first: %s", got)
	}
}

// While versions of a service differ, a method has a cluster of its own. When they no longer do, it stays for a while:
// clients learn of routes and clusters one after the other.
func TestAClusterIsThereForAWhileAfterTheLastRouteToIt(t *testing.T) {
	clk := clockwork.NewFakeClock()
	r := start(t, plenty(), registrytest.Options{Clock: clk})
	older := r.register(t, "one", "1.0.0", "10.0.0.1:90", "sow_seed")
	r.register(t, "two", "1.1.0", "10.0.0.2:90", "sow_seed", "water")
	one := r.stream(t).ask(routes, nil, "garden-svc")
	routed := one.next()
	for len(routed.GetResources()) == 0 || len(virtualHost(t, routed).GetRoutes()) != 2 {
		routed = one.ask(routes, routed, "garden-svc").next()
	}
	names := []string{"garden-svc", virtualHost(t, routed).GetRoutes()[0].GetRoute().GetCluster()}
	s := r.stream(t)
	both := s.ask(clusters, nil, names...).next()
	if len(both.GetResources()) != 2 {
		t.Fatalf("got %v", both)
	}
	s.ask(clusters, both, names...)
	if err := r.Deregister(t.Context(), older); err != nil {
		t.Fatal(err)
	}
	one.ask(routes, routed, "garden-svc")
	if left := virtualHost(t, one.next()).GetRoutes(); len(left) != 1 {
		t.Fatalf("the routes are %v", left)
	}
	if err := clk.BlockUntilContext(t.Context(), 2); err != nil { // the registry, and what waits for the cluster's end
		t.Fatal(err)
	}
	clk.Advance(5 * time.Second)
	if after := s.next(); len(after.GetResources()) != 1 {
		t.Errorf("got %v", after)
	}
}

func virtualHost(t *testing.T, response *discoveryv3.DiscoveryResponse) *routev3.VirtualHost {
	t.Helper()
	configuration, err := response.GetResources()[0].UnmarshalNew()
	if err != nil {
		t.Fatal(err)
	}
	return configuration.(*routev3.RouteConfiguration).GetVirtualHosts()[0]
}

func node(authorization string) *corev3.Node {
	return &corev3.Node{Id: "x", Metadata: &structpb.Struct{Fields: map[string]*structpb.Value{
		"authorization": structpb.NewStringValue(authorization),
	}}}
}

func TestAClientPresentsTheCredentialInItsNodeOrAsMetadata(t *testing.T) {
	const secret = "the secret of the platform"
	r := start(t, plenty(), registrytest.Options{Credential: credential.New(secret)})
	r.register(t, "one", "1.0.0", "10.0.0.1:90", "sow_seed")
	for name, tt := range map[string]struct {
		node     *corev3.Node
		metadata []string
		want     codes.Code
	}{
		"in its node":                    {node: node("Bearer " + secret)},
		"as metadata":                    {metadata: []string{"authorization", "Bearer " + secret}},
		"nowhere":                        {want: codes.Unauthenticated},
		"in a node without it":           {node: &corev3.Node{Id: "x"}, want: codes.Unauthenticated},
		"another one":                    {node: node("Bearer x"), want: codes.Unauthenticated},
		"wrong metadata beside its node": {node: node("Bearer " + secret), metadata: []string{"authorization", "x"}, want: codes.Unauthenticated},
	} {
		t.Run(name, func(t *testing.T) {
			r.stream(t, "authorization", "Bearer "+secret).await(listeners, 1, "garden-svc")
			s := r.stream(t, tt.metadata...)
			_ = s.Send(&discoveryv3.DiscoveryRequest{ // a refused stream may have ended, and says why to the receiver
				Node: tt.node, TypeUrl: listeners, ResourceNames: []string{"garden-svc"},
			})
			if answer, err := s.Recv(); status.Code(err) != tt.want || err == nil && len(answer.GetResources()) != 1 {
				t.Errorf("got %v, %v", answer, err)
			}
		})
	}
	s := r.stream(t)
	if err := s.CloseSend(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Recv(); status.Code(err) != codes.Unauthenticated {
		t.Errorf("who says nothing gets %v", err)
	}
}

func TestAClientHoldsNoMoreThanItMay(t *testing.T) {
	r := start(t, xds.Limits{Streams: 8, StreamsPerHost: 2}, registrytest.Options{})
	r.register(t, "one", "1.0.0", "10.0.0.1:90", "sow_seed")
	refused := func(t *testing.T, request *discoveryv3.DiscoveryRequest, want codes.Code) {
		t.Helper()
		s := r.stream(t)
		if err := s.Send(request); err != nil {
			t.Fatal(err)
		}
		if answer, err := s.Recv(); status.Code(err) != want {
			t.Errorf("got %v, %v; want %v", answer, err, want)
		}
	}
	names := make([]string, 513)
	for i := range names {
		names[i] = string(rune('a' + i))
	}
	refused(t, &discoveryv3.DiscoveryRequest{TypeUrl: listeners, ResourceNames: names}, codes.ResourceExhausted)
	refused(t, &discoveryv3.DiscoveryRequest{TypeUrl: "type.googleapis.com/x", ResourceNames: names[:1]}, codes.InvalidArgument)
	first, second := r.stream(t).ask(listeners, nil, "garden-svc"), r.stream(t).ask(listeners, nil, "garden-svc")
	first.next()
	second.next()
	refused(t, &discoveryv3.DiscoveryRequest{TypeUrl: listeners}, codes.ResourceExhausted)
	if err := first.CloseSend(); err != nil {
		t.Fatal(err)
	}
	if _, err := first.Recv(); err == nil {
		t.Error("the stream goes on")
	}
	r.stream(t).ask(listeners, nil, "garden-svc").next() // in its place
}
