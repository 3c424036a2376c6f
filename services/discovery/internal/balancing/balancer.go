// Package balancing sends each call to an instance that offers the method called, and spares instances that hang or keep
// failing. It registers a policy with grpc-go, which holds policies in a global table: it has no state of its own there.
package balancing

import (
	"encoding/json"
	"fmt"
	"time"

	"google.golang.org/grpc/balancer"
	"google.golang.org/grpc/balancer/endpointsharding"
	"google.golang.org/grpc/balancer/pickfirst"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/serviceconfig"

	"github.com/salaatflow/platform/services/clock"
)

// ToolRoundRobin is the name of the policy that goes round the instances which offer the method called. Its config is a
// Config.
const ToolRoundRobin = "tool_round_robin"

// Offer is the set of methods that the instance at an endpoint offers. It is compared with ==.
type Offer interface {
	// Methods returns full names, "/package.Service/Method".
	Methods() []string
}

type offerKey struct{}

// WithOffer marks an endpoint with what its instance offers. An endpoint without a mark is taken to offer every method.
func WithOffer(endpoint resolver.Endpoint, offer Offer) resolver.Endpoint {
	endpoint.Attributes = endpoint.Attributes.WithValue(offerKey{}, offer)
	return endpoint
}

func init() { //nolint:gochecknoinits // grpc-go takes policies only so
	balancer.Register(roundRobinBuilder{})
}

// Config is the policy's, in a service config.
type Config struct {
	serviceconfig.LoadBalancingConfig `json:"-"`

	// Ejection determines when an instance gets no calls because it keeps failing.
	Ejection Ejection
}

type roundRobinBuilder struct{}

func (roundRobinBuilder) Name() string { return ToolRoundRobin }

// ParseConfig reads a Config.
func (roundRobinBuilder) ParseConfig(text json.RawMessage) (serviceconfig.LoadBalancingConfig, error) {
	config := &Config{}
	if err := json.Unmarshal(text, config); err != nil {
		return nil, fmt.Errorf("the config of %s: %w", ToolRoundRobin, err)
	}
	return config, nil
}

// Build shards by endpoint, as round_robin does: one connection each, kept alive and reconnected by pick_first. Only
// the picker differs.
func (roundRobinBuilder) Build(cc balancer.ClientConn, options balancer.BuildOptions) balancer.Balancer {
	picking := &pickingConn{
		ClientConn: cc, service: options.Target.Endpoint(), known: resolver.NewEndpointMap[*instance](),
	}
	return roundRobin{endpointsharding.NewBalancer(
		picking, options, balancer.Get(pickfirst.Name).Build, endpointsharding.Options{}), picking}
}

type roundRobin struct {
	balancer.Balancer
	picking *pickingConn
}

// UpdateClientConnState takes the state of the resolver, and the policy's Config.
func (b roundRobin) UpdateClientConnState(state balancer.ClientConnState) error {
	if b.picking.ejector == nil { // before the first picker
		b.picking.begin(observerOf(state.ResolverState), clockOf(state.ResolverState))
	}
	if config, ok := state.BalancerConfig.(*Config); ok {
		b.picking.ejector.configure(config.Ejection)
	}
	return b.Balancer.UpdateClientConnState(balancer.ClientConnState{ResolverState: state.ResolverState})
}

// Close ends the health checks, too.
func (b roundRobin) Close() {
	if b.picking.checker != nil {
		b.picking.checker.end()
	}
	b.Balancer.Close()
}

// pickingConn puts our picker in the place of the sharding's, which updates the state under a lock of its own.
type pickingConn struct {
	balancer.ClientConn
	service  string
	observer Observer
	clock    clock.Clock
	ejector  *ejector
	checker  *checker
	known    *resolver.EndpointMap[*instance]
}

func (c *pickingConn) begin(observer Observer, clock clock.Clock) {
	c.observer, c.clock, c.checker = observer, clock, newChecker(clock, askHealth)
	c.ejector = newEjector(clock, func(of resolver.Endpoint, ejected time.Duration) {
		for _, at := range of.Addresses {
			c.observer.Fails(c.service, at.Addr, ejected)
		}
	})
}

func (c *pickingConn) UpdateState(state balancer.State) {
	children := endpointsharding.ChildStatesFromPicker(state.Picker)
	c.known = c.follow(children)
	c.ejector.keep(children)
	state.Picker = newPicker(c.service, c.ejector, c.checker, children, c.known)
	c.ClientConn.UpdateState(state)
}

// follow keeps what is known of the instances that stay connected. What an old connection owed means nothing for a new one:
// the process may be another. Its observer still learns that calls no longer go past the instance; and while one that was mute has no
// connection, it still is.
func (c *pickingConn) follow(children []endpointsharding.ChildState) *resolver.EndpointMap[*instance] {
	now := resolver.NewEndpointMap[*instance]()
	for _, child := range children {
		i, ok := c.known.Get(child.Endpoint)
		isReady := child.State.ConnectivityState == connectivity.Ready
		if isReady && ok && !i.isLost() {
			now.Set(child.Endpoint, i)
			continue
		}
		leftOut := ok && i.isLeftOut()
		if !isReady && !leftOut {
			continue
		}
		next := newInstance(c.observe(child.Endpoint))
		next.leftOut, next.lost = leftOut, !isReady
		next.mute.Store(!isReady && i.mute.Load())
		now.Set(child.Endpoint, next)
	}
	for endpoint, i := range c.known.All() {
		if kept, _ := now.Get(endpoint); kept != i {
			i.lose()
		}
	}
	return now
}

// observe returns what tells the observer about the instance at an endpoint, which has one address.
func (c *pickingConn) observe(endpoint resolver.Endpoint) func(leftOut bool) {
	return func(leftOut bool) {
		for _, at := range endpoint.Addresses {
			if leftOut {
				c.observer.Hangs(c.service, at.Addr)
			} else {
				c.observer.Answers(c.service, at.Addr)
			}
		}
	}
}
