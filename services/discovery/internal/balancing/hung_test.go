package balancing

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc/balancer"
	"google.golang.org/grpc/balancer/endpointsharding"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/resolver"

	"github.com/salaatflow/platform/services/clock"
)

// The tests of this file run in bubbles of synctest: the time in them is not the machine's.

// fleet is instances of which the test says when each gets a call and when it answers.
type fleet struct {
	*picker
	checker   *checker
	instances map[string]*instance
	observed  []string
}

func newFleet(ids ...string) *fleet {
	f := &fleet{instances: map[string]*instance{}}
	known := resolver.NewEndpointMap[*instance]()
	children := make([]endpointsharding.ChildState, 0, len(ids))
	for _, id := range ids {
		c := child(ready, id, "/x")
		children = append(children, c)
		f.instances[id] = newInstance(func(leftOut bool) { f.observed = append(f.observed, fmt.Sprint(id, " left out: ", leftOut)) })
		known.Set(c.Endpoint, f.instances[id])
	}
	f.checker = healthy(clock.System())
	f.picker = newPicker("garden-svc", ejectorOf(children), f.checker, children, known)
	return f
}

// called sends a call to an instance; what it gives ends the call, with an answer or because the caller gives up.
func (f *fleet) called(id string) (end func(answered bool)) {
	m := member{instance: f.instances[id], record: &record{ejector: ejectorOf(nil)}}
	done := m.followed(balancer.PickResult{}, f.checker).Done
	return func(answered bool) { done(balancer.DoneInfo{BytesReceived: answered}) }
}

func (f *fleet) answers(id string) { f.called(id)(true) }

// picked is how many of 12 writes, which nobody has sent yet, would go to each.
func (f *fleet) picked(t *testing.T) map[string]int {
	t.Helper()
	got := map[string]int{}
	for range 12 {
		result, err := f.Pick(balancer.PickInfo{FullMethodName: "/x", Ctx: t.Context()})
		if err != nil {
			t.Fatal(err)
		}
		got[result.SubConn.(subConn).id]++
	}
	return got
}

func after(d time.Duration) { <-time.After(d) }

func TestWhoIsHung(t *testing.T) {
	const (
		short = hangTimeout / 4
		long  = 2 * hangTimeout
	)
	all := map[string]int{"a": 6, "b": 6}
	past := map[string]int{"b": 12}
	for name, tc := range map[string]struct {
		happens func(*fleet)
		want    map[string]int
	}{
		"nobody who owes nothing": {func(f *fleet) {
			f.answers("a")
			f.answers("b")
			after(time.Hour)
		}, all},
		"nobody before the time-out": {func(f *fleet) {
			f.called("a")
			after(short)
			f.answers("b")
			after(hangTimeout - short - 1)
		}, all},
		"who is silent while another has answered since": {func(f *fleet) {
			f.called("a")
			after(short)
			f.answers("b")
			after(long)
		}, past},
		"nobody when the other has answered before, and not since": {func(f *fleet) {
			f.answers("b")
			after(short)
			f.called("a")
			after(long)
		}, all},
		"nobody when the other was asked, and has not answered since": {func(f *fleet) {
			f.answers("b")
			after(short)
			f.called("a")
			after(hangTimeout - short)
			f.called("b") // it is not silent yet, and no better for it
			after(hangTimeout / 2)
		}, all},
		"nobody when the other has answered since, and is silent now": {func(f *fleet) {
			f.called("a")
			after(short)
			f.answers("b")
			f.called("b")
			after(long)
		}, all},
		"nobody when its own answer is later than the other's, and it was called again": {func(f *fleet) {
			end := f.called("a")
			f.called("a") // waits on
			after(short)
			f.answers("b")
			after(short)
			end(true) // so it works
			after(long)
		}, all},
		"who owes since before the other's answer, though it was called again after": {func(f *fleet) {
			f.called("a")
			after(short)
			f.answers("b")
			after(short)
			f.called("a")
			after(long)
		}, past},
		"nobody who answers other calls all the while": {func(f *fleet) {
			f.called("a") // a slow one
			for range 12 {
				after(short)
				f.answers("a")
				f.answers("b")
			}
		}, all},
		"who lets its callers give up": {func(f *fleet) {
			for range 6 {
				end := f.called("a")
				after(short)
				end(false)
			}
			f.answers("b")
		}, past},
		"nobody for a time in which nobody waited": {func(f *fleet) {
			end := f.called("a")
			after(short)
			end(false)
			after(time.Hour)
			f.answers("b")
		}, all},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFleet("a", "b")
				tc.happens(f)
				if got := f.picked(t); fmt.Sprint(got) != fmt.Sprint(tc.want) {
					t.Errorf("of 12 calls they get %v, want %v", got, tc.want)
				}
			})
		})
	}
}

