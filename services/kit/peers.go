package kit

import (
	"context"
	"log/slog"
	"time"

	"github.com/jonboulle/clockwork"
	"go.uber.org/fx"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/ownership"
)

// peersTimeout is how long other services that hang delay the registration.
const peersTimeout = 5 * time.Second

// Peers are the other services that a service asks. The constructor that asks one opens it. An instance registers when it is
// connected to them, or knows that there is nobody to connect to: otherwise the first calls that it gets would find nobody,
// and fail.
type Peers struct {
	lifecycle fx.Lifecycle
	dial      grpcclient.Options
	clock     clock.Clock
	logger    *slog.Logger
	opened    []*discovery.Peer
}

func newPeers(lifecycle fx.Lifecycle, dial grpcclient.Options, clock clock.Clock, logger *slog.Logger) *Peers {
	return &Peers{lifecycle: lifecycle, dial: dial, clock: clock, logger: logger}
}

// Open returns a connection to the service that has a gRPC service, given by its full name, for as long as this service runs.
// It is found through the registry unless its address is given; without either, Open returns nil. Constructors call it, one
// after the other.
func (p *Peers) Open(grpcService, address, registry string) (*discovery.Peer, error) {
	service, _ := ownership.Default().Of(protoreflect.FullName(grpcService))
	peer, err := discovery.OpenPeer(discovery.PeerOptions{
		Service: service, Address: address, Registry: registry, Dial: p.dial, Clock: p.clock, Logger: p.logger,
	})
	if err != nil || peer == nil {
		return nil, err
	}
	p.opened = append(p.opened, peer)
	p.lifecycle.Append(fx.StartStopHook(peer.Start, peer.Stop))
	return peer, nil
}

// await waits for all that were opened. One that is still unknown after 5 seconds is left to be found by the calls that need it.
func (p *Peers) await(ctx context.Context) {
	ctx, cancel := clockwork.WithTimeout(ctx, p.clock, peersTimeout)
	defer cancel()
	for _, peer := range p.opened {
		if peer.Await(ctx) != nil {
			return
		}
	}
}
