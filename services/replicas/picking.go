package replicas

import (
	"maps"
	"math/rand/v2"
	"slices"
	"sync"

	"google.golang.org/grpc/balancer"
	"google.golang.org/grpc/balancer/base"
)

// policy is the name of the load-balancing policy that stays with a replica until a call to it fails.
const policy = "one_of_replicas"

func init() { //nolint:gochecknoinits // grpc-go takes policies only so
	balancer.Register(builders{})
}

// builders builds the balancer of each connection, which remembers its replica whatever happens to the others.
type builders struct{}

// Name returns the name of the policy.
func (builders) Name() string { return policy }

// Build returns a balancer.
func (builders) Build(cc balancer.ClientConn, options balancer.BuildOptions) balancer.Balancer {
	return base.NewBalancerBuilder(policy, &pickers{}, base.Config{}).Build(cc, options)
}

// pickers makes the pickers of a connection: a new one whenever a replica is connected or lost. The replica that calls go to
// stays the same until it is lost or a call to it fails, also a call that began with an earlier picker. A replica that
// hangs fails calls only by their deadlines, and its connection seems well for a while: without that, half of the calls
// would go there.
type pickers struct {
	mu       sync.Mutex
	replicas []balancer.SubConn // that are connected, in an order of their own
	replica  balancer.SubConn   // that calls go to; nil before the first
}

// Build returns a picker among the replicas that are connected.
func (p *pickers) Build(info base.PickerBuildInfo) balancer.Picker {
	if len(info.ReadySCs) == 0 {
		return base.NewErrPicker(balancer.ErrNoSubConnAvailable)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.replicas = slices.Collect(maps.Keys(info.ReadySCs))
	if !slices.Contains(p.replicas, p.replica) {
		p.replica = p.replicas[rand.IntN(len(p.replicas))] // so that connections begin with different ones
	}
	return picker{p}
}

// leave lets calls go to the next replica, if they went to this one.
func (p *pickers) leave(replica balancer.SubConn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.replica == replica {
		p.replica = p.replicas[(slices.Index(p.replicas, replica)+1)%len(p.replicas)]
	}
}

type picker struct{ pickers *pickers }

// Pick returns the connection's replica.
func (p picker) Pick(balancer.PickInfo) (balancer.PickResult, error) {
	p.pickers.mu.Lock()
	defer p.pickers.mu.Unlock()
	picked := p.pickers.replica
	return balancer.PickResult{
		SubConn: picked,
		Done: func(done balancer.DoneInfo) {
			if done.Err != nil {
				p.pickers.leave(picked)
			}
		},
	}, nil
}