// Of three, one that works is enough to know the hung one by; who is silent as well is left out as well.
func TestAllWhoAreHungAreLeftOutWhileOneAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFleet("a", "b", "c")
		f.called("a")
		f.called("b")
		after(hangTimeout)
		f.answers("c")
		if got := f.picked(t); got["c"] != 12 {
			t.Errorf("of 12 calls they get %v", got)
		}
		f.called("c")
		after(hangTimeout) // and now nobody answers
		if got := f.picked(t); got["a"] != 4 || got["b"] != 4 || got["c"] != 4 {
			t.Errorf("when all are silent, they get %v", got)
		}
	})
}

// Who operates is told when calls begin to go past an instance and when they no longer do, and not with each call.
func TestAnInstanceIsSaidToHangOnceAndToAnswerOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFleet("a", "b")
		end := f.called("a")
		after(hangTimeout)
		f.answers("b")
		f.picked(t)
		f.picked(t)
		after(time.Minute)
		f.answers("b")
		f.picked(t)
		if want := []string{"a left out: true"}; !slices.Equal(f.observed, want) {
			t.Errorf("told %v, want %v", f.observed, want)
		}
		end(true)
		f.answers("a")
		f.picked(t)
		if want := []string{"a left out: true", "a left out: false"}; !slices.Equal(f.observed, want) {
			t.Errorf("told %v, want %v", f.observed, want)
		}
	})
}

// telling remembers what it is told.
type telling struct{ told []string }

func (o *telling) Hangs(service, address string) {
	o.told = append(o.told, service+" "+address+" hangs")
}
func (o *telling) Answers(service, address string) {
	o.told = append(o.told, service+" "+address+" answers")
}
func (o *telling) Fails(service, address string, ejected time.Duration) {
	o.told = append(o.told, fmt.Sprint(service, " ", address, " fails ", ejected))
}

// An instance that hung, lost its connection and came back is no longer said to hang.
func TestAnInstanceThatConnectsAnewIsSaidToAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		observer := &telling{}
		conn := &pickingConn{service: "garden-svc", observer: observer, known: resolver.NewEndpointMap[*instance]()}
		is := func(state connectivity.State) *fleet {
			children := []endpointsharding.ChildState{child(state, "a", "/x"), child(ready, "b", "/x")}
			conn.known = conn.follow(children)
			checker := healthy(clock.System())
			f := &fleet{
				picker: newPicker("garden-svc", ejectorOf(children), checker, children, conn.known), checker: checker,
				instances: map[string]*instance{},
			}
			for _, c := range children {
				f.instances[c.Endpoint.Addresses[0].Addr], _ = conn.known.Get(c.Endpoint)
			}
			return f
		}
		f := is(ready)
		f.called("a")
		after(hangTimeout)
		f.answers("b")
		f.picked(t)
		is(connecting)
		is(failing)
		f = is(ready)
		if got := f.picked(t); got["a"] != 6 {
			t.Errorf("connected anew, of 12 calls they get %v", got)
		}
		f.answers("a")
		f.answers("a")
		if want := []string{"garden-svc a hangs", "garden-svc a answers"}; !slices.Equal(observer.told, want) {
			t.Errorf("told %v, want %v", observer.told, want)
		}
	})
}
