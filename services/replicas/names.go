package replicas

import (
	"context"
	"fmt"
	"net"
	"slices"
	"time"

	"google.golang.org/grpc/resolver"

	"github.com/salaatflow/platform/services/clock"
)

const (
	// lookupInterval is how often a name is looked up, so that a replica which is added, or comes in the place of another, is
	// known before a lease ends. grpc-go looks only when a connection breaks, and then at most every 30 seconds: after all
	// replicas have been replaced in that time, it would know none of them.
	lookupInterval = 5 * time.Second
	// lookupPause is the least time between two lookups.
	lookupPause = time.Second
	// lookupTimeout bounds a lookup.
	lookupTimeout = 5 * time.Second
)

// nameBuilder takes the place of grpc-go's resolver of names, on one connection.
type nameBuilder struct {
	lookup func(ctx context.Context, host string) ([]string, error)
	clock  clock.Clock
}

func (nameBuilder) Scheme() string { return "dns" }

func (b nameBuilder) Build(target resolver.Target, cc resolver.ClientConn, _ resolver.BuildOptions) (resolver.Resolver, error) {
	host, port, err := net.SplitHostPort(target.Endpoint())
	if err != nil {
		return nil, err
	}
	n := &names{host: host, port: port, lookup: b.lookup, clock: b.clock, cc: cc}
	if net.ParseIP(host) != nil {
		n.tell([]string{host})
		return list{}, nil
	}
	n.start()
	return n, nil
}

// names resolves one name to all its addresses, again and again.
type names struct {
	host, port string
	lookup     func(ctx context.Context, host string) ([]string, error)
	clock      clock.Clock
	cc         resolver.ClientConn

	now    chan struct{} // holds a value when a lookup is wanted at once
	cancel context.CancelFunc
	done   chan struct{}
}

func (n *names) start() {
	var ctx context.Context
	ctx, n.cancel = context.WithCancel(context.Background()) //nolint:forbidigo // grpc-go's resolvers have none, but Close
	n.now, n.done = make(chan struct{}, 1), make(chan struct{})
	go n.run(ctx)
}

func (n *names) run(ctx context.Context) {
	defer close(n.done)
	var known []string
	for {
		found, err := n.find(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			n.cc.ReportError(err) // the addresses that were known stay
		case !slices.Equal(found, known):
			known = found
			n.tell(found)
		}
		if !n.pause(ctx) {
			return
		}
	}
}

// find returns the addresses of the name, in order.
func (n *names) find(ctx context.Context) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	found, err := n.lookup(ctx, n.host)
	if err != nil {
		return nil, fmt.Errorf("look up %s: %w", n.host, err)
	}
	slices.Sort(found)
	return found, nil
}

func (n *names) tell(hosts []string) {
	var state resolver.State
	for _, host := range hosts {
		state.Addresses = append(state.Addresses, resolver.Address{Addr: net.JoinHostPort(host, n.port)})
	}
	_ = n.cc.UpdateState(state) // the policy takes every state
}

// pause waits until the next lookup, and returns false when there is to be none.
func (n *names) pause(ctx context.Context) bool {
	next := n.clock.NewTimer(lookupInterval)
	defer next.Stop()
	soonest := n.clock.NewTimer(lookupPause)
	defer soonest.Stop()
	select {
	case <-soonest.Chan():
	case <-ctx.Done():
		return false
	}
	select {
	case <-next.Chan():
	case <-n.now:
	case <-ctx.Done():
		return false
	}
	return true
}

// ResolveNow is called when a connection breaks.
func (n *names) ResolveNow(resolver.ResolveNowOptions) {
	select {
	case n.now <- struct{}{}:
	default: // it is wanted already
	}
}

// Close ends the lookups.
func (n *names) Close() {
	n.cancel()
	<-n.done
}
