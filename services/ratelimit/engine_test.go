package ratelimit

import (
	"context"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"go.uber.org/goleak"

	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/redislink"
	"github.com/salaatflow/platform/services/redislink/redistest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// engine is where calls are counted.
type engine struct {
	take func(policies []*Policy, keys []key) counted
	// pass lets time pass for all that is counted.
	pass func(time.Duration)
}

// engines are those that must pass the suite.
var engines = map[string]func(t *testing.T) engine{
	"memory": func(*testing.T) engine {
		clock := clockwork.NewFakeClock()
		counts := newMemory(maxSubjects)
		take := func(policies []*Policy, keys []key) counted { return counts.take(clock.Now(), policies, keys) }
		return engine{take, clock.Advance}
	},
	"Redis": func(t *testing.T) engine {
		link := connect(t, redistest.Start(t))
		counts := newShared(link, clockwork.NewRealClock())
		return engine{
			take: func(policies []*Policy, keys []key) counted {
				found, err := counts.take(t.Context(), policies, keys)
				if err != nil {
					t.Error(err)
				}
				return found
			},
			// Redis has the machine's clock, so what is counted is moved back instead.
			pass: func(length time.Duration) {
				client := link.Client()
				names, err := client.Do(t.Context(), client.B().Keys().Pattern(keyPrefix+"*").Build()).AsStrSlice()
				if err != nil {
					t.Fatal(err)
				}
				for _, name := range names {
					moved := client.B().Decrby().Key(name).Decrement(length.Microseconds()).Build()
					if err := client.Do(t.Context(), moved).Error(); err != nil {
						t.Fatal(err)
					}
				}
			},
		}
	},
}

// connect returns a link that is connected, and ends with the test.
func connect(t *testing.T, server *redistest.Server) *redislink.Link {
	t.Helper()
	link, err := redislink.New(redislink.Options{Config: redislink.Config{URL: config.Secret(server.URL())}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); link.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-ended })
	awaitLink(t, link, true)
	return link
}

