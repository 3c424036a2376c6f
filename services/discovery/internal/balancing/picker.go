package balancing

import (
	"math/rand/v2"
	"strings"
	"sync/atomic"

	"google.golang.org/grpc/balancer"
	"google.golang.org/grpc/balancer/endpointsharding"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/resolver"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/clock"
)

// picker holds, for each method, the instances that offer it. It is immutable but for the counters and what is known of
// each instance, which has a lock of its own.
type picker struct {
	service string
	methods map[string]*rotation
	// others is for methods that no instance claims to offer.
	others *rotation
}

// rotation holds the instances that offer one method.
type rotation struct {
	ejector *ejector
	checker *checker
	clock   clock.Clock
	ready   []member
	pending bool // some are connecting
	next    atomic.Uint32
	// mute ends a call that only instances could answer which answer nobody.
	mute error
}

// member is an instance that calls can be sent to.
type member struct {
	balancer.Picker
	*instance
	*record
}

// newPicker returns a picker of the children, each of which must be known if it is ready.
func newPicker(
	service string, ejector *ejector, checker *checker, children []endpointsharding.ChildState, known *resolver.EndpointMap[*instance],
) *picker {
	mute := apperr.Unavailable("%s does not answer anybody now: try again in a moment", service).GRPCStatus().Err()
	newRotation := func() *rotation { return newRotation(ejector, checker, mute) }
	p := &picker{service: service, methods: map[string]*rotation{}, others: newRotation()}
	for _, child := range children {
		offer, ok := child.Endpoint.Attributes.Value(offerKey{}).(Offer)
		if !ok {
			p.others.add(child, known)
			continue
		}
		for _, method := range offer.Methods() {
			if p.methods[method] == nil {
				p.methods[method] = newRotation()
			}
			p.methods[method].add(child, known)
		}
	}
	for _, rotation := range p.methods {
		rotation.ready = append(rotation.ready, p.others.ready...)
		rotation.pending = rotation.pending || p.others.pending
	}
	return p
}

// newRotation starts at a random place, so that not every new picker sends its first call to the same instance.
func newRotation(ejector *ejector, checker *checker, mute error) *rotation {
	r := &rotation{ejector: ejector, checker: checker, clock: ejector.clock, mute: mute}
	r.next.Store(rand.Uint32())
	return r
}

func (r *rotation) add(child endpointsharding.ChildState, known *resolver.EndpointMap[*instance]) {
	i, isKnown := known.Get(child.Endpoint)
	switch child.State.ConnectivityState {
	case connectivity.Ready:
		r.ready = append(r.ready, member{child.State.Picker, i, r.ejector.of(child.Endpoint)})
	case connectivity.Connecting, connectivity.Idle:
		r.pending = r.pending || !isKnown || !i.mute.Load() // nobody waits for one that answered nobody before
	case connectivity.TransientFailure, connectivity.Shutdown:
	}
}

// Pick picks the next ready instance that offers the method, is not hung and not ejected. When none is ready, the call waits
// for those that connect for the first time; when there are none of those either, or all that are ready are mute, it fails at once
// with UNAVAILABLE.
func (p *picker) Pick(info balancer.PickInfo) (balancer.PickResult, error) {
	r, offered := p.methods[info.FullMethodName]
	if !offered {
		r = p.others
	}
	if len(r.ready) > 0 {
		return r.pick(info)
	}
	if r.pending {
		return balancer.PickResult{}, balancer.ErrNoSubConnAvailable
	}
	return balancer.PickResult{}, p.unavailable(info.FullMethodName, offered)
}

// unavailable is a status, so that gRPC ends the call at once, even one that would be retried.
func (p *picker) unavailable(method string, offered bool) error {
	method = strings.TrimPrefix(method, "/")
	switch {
	case offered:
		return apperr.Unavailable("no instance of %s that offers %s can be reached now", p.service, method).
			GRPCStatus().Err()
	case len(p.methods) > 0:
		return apperr.Unavailable("no running instance of %s offers %s", p.service, method).GRPCStatus().Err()
	default:
		return apperr.Unavailable("no instance of %s is running", p.service).GRPCStatus().Err()
	}
}
