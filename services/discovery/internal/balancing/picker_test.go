package balancing

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc/balancer"
	"google.golang.org/grpc/balancer/endpointsharding"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/status"

	"github.com/salaatflow/platform/services/clock"
)

// offers is an instance that offers methods.
type offers struct {
	id      string
	methods []string
}

func (o *offers) Methods() []string { return o.methods }

// subConn is a connection that knows whose it is.
type subConn struct {
	balancer.SubConn
	id string
}

type fixedPicker struct{ result balancer.PickResult }

func (p fixedPicker) Pick(balancer.PickInfo) (balancer.PickResult, error) { return p.result, nil }

func child(state connectivity.State, id string, methods ...string) endpointsharding.ChildState {
	endpoint := resolver.Endpoint{Addresses: []resolver.Address{{Addr: id}}}
	if methods != nil {
		endpoint = WithOffer(endpoint, &offers{id, methods})
	}
	return endpointsharding.ChildState{
		Endpoint: endpoint,
		State: balancer.State{
			ConnectivityState: state,
			Picker:            fixedPicker{balancer.PickResult{SubConn: subConn{id: id}}},
		},
	}
}

func pickerOf(children []endpointsharding.ChildState) *picker {
	conn := &pickingConn{service: "garden-svc", observer: nobody{}, known: resolver.NewEndpointMap[*instance]()}
	return newPicker(conn.service, ejectorOf(children), healthy(clock.System()), children, conn.follow(children))
}

// healthy finds every instance healthy that it asks.
func healthy(c clock.Clock) *checker {
	return newChecker(c, func(context.Context, balancer.SubConn) error { return nil })
}

// ejectorOf ejects nobody.
func ejectorOf(children []endpointsharding.ChildState) *ejector {
	e := newEjector(clock.System(), func(resolver.Endpoint, time.Duration) {})
	e.keep(children)
	return e
}

const (
	ready      = connectivity.Ready
	connecting = connectivity.Connecting
	idle       = connectivity.Idle
	failing    = connectivity.TransientFailure
)

func TestWhoIsPicked(t *testing.T) {
	type picked map[string]int // of 12
	for name, tc := range map[string]struct {
		children []endpointsharding.ChildState
		want     picked
		err      error
	}{
		"all who offer it, in turn": {
			children: []endpointsharding.ChildState{child(ready, "a", "/x"), child(ready, "b", "/x"), child(ready, "c", "/x", "/y")},
			want:     picked{"a": 4, "b": 4, "c": 4},
		},
		"nobody else": {
			children: []endpointsharding.ChildState{child(ready, "a", "/x"), child(ready, "b", "/y")},
			want:     picked{"a": 12},
		},
		"who does not say what it offers, too": {
			children: []endpointsharding.ChildState{child(ready, "a", "/x"), child(ready, "b")},
			want:     picked{"a": 6, "b": 6},
		},
		"who does not say, where nobody says": {
			children: []endpointsharding.ChildState{child(ready, "a"), child(ready, "b")},
			want:     picked{"a": 6, "b": 6},
		},
		"the ready ones only": {
			children: []endpointsharding.ChildState{child(ready, "a", "/x"), child(connecting, "b", "/x"), child(failing, "c", "/x")},
			want:     picked{"a": 12},
		},
		"nobody yet, while one that offers it connects": {
			children: []endpointsharding.ChildState{child(ready, "a", "/y"), child(connecting, "b", "/x"), child(failing, "c", "/x")},
			err:      balancer.ErrNoSubConnAvailable,
		},
		"nobody yet, while one that offers it will connect": {
			children: []endpointsharding.ChildState{child(idle, "b", "/x")},
			err:      balancer.ErrNoSubConnAvailable,
		},
		"nobody yet, while one that does not say connects": {
			children: []endpointsharding.ChildState{child(connecting, "b")},
			err:      balancer.ErrNoSubConnAvailable,
		},
		"nobody, when all who offer it fail": {
			children: []endpointsharding.ChildState{child(ready, "a", "/y"), child(failing, "b", "/x")},
			err:      status.Error(codes.Unavailable, "no instance of garden-svc that offers x can be reached now"),
		},
		"nobody, when nobody offers it": {
			children: []endpointsharding.ChildState{child(ready, "a", "/y")},
			err:      status.Error(codes.Unavailable, "no running instance of garden-svc offers x"),
		},
		"nobody, when there is nobody": {
			err: status.Error(codes.Unavailable, "no instance of garden-svc is running"),
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := pickerOf(tc.children)
			got := picked{}
			for range 12 {
				result, err := p.Pick(balancer.PickInfo{FullMethodName: "/x", Ctx: t.Context()})
				if status.Code(err) != status.Code(tc.err) || status.Convert(err).Message() != status.Convert(tc.err).Message() ||
					errors.Is(err, balancer.ErrNoSubConnAvailable) != errors.Is(tc.err, balancer.ErrNoSubConnAvailable) {
					t.Fatalf("got %v, want %v", err, tc.err)
				}
				if err == nil {
					got[result.SubConn.(subConn).id]++
				}
			}
			for id, want := range tc.want {
				if got[id] != want {
					t.Errorf("picked %v, want %v", got, tc.want)
				}
			}
		})
	}
}

func TestManyPickAtOnceAndNobodyIsLeftOut(t *testing.T) {
	p := pickerOf([]endpointsharding.ChildState{child(ready, "a", "/x"), child(ready, "b", "/x")})
	var mu sync.Mutex
	picked := map[string]int{}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			mine := map[string]int{}
			for range 1000 {
				result, err := p.Pick(balancer.PickInfo{FullMethodName: "/x", Ctx: t.Context()})
				if err != nil {
					t.Error(err)
					return
				}
				mine[result.SubConn.(subConn).id]++
			}
			mu.Lock()
			defer mu.Unlock()
			for id, n := range mine {
				picked[id] += n
			}
		})
	}
	all.Wait()
	if picked["a"] != 4000 || picked["b"] != 4000 {
		t.Errorf("of 8000, %v", picked)
	}
}

func TestWhatSpeaksAgainstAnInstance(t *testing.T) {
	against := map[codes.Code]bool{
		codes.Unavailable: true, codes.DeadlineExceeded: true, codes.Internal: true,
		codes.Unknown: true, codes.DataLoss: true, codes.Unimplemented: true,
	}
	for code := codes.OK; code <= codes.Unauthenticated; code++ {
		if got := SpeaksAgainstInstance(status.Error(code, "as it is")); got != against[code] {
			t.Errorf("%v counts as a failure: %v", code, got)
		}
	}
}

func BenchmarkPick(b *testing.B) {
	p := pickerOf([]endpointsharding.ChildState{
		child(ready, "a", "/x", "/y"), child(ready, "b", "/x"), child(ready, "c", "/x"),
	})
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := p.Pick(balancer.PickInfo{FullMethodName: "/x", Ctx: b.Context()}); err != nil {
				b.Error(err)
			}
		}
	})
}