func awaitLink(t *testing.T, link *redislink.Link, connected bool) {
	t.Helper()
	deadline := time.After(30 * time.Second)
	for (link.Client() != nil) != connected {
		select {
		case <-deadline:
			t.Fatalf("the link is not connected: %t", !connected)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// onEach runs a promise on each engine.
func onEach(t *testing.T, promise func(t *testing.T, e engine)) {
	for name, start := range engines {
		t.Run(name, func(t *testing.T) { promise(t, start(t)) })
	}
}

// slow is a policy that gives a call back each minute, so that a slow machine changes nothing.
func slow(name string, burst int) *Policy {
	p := &Policy{Name: name, Quota: 60, Window: time.Hour, Burst: burst, By: []string{byCaller}}
	p.fill()
	return p
}

func of(policy *Policy, user int32) ([]*Policy, []key) {
	return []*Policy{policy}, []key{policy.key(Call{UserID: user})}
}

func TestABurstIsAllowedAndThenOneCallForEachInterval(t *testing.T) {
	onEach(t, func(t *testing.T, e engine) {
		policies, keys := of(slow("p", 3), 1)
		for i := range int64(3) {
			got := e.take(policies, keys)
			if left := policies[0].remaining(got.debt[0]); got.refused != -1 || left != 2-i {
				t.Fatalf("call %d: %+v, %d left", i, got, left)
			}
		}
		for range 3 { // refused calls count for nothing
			got := e.take(policies, keys)
			if wait := time.Duration(got.wait) * time.Microsecond; got.refused != 0 || wait > time.Minute || wait < 30*time.Second {
				t.Fatalf("refused %d, to wait %v", got.refused, wait)
			}
		}
		e.pass(time.Minute)
		if got := e.take(policies, keys); got.refused != -1 {
			t.Errorf("after an interval: %+v", got)
		}
		if got := e.take(policies, keys); got.refused != 0 {
			t.Errorf("a second call after an interval: %+v", got)
		}
		e.pass(24 * time.Hour)
		if got := e.take(policies, keys); got.refused != -1 || policies[0].remaining(got.debt[0]) != 2 {
			t.Errorf("after a day: %+v", got)
		}
	})
}

func TestWhatOnePolicyRefusesCountsInNone(t *testing.T) {
	onEach(t, func(t *testing.T, e engine) {
		wide, narrow := slow("wide", 10), slow("narrow", 1)
		call := Call{UserID: 1}
		both, keys := []*Policy{wide, narrow}, []key{wide.key(call), narrow.key(call)}
		for i := range 5 {
			if got := e.take(both, keys); (got.refused == -1) != (i == 0) || i > 0 && got.refused != 1 {
				t.Fatalf("call %d: %+v", i, got)
			}
		}
		if got := e.take(of(wide, 1)); wide.remaining(got.debt[0]) != 8 {
			t.Errorf("%d left of the wide policy, want 8", wide.remaining(got.debt[0]))
		}
	})
}

func TestEveryoneIsCountedSeparately(t *testing.T) {
	onEach(t, func(t *testing.T, e engine) {
		p := slow("p", 1)
		byTool := slow("tools", 1)
		byTool.By = []string{byCaller, byOperation}
		near, far := netip.MustParsePrefix("192.0.2.1/32"), netip.MustParsePrefix("2001:db8:1:2::/64")
		for name, c := range map[string]struct {
			policy *Policy
			call   Call
		}{
			"a user":               {p, Call{UserID: 1, Network: near}},
			"another user":         {p, Call{UserID: 2, Network: near}},
			"nobody":               {p, Call{Network: near}},
			"nobody elsewhere":     {p, Call{Network: far}},
			"nobody from nowhere":  {p, Call{}},
			"a user's tool":        {byTool, Call{UserID: 1, Operation: toolnames.CreateTask}},
			"a user's other tool":  {byTool, Call{UserID: 1, Operation: toolnames.ListTasks}},
			"another user's tool":  {byTool, Call{UserID: 2, Operation: toolnames.CreateTask}},
			"an anonymous network": {byTool, Call{Network: far, Operation: toolnames.CreateTask}},
		} {
			first := e.take([]*Policy{c.policy}, []key{c.policy.key(c.call)})
			second := e.take([]*Policy{c.policy}, []key{c.policy.key(c.call)})
			if first.refused != -1 || second.refused != 0 {
				t.Errorf("%s: %+v, then %+v", name, first, second)
			}
		}
	})
}

func TestAPolicyThatWasMadeNarrowerDoesNotRefuseForLongerThanItself(t *testing.T) {
	onEach(t, func(t *testing.T, e engine) {
		for range 60 {
			e.take(of(slow("p", 60), 1))
		}
		narrow := &Policy{Name: "p", Quota: 1, Window: time.Minute, Burst: 1, By: []string{byCaller}}
		narrow.fill()
		got := e.take(of(narrow, 1))
		if got.refused != 0 || got.wait > time.Minute.Microseconds() {
			t.Errorf("%+v", got)
		}
	})
}

func TestManyAtOnceGetNoMoreThanIsAllowed(t *testing.T) {
	onEach(t, func(t *testing.T, e engine) {
		policies, keys := of(slow("p", 25), 1)
		var allowed atomic.Int64
		var running sync.WaitGroup
		for range 200 {
			running.Go(func() {
				if e.take(policies, keys).refused == -1 {
					allowed.Add(1)
				}
			})
		}
		running.Wait()
		if got := allowed.Load(); got != 25 {
			t.Errorf("%d of 200 were allowed, want 25", got)
		}
	})
}

// Redis keeps nothing for longer than it matters.
func TestRedisForgetsWhoHasStopped(t *testing.T) {
	server := redistest.Start(t)
	counts := newShared(connect(t, server), clockwork.NewRealClock())
	if _, err := counts.take(t.Context(), []*Policy{slow("p", 3)}, []key{slow("p", 3).key(Call{UserID: 7})}); err != nil {
		t.Fatal(err)
	}
	if got := server.Do("PTTL " + keyPrefix + "p:user=7"); len(got) != len(":59999") || got > ":60000" {
		t.Errorf("the key lives for %s ms, want at most a minute", got)
	}
}

// Who floods with names cannot get rid of what others, or the flooder, have used up.
func TestMemoryIsBoundedAndForgetsWhoUsedLeast(t *testing.T) {
	clock := clockwork.NewFakeClock()
	const most = 1000
	m := newMemory(most)
	take := func(policies []*Policy, keys []key) counted { return m.take(clock.Now(), policies, keys) }
	policies, keys := of(slow("p", 50), 1)
	for range 50 {
		take(policies, keys)
	}
	for user := range int32(20 * most) {
		take(of(slow("p", 50), 2+user))
	}
	if len(m.tats) > most {
		t.Errorf("%d are held, want at most %d", len(m.tats), most)
	}
	if got := take(policies, keys); got.refused != 0 {
		t.Errorf("who had used up all may call again: %+v", got)
	}
	clock.Advance(24 * time.Hour)
	for user := range int32(most) {
		take(of(slow("p", 50), -1-user))
	}
	if len(m.tats) > most {
		t.Errorf("%d are held, want at most %d", len(m.tats), most)
	}
}

func BenchmarkMemory(b *testing.B) {
	m, now := newMemory(maxSubjects), time.Now()
	policies, keys := of(Default().Calls[0], 1)
	b.ReportAllocs()
	for b.Loop() {
		m.take(now, policies, keys)
	}
}
