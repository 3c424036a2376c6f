// Package xds serves the catalogue by the xDS protocol, so that a gRPC client of any language balances over the instances
// of a service by its name, xds:///tasks-svc, without a proxy.
package xds

import (
	"context"
	"log/slog"
	"sync"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	"github.com/envoyproxy/go-control-plane/pkg/cache/v3"
	"github.com/envoyproxy/go-control-plane/pkg/log"
	"github.com/envoyproxy/go-control-plane/pkg/server/delta/v3"
	"github.com/envoyproxy/go-control-plane/pkg/server/sotw/v3"
	"github.com/jonboulle/clockwork"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/grpcserver"
)

// everyone is the only node that the cache knows: all clients are sent the same resources.
const everyone = ""

type sameForAll struct{}

func (sameForAll) ID(*corev3.Node) string { return everyone }

// Options are what a Server needs.
type Options struct {
	Registry *registrations.Registry
	Limits   Limits
	Clock    clock.Clock
	Logger   *slog.Logger
}

// Server implements the aggregated discovery service, with the state of the world and incrementally. Until the catalogue has
// settled it sends nothing. Run keeps it up to date.
type Server struct {
	discoveryv3.UnimplementedAggregatedDiscoveryServiceServer
	Options
	cache   cache.SnapshotCache
	whole   sotw.Server
	delta   delta.Server
	streams *streams

	mu        sync.Mutex
	clients   int  // streams that are open
	stale     bool // something has changed since the last snapshot, which nobody was there to be sent
	known     int64
	sent      *snapshot
	lingering lingering
}

// New returns a Server.
func New(options Options) *Server {
	quiet := log.NewDefaultLogger() // discards: grpcserver logs each stream
	s := &Server{
		Options: options,
		cache:   cache.NewSnapshotCache(false, sameForAll{}, quiet), // false: clients ask for a part, and get that
		streams: newStreams(options.Limits), lingering: lingering{},
	}
	ctx := context.Background() //nolint:forbidigo // a stream ends by its own context
	s.whole = sotw.NewServer(ctx, s.cache, nil, sotw.WithLogger(quiet), sotw.DeactivateLegacyWildcard())
	s.delta = delta.NewServer(ctx, s.cache, nil, delta.WithLogger(quiet), delta.DeactivateLegacyWildcard())
	return s
}

// Run sends what changes to the clients, until ctx ends.
func (s *Server) Run(ctx context.Context) {
	watch, err := s.Registry.Watch(ctx, registrations.Position{}, registrations.Form{Parts: true})
	if err != nil { // only of a watcher that is ahead of the registry
		s.Logger.ErrorContext(ctx, "failed to watch the catalogue for xDS", "error", err)
		return
	}
	defer watch.Close()
	for {
		message, err := s.next(ctx, watch)
		if err != nil {
			return
		}
		part, anew := message.GetEvent().(*registryv1.WatchResponse_SnapshotPart)
		if anew && !part.SnapshotPart.GetLast() {
			continue // more comes
		}
		revision := int64(0) // counts in any case
		if message != nil && !anew {
			revision = message.GetRevision()
		}
		s.changed(ctx, revision)
	}
}

// changed sends a change, unless it was sent with an earlier one. While there is no client, nothing is made of it.
func (s *Server) changed(ctx context.Context, revision int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case revision != 0 && revision <= s.known:
	case s.clients == 0:
		s.stale = true
		clear(s.lingering)
	default:
		s.send(ctx)
	}
}

// enter counts a client, for whom the snapshot is brought up to date.
func (s *Server) enter(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clients++
	if s.stale {
		s.send(ctx)
	}
}

func (s *Server) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clients--
}

// next waits for the next change, and returns nil if something lingers no longer. It fails only when ctx ends.
func (s *Server) next(ctx context.Context, watch *registrations.Watch) (*registryv1.WatchResponse, error) {
	s.mu.Lock()
	due, lingers := s.lingering.next()
	s.mu.Unlock()
	if !lingers {
		return watch.Next(ctx)
	}
	until, cancel := clockwork.WithDeadline(ctx, s.Clock, due)
	defer cancel()
	message, err := watch.Next(until)
	if err != nil && ctx.Err() == nil {
		return nil, nil
	}
	return message, err
}

// send sends the catalogue as it is now. The caller holds mu.
func (s *Server) send(ctx context.Context) {
	current, history, err := s.Registry.Now()
	if err == nil {
		resources := ResourcesOf(current)
		if s.sent != nil && !s.stale { // what nobody was sent for long need not linger
			s.lingering.addTo(resources, s.sent.resources, s.Clock.Now())
		}
		s.sent = s.sent.following(resources, versionOf(history, current.Revision(), len(s.lingering) > 0))
		s.known, s.stale = current.Revision(), false
		err = s.cache.SetSnapshot(context.WithoutCancel(ctx), everyone, s.sent.cached())
	}
	if err != nil && ctx.Err() == nil {
		s.Logger.ErrorContext(ctx, "failed to send the catalogue by xDS", "error", err)
	}
}

// Register registers the service with a server.
func (s *Server) Register(server *grpcserver.Server) {
	server.RegisterForeign(&discoveryv3.AggregatedDiscoveryService_ServiceDesc, s, grpcserver.Foreign{Authorization: authorizationIn})
}

// StreamAggregatedResources sends resources, and each time all of those of a type that a client asked for.
func (s *Server) StreamAggregatedResources(stream discoveryv3.AggregatedDiscoveryService_StreamAggregatedResourcesServer) error {
	s.enter(stream.Context())
	defer s.leave()
	bounded := &wholeStream{AggregatedDiscoveryService_StreamAggregatedResourcesServer: stream, bounds: s.streams.bounds(stream.Context())}
	defer bounded.close()
	return bounded.ended(s.whole.StreamHandler(bounded, ""))
}

// DeltaAggregatedResources sends resources, and each time only those that have changed.
func (s *Server) DeltaAggregatedResources(stream discoveryv3.AggregatedDiscoveryService_DeltaAggregatedResourcesServer) error {
	s.enter(stream.Context())
	defer s.leave()
	bounded := &deltaStream{AggregatedDiscoveryService_DeltaAggregatedResourcesServer: stream, bounds: s.streams.bounds(stream.Context())}
	defer bounded.close()
	return bounded.ended(s.delta.DeltaStreamHandler(bounded, ""))
}
