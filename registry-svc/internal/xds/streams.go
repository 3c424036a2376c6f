package xds

import (
	"context"
	"errors"
	"io"
	"net/netip"
	"slices"
	"strings"
	"sync"

	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"

	"github.com/salaatflow/platform/registry-svc/internal/addresses"
	"github.com/salaatflow/platform/services/apperr"
)

// Limits bound what clients may hold of the registry. Each is at least 1.
type Limits struct {
	// Streams is how many streams there may be, and StreamsPerHost how many of one host.
	Streams, StreamsPerHost int
}

// maxNames is how many resources of one type a stream may ask for: more than there may be services.
const maxNames = 512

// streams counts the streams there are. It is safe for concurrent use.
type streams struct {
	limits Limits

	mu     sync.Mutex
	all    int
	ofHost map[netip.Addr]int
}

func newStreams(limits Limits) *streams {
	return &streams{limits: limits, ofHost: map[netip.Addr]int{}}
}

// enter counts a stream of a host, or refuses it.
func (s *streams) enter(host netip.Addr) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.all >= s.limits.Streams:
		return apperr.RateLimited("the registry has %d xDS streams, as many as it may have", s.limits.Streams)
	case s.ofHost[host] >= s.limits.StreamsPerHost:
		return apperr.RateLimited("this host has %d xDS streams, as many as it may have: a program needs only one",
			s.limits.StreamsPerHost)
	}
	s.all++
	s.ofHost[host]++
	return nil
}

func (s *streams) leave(host netip.Addr) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all--
	if s.ofHost[host]--; s.ofHost[host] == 0 {
		delete(s.ofHost, host)
	}
}

func (s *streams) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all
}

// bounds are those of one stream, which counts from its first message on: before, nobody knows whose it is.
type bounds struct {
	streams *streams
	host    netip.Addr

	mu      sync.Mutex
	entered bool
	names   map[string]map[string]struct{} // by type, of a client that asks incrementally
	refusal error                          // why the stream ends
}

func (s *streams) bounds(ctx context.Context) *bounds {
	return &bounds{streams: s, host: addresses.CallerOf(ctx), names: map[string]map[string]struct{}{}}
}

func (b *bounds) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.entered {
		b.streams.leave(b.host)
		b.entered = false
	}
}

// ended returns why the stream has ended: the protocol's implementation tells nobody why it could not receive.
func (b *bounds) ended(err error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.refusal != nil && !errors.Is(b.refusal, io.EOF) {
		return b.refusal
	}
	return err
}

// received checks a request that was received, or notes why none was.
func (b *bounds) received(err error, check func() error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err == nil && !b.entered {
		if err = b.streams.enter(b.host); err == nil {
			b.entered = true
		}
	}
	if err == nil {
		err = check()
	}
	b.refusal = err
	return err
}

func (b *bounds) checkType(typ string) error {
	if slices.Contains(types, typ) {
		return nil
	}
	return apperr.Invalid(apperr.Violation{Field: "type_url", Message: "must be one of " + strings.Join(types, ", ")})
}

func (b *bounds) checkCount(names int) error {
	if names <= maxNames {
		return nil
	}
	return apperr.RateLimited("a stream may ask for %d resources of one type, and not for %d", maxNames, names)
}

// wholeStream is a bounded stream of the state of the world.
type wholeStream struct {
	discoveryv3.AggregatedDiscoveryService_StreamAggregatedResourcesServer
	*bounds
}

// Recv receives a request.
func (s *wholeStream) Recv() (*discoveryv3.DiscoveryRequest, error) {
	request, err := s.AggregatedDiscoveryService_StreamAggregatedResourcesServer.Recv()
	err = s.received(err, func() error {
		return errors.Join(s.checkType(request.GetTypeUrl()), s.checkCount(len(request.GetResourceNames())))
	})
	return request, err
}

// deltaStream is a bounded incremental stream.
type deltaStream struct {
	discoveryv3.AggregatedDiscoveryService_DeltaAggregatedResourcesServer
	*bounds
}

// Recv receives a request.
func (s *deltaStream) Recv() (*discoveryv3.DeltaDiscoveryRequest, error) {
	request, err := s.AggregatedDiscoveryService_DeltaAggregatedResourcesServer.Recv()
	err = s.received(err, func() error {
		if err := s.checkType(request.GetTypeUrl()); err != nil {
			return err
		}
		names := s.names[request.GetTypeUrl()]
		if names == nil {
			names = map[string]struct{}{}
			s.names[request.GetTypeUrl()] = names
		}
		for _, name := range request.GetResourceNamesSubscribe() {
			names[name] = struct{}{}
		}
		for _, name := range request.GetResourceNamesUnsubscribe() {
			delete(names, name)
		}
		return s.checkCount(max(len(names), len(request.GetInitialResourceVersions())))
	})
	return request, err
}
