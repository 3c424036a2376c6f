package balancing

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"google.golang.org/grpc/balancer"
	"google.golang.org/grpc/balancer/endpointsharding"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/status"
)

const interval = 5 * time.Second

// service is instances that answer as the test has it, and a clock that it moves.
type service struct {
	*picker
	clock    *clockwork.FakeClock
	children []endpointsharding.ChildState
	answers  map[string]codes.Code
	observed []string
}

func newService(ids ...string) *service {
	s := &service{clock: clockwork.NewFakeClock(), answers: map[string]codes.Code{}}
	ejector := newEjector(s.clock, func(of resolver.Endpoint, ejected time.Duration) {
		s.observed = append(s.observed, fmt.Sprint(of.Addresses[0].Addr, " for ", ejected))
	})
	ejector.configure(Ejection{Interval: interval, Base: 15 * time.Second, Max: 40 * time.Second, Threshold: 80, Calls: 5})
	for _, id := range ids {
		s.children = append(s.children, child(ready, id, "/x"))
	}
	s.connect(ejector)
	return s
}

// connect is what happens when connections come and go.
func (s *service) connect(ejector *ejector) {
	ejector.keep(s.children)
	conn := &pickingConn{service: "garden-svc", observer: nobody{}, known: resolver.NewEndpointMap[*instance]()}
	s.picker = newPicker(conn.service, ejector, healthy(s.clock), s.children, conn.follow(s.children))
}

// calls makes calls one after the other and says who got how many; each is over at once.
func (s *service) calls(t *testing.T, n int) map[string]int {
	t.Helper()
	got := map[string]int{}
	for range n {
		result, err := s.Pick(balancer.PickInfo{FullMethodName: "/x", Ctx: NewAttempt(false).Context(t.Context())})
		if err != nil {
			t.Fatal(err)
		}
		id := result.SubConn.(subConn).id
		got[id]++
		result.Done(balancer.DoneInfo{Err: status.Error(s.answers[id], "as it is"), BytesReceived: true})
	}
	return got
}

func (s *service) wants(t *testing.T, when string, n int, want map[string]int) {
	t.Helper()
	if got := s.calls(t, n); !maps.Equal(got, want) {
		t.Errorf("%s: of %d calls they get %v, want %v", when, n, got, want)
	}
}

func TestAnInstanceThatKeepsFailingGetsNoCallsForAWhile(t *testing.T) {
	s := newService("a", "b", "c")
	s.answers["a"] = codes.Internal
	even := map[string]int{"a": 10, "b": 10, "c": 10}
	s.wants(t, "in the interval", 30, even)
	s.clock.Advance(interval)
	s.wants(t, "at its end", 30, map[string]int{"b": 15, "c": 15})
	s.clock.Advance(10 * time.Second)
	s.wants(t, "10 s later", 30, map[string]int{"b": 15, "c": 15})
	s.clock.Advance(5 * time.Second)
	s.wants(t, "after 15 s", 30, even)
	s.clock.Advance(interval)
	s.wants(t, "it fails again", 30, map[string]int{"b": 15, "c": 15})
	s.clock.Advance(20 * time.Second)
	s.wants(t, "20 s later", 30, map[string]int{"b": 15, "c": 15})
	s.clock.Advance(10 * time.Second)
	s.answers["a"] = codes.OK
	s.wants(t, "it is well again", 30, even)
	s.clock.Advance(interval)
	s.wants(t, "and stays", 30, even)
	if want := []string{"a for 15s", "a for 30s"}; !slices.Equal(s.observed, want) {
		t.Errorf("told %v, want %v", s.observed, want)
	}
}

func TestEjectionGrowsToItsMaximumAndShrinksWhenAllIsWell(t *testing.T) {
	s := newService("a", "b")
	fail := func() {
		s.answers["a"] = codes.Unavailable
		s.calls(t, 20)
		s.clock.Advance(interval)
		s.calls(t, 1)
		s.clock.Advance(40 * time.Second)
	}
	fail()
	fail()
	fail()
	fail()
	s.answers["a"] = codes.OK
	for range 4 {
		s.calls(t, 20)
		s.clock.Advance(interval)
	}
	fail()
	if want := []string{"a for 15s", "a for 30s", "a for 40s", "a for 40s", "a for 15s"}; !slices.Equal(s.observed, want) {
		t.Errorf("told %v, want %v", s.observed, want)
	}
}

func TestWhoIsNotEjected(t *testing.T) {
	for name, c := range map[string]struct {
		ids     []string
		answers map[string]codes.Code
		calls   int
		want    map[string]int // of 12 calls in the next interval
	}{
		"one that refuses, but works":   {[]string{"a", "b"}, map[string]codes.Code{"a": codes.NotFound}, 20, map[string]int{"a": 6, "b": 6}},
		"the only one":                  {[]string{"a"}, map[string]codes.Code{"a": codes.Internal}, 20, map[string]int{"a": 12}},
		"one that got few calls":        {[]string{"a", "b"}, map[string]codes.Code{"a": codes.Internal}, 8, map[string]int{"a": 6, "b": 6}},
		"more than half of two":         {[]string{"a", "b"}, map[string]codes.Code{"a": codes.Internal, "b": codes.Internal}, 20, nil},
		"more than half of three, of 4": {[]string{"a", "b", "c"}, map[string]codes.Code{"a": codes.Internal, "b": codes.Internal}, 30, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := newService(c.ids...)
			s.answers = c.answers
			s.calls(t, c.calls)
			s.clock.Advance(interval)
			if c.want != nil {
				s.wants(t, "afterwards", 12, c.want)
			} else if got := s.calls(t, 12); len(got) != len(c.ids)-1 {
				t.Errorf("of %v, %v get calls", c.ids, got)
			}
		})
	}
}

// What was long ago says nothing of now, and a quiet hour ejects nobody.
func TestFailuresOfLongAgoDoNotCount(t *testing.T) {
	s := newService("a", "b")
	s.answers["a"] = codes.Internal
	s.calls(t, 20)
	s.answers["a"] = codes.OK
	s.clock.Advance(time.Hour)
	s.wants(t, "an hour later", 12, map[string]int{"a": 6, "b": 6})
}

// An instance cannot shake off what it did by connecting anew.
func TestEjectionOutlivesAConnection(t *testing.T) {
	s := newService("a", "b")
	s.answers["a"] = codes.Internal
	s.calls(t, 20)
	s.clock.Advance(interval)
	s.wants(t, "ejected", 12, map[string]int{"b": 12})
	s.connect(s.methods["/x"].ejector)
	s.wants(t, "connected anew", 12, map[string]int{"b": 12})
}
