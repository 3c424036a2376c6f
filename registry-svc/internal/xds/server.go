// Package xds serves the catalogue by the xDS protocol, so that a gRPC client of any language balances over the instances
// of a service by its name, xds:///tasks-svc, without a proxy.
package xds

import (
	"context"
	"log/slog"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	"github.com/envoyproxy/go-control-plane/pkg/cache/v3"
	"github.com/envoyproxy/go-control-plane/pkg/log"
	"github.com/envoyproxy/go-control-plane/pkg/server/delta/v3"
	"github.com/envoyproxy/go-control-plane/pkg/server/sotw/v3"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
)

// everyone is the only node that the cache knows: all clients are sent the same resources.
const everyone = ""

type sameForAll struct{}

func (sameForAll) ID(*corev3.Node) string { return everyone }

// Options are what a Server needs.
type Options struct {
	Registry *registrations.Registry
	Limits   Limits
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
	sent    *snapshot // by Run
}

// New returns a Server.
func New(options Options) *Server {
	quiet := log.NewDefaultLogger() // discards: grpcserver logs each stream
	s := &Server{
		Options: options,
		cache:   cache.NewSnapshotCache(false, sameForAll{}, quiet), // false: clients ask for a part, and get that
		streams: newStreams(options.Limits),
	}
	ctx := context.Background() //nolint:forbidigo // a stream ends by its own context
	s.whole = sotw.NewServer(ctx, s.cache, nil, sotw.WithLogger(quiet), sotw.DeactivateLegacyWildcard())
	s.delta = delta.NewServer(ctx, s.cache, nil, delta.WithLogger(quiet), delta.DeactivateLegacyWildcard())
	return s
}

// Run sends what changes to the clients, until ctx ends.
func (s *Server) Run(ctx context.Context) {
	watch, err := s.Registry.Watch(ctx, registrations.Position{})
	if err != nil { // only of a watcher that is ahead of the registry
		s.Logger.ErrorContext(ctx, "failed to watch the catalogue for xDS", "error", err)
		return
	}
	defer watch.Close()
	var known int64
	for {
		message, err := watch.Next(ctx)
		if err != nil {
			return
		}
		if _, anew := message.GetEvent().(*registryv1.WatchResponse_Snapshot); !anew && message.GetRevision() <= known {
			continue // it was sent with an earlier change
		}
		if known, err = s.send(ctx); err != nil && ctx.Err() == nil {
			s.Logger.ErrorContext(ctx, "failed to send the catalogue by xDS", "error", err)
		}
	}
}

// send sends the catalogue as it is now, and returns its revision.
func (s *Server) send(ctx context.Context) (int64, error) {
	current, history, err := s.Registry.Now()
	if err != nil {
		return 0, err
	}
	s.sent = s.sent.following(ResourcesOf(current), versionOf(history, current.Revision()))
	return current.Revision(), s.cache.SetSnapshot(ctx, everyone, s.sent.cached())
}

// StreamAggregatedResources sends resources, and each time all of those of a type that a client asked for.
func (s *Server) StreamAggregatedResources(stream discoveryv3.AggregatedDiscoveryService_StreamAggregatedResourcesServer) error {
	bounded := &wholeStream{AggregatedDiscoveryService_StreamAggregatedResourcesServer: stream, bounds: s.streams.bounds(stream.Context())}
	defer bounded.close()
	return bounded.ended(s.whole.StreamHandler(bounded, ""))
}

// DeltaAggregatedResources sends resources, and each time only those that have changed.
func (s *Server) DeltaAggregatedResources(stream discoveryv3.AggregatedDiscoveryService_DeltaAggregatedResourcesServer) error {
	bounded := &deltaStream{AggregatedDiscoveryService_DeltaAggregatedResourcesServer: stream, bounds: s.streams.bounds(stream.Context())}
	defer bounded.close()
	return bounded.ended(s.delta.DeltaStreamHandler(bounded, ""))
}
