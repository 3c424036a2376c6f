package discovery

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"google.golang.org/grpc"
	"google.golang.org/grpc/connectivity"

	"github.com/salaatflow/platform/services/address"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/replicas"
	"github.com/salaatflow/platform/services/setting"
)

// PeerOptions configure a Peer.
type PeerOptions struct {
	// Service is the name under which it registers.
	Service string
	// Address is where it is; empty finds it through the registry.
	Address string
	// Registry is the address of the registry; empty when there is none.
	Registry string
	// Dial configures the connections.
	Dial grpcclient.Options
	// Clock and Logger are for watching the registry; nil is the system's clock, and no log.
	Clock  clock.Clock
	Logger *slog.Logger
}

// Peer is a connection to one other service. Start and Stop are called once each, in this order; calls may be made at any
// time. A program that calls many services uses a toolclient.Client.
type Peer struct {
	grpc.ClientConnInterface
	service string
	watcher *Watcher           // nil when the address is given
	conns   []*grpc.ClientConn // the one to the service is the first
}

// OpenPeer returns a connection to the service, without waiting for it. It returns nil when the options give neither an
// address nor a registry.
func OpenPeer(options PeerOptions) (*Peer, error) {
	if options.Address != "" {
		if err := address.Check(options.Address); err != nil {
			return nil, setting.Wrong(fmt.Errorf("the address of %s: %w", options.Service, err))
		}
		options.Dial.Service = options.Service
		conn, err := grpcclient.Dial(options.Address, options.Dial)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", options.Service, err)
		}
		return &Peer{ClientConnInterface: conn, service: options.Service, conns: []*grpc.ClientConn{conn}}, nil
	}
	if options.Registry == "" {
		return nil, nil
	}
	registry, err := replicas.Dial(options.Registry, options.Dial)
	if err != nil {
		return nil, fmt.Errorf("the registry: %w", err)
	}
	watcher := New(Options{Registry: registry, Services: []string{options.Service}, Clock: options.Clock, Logger: options.Logger})
	conn, err := watcher.Dial(options.Service, options.Dial)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", options.Service, err), registry.Close())
	}
	return &Peer{
		ClientConnInterface: conn, service: options.Service, watcher: watcher, conns: []*grpc.ClientConn{conn, registry},
	}, nil
}

// Start looks for the service and connects, so that the first call does not wait for that.
func (p *Peer) Start(ctx context.Context) error {
	for _, conn := range p.conns {
		conn.Connect()
	}
	if p.watcher == nil {
		return nil
	}
	return p.watcher.Start(ctx)
}

// Await waits until a call can be made, or it is known that the service is not there: the registry names no instance of it, or
// nobody answers at its address. It does not wait for the catalogue of a registry that has just started, which waits for
// services itself. It returns an error only if ctx ends before that.
func (p *Peer) Await(ctx context.Context) error {
	if p.watcher != nil {
		select {
		case <-p.watcher.Synced():
		case <-p.watcher.unsettled:
			return nil
		case <-ctx.Done():
			return fmt.Errorf("the registry has sent no catalogue: %w", ctx.Err())
		}
	}
	for {
		state := p.conns[0].GetState()
		if state == connectivity.Ready || p.absent(state) {
			return nil
		}
		if !p.conns[0].WaitForStateChange(ctx, state) {
			return fmt.Errorf("the connection to %s is %s: %w", p.service, state, ctx.Err())
		}
	}
}

// absent reports whether it is known that the service is not there. Just after the catalogue has come, the state is still that
// of a connection that knew of no instance.
func (p *Peer) absent(state connectivity.State) bool {
	if p.watcher != nil {
		return len(p.watcher.Current().InstancesOf(p.service)) == 0
	}
	return state == connectivity.TransientFailure
}

// Stop closes the connections.
func (p *Peer) Stop(ctx context.Context) (err error) {
	if p.watcher != nil {
		err = p.watcher.Stop(ctx)
	}
	for _, conn := range p.conns {
		err = errors.Join(err, conn.Close())
	}
	return err
}
