package replicas

import (
	"maps"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"google.golang.org/grpc/balancer"
	"google.golang.org/grpc/balancer/base"
)

// policy is the name of the load-balancing policy that stays with a replica until a call to it fails.
const policy = "one_of_replicas"

func init() { //nolint:gochecknoinits // grpc-go takes policies only so
	balancer.Register(base.NewBalancerBuilder(policy, pickers{}, base.Config{}))
}

type pickers struct{}

// Build returns a picker among the replicas that are connected.
func (pickers) Build(info base.PickerBuildInfo) balancer.Picker {
	if len(info.ReadySCs) == 0 {
		return base.NewErrPicker(balancer.ErrNoSubConnAvailable)
	}
	p := &picker{replicas: slices.Collect(maps.Keys(info.ReadySCs))}
	p.turn.Store(rand.Uint32())
	return p
}

// picker stays with a replica until a call to it fails. A replica that hangs fails calls only by their deadlines, and its
// connection seems well for a while: without that, half of the calls would go there.
type picker struct {
	replicas []balancer.SubConn
	turn     atomic.Uint32
}

// Pick returns the replica whose turn it is.
func (p *picker) Pick(balancer.PickInfo) (balancer.PickResult, error) {
	turn := p.turn.Load()
	return balancer.PickResult{
		SubConn: p.replicas[int(turn)%len(p.replicas)],
		Done: func(done balancer.DoneInfo) {
			if done.Err != nil {
				p.turn.CompareAndSwap(turn, turn+1)
			}
		},
	}, nil
}
