package ratelimit

import (
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/services/redislink/redistest"
)

// leased is a policy of which a gateway may take four calls at once. Four come back each second.
func leased() *Policy {
	p := &Policy{Name: "leased", Quota: 240, Window: time.Minute, Burst: 64, By: []string{byCaller}}
	p.fill()
	return p
}

// patient counts for a test on a machine that may be so busy that Redis seems to be away, and counts again then.
func patient(t *testing.T, s *shared, policies []*Policy, keys []key) counted {
	t.Helper()
	for range 100 {
		awaitLink(t, s.link, true)
		got, err := s.take(t.Context(), policies, keys)
		if err == nil {
			return got
		}
		if !isAway(err) {
			t.Fatal(err)
		}
	}
	t.Fatal("Redis is away")
	return counted{}
}

func TestGatewaysTakeFewCallsAtOnceFromRedis(t *testing.T) {
	server := redistest.Start(t)
	clock := clockwork.NewFakeClock() // Redis has its own
	policy := leased()
	gateways := []*shared{newShared(connect(t, server), clock), newShared(connect(t, server), clock)}
	policies, keys := of(policy, 1)
	began, allowed := time.Now(), 0
	for ; ; allowed++ {
		got := patient(t, gateways[allowed%2], policies, keys)
		if got.refused >= 0 {
			break
		}
		if left := policy.remaining(got.debt[0]); left < 0 || left > int64(policy.Burst) {
			t.Errorf("call %d: %d are left", allowed, left)
		}
	}
	const gateway, each = 2, 4
	back := int(time.Since(began)/(time.Minute/240)) + 1
	if allowed < policy.Burst-gateway*each || allowed > policy.Burst+back+gateway*each {
		t.Errorf("%d calls are allowed, want %d and the %d that came back, %d more or fewer", allowed, policy.Burst, back, gateway*each)
	}
	if exchanges := server.Commands("evalsha") + server.Commands("eval"); exchanges >= allowed {
		t.Errorf("%d exchanges for %d calls", exchanges, allowed)
	}
}

func TestCallsThatAGatewayDoesNotNeedAreCountedAnew(t *testing.T) {
	server := redistest.Start(t)
	clock := clockwork.NewFakeClock()
	gateway := newShared(connect(t, server), clock)
	exchanges := func() int { return server.Commands("evalsha") + server.Commands("eval") }
	take := func(policy *Policy) {
		t.Helper()
		policies, keys := of(policy, 1)
		if got := patient(t, gateway, policies, keys); got.refused >= 0 {
			t.Fatal(got)
		}
	}
	policy := leased()
	left := func() int64 { return gateway.leases.held[policy.key(Call{UserID: 1})].left }
	take(policy)
	for name, change := range map[string]func(){
		"all are used": func() {
			for left() > 0 {
				before := exchanges()
				take(policy)
				if got := exchanges(); got != before {
					t.Error("a call that was taken before is asked for again")
				}
			}
		},
		"a second has passed":    func() { clock.Advance(leaseTime) },
		"the policy was changed": func() { policy = leased() },
		"the clock was set back": func() { clock.Advance(-time.Hour) },
	} {
		if left() != 3 {
			t.Fatalf("%s: %d calls are left before it, want 3", name, left())
		}
		change()
		before := exchanges()
		take(policy)
		if got := exchanges(); got == before {
			t.Errorf("%s, and Redis is not asked", name)
		}
	}
}

// What one policy refuses counts in no other, though its calls were taken before.
func TestWhatRedisRefusesIsGivenBack(t *testing.T) {
	server := redistest.Start(t)
	gateway := newShared(connect(t, server), clockwork.NewFakeClock())
	wide, narrow := leased(), slow("narrow", 1)
	call := Call{UserID: 1}
	both, keys := []*Policy{wide, narrow}, []key{wide.key(call), narrow.key(call)}
	for i := range 10 {
		if got := patient(t, gateway, both, keys); (got.refused == 1) != (i > 0) {
			t.Fatalf("call %d: %+v", i, got)
		}
	}
	if left := gateway.leases.held[keys[0]].left; left != 3 {
		t.Errorf("%d calls of the wide policy are left, want 3", left)
	}
	server.Stop()
	if _, err := gateway.take(t.Context(), both, keys); !isAway(err) {
		t.Errorf("without Redis: %v", err)
	}
	if left := gateway.leases.held[keys[0]].left; left != 3 {
		t.Errorf("%d calls of the wide policy are left without Redis, want 3", left)
	}
	if len(gateway.leases.asking) != 0 {
		t.Errorf("asking still: %v", gateway.leases.asking)
	}
}

func TestWhatAGatewayHoldsIsBounded(t *testing.T) {
	l := newLeases(clockwork.NewFakeClock())
	policy := leased()
	for user := range int32(2 * maxLeases) {
		l.keep(policy.key(Call{UserID: user + 1}), lease{policy: policy, left: 1})
	}
	if len(l.held) != maxLeases {
		t.Errorf("%d are held, want %d", len(l.held), maxLeases)
	}
}
