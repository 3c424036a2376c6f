package ratelimit

import (
	"sync"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

// What bounds the calls that a gateway takes from Redis at once: a part of the burst, a number, and as many as come back while it
// may keep them. What it took and did not need is then as if it had not been taken.
const (
	leasePart = 16
	leaseMost = 64
	leaseTime = time.Second
)

// maxLeases is how many callers a gateway keeps calls of.
const maxLeases = 10_000

// leases are calls that were counted in Redis together, and not made yet. While somebody has used less than half of a burst, a
// gateway takes several at once; who comes nearer to the limit is counted call by call. It is safe for concurrent use.
type leases struct {
	clock clock.Clock

	mu     sync.Mutex
	held   map[key]lease
	asking map[key]bool // for several at once
}

// lease is what is left of the calls that were taken at once.
type lease struct {
	policy *Policy
	left   int64
	debt   int64 // µs, when they were taken, with all of them
	taken  int64 // when, in µs
}

func newLeases(clk clock.Clock) *leases {
	return &leases{clock: clk, held: map[key]lease{}, asking: map[key]bool{}}
}

// asked is what a call needs of Redis.
type asked struct {
	policies [maxPolicies]*Policy
	keys     [maxPolicies]key
	want     [maxPolicies]int64 // how many calls to take, if that leaves half of the burst
	index    [maxPolicies]int   // in what the call must be within
	count    int
	found    counted // of those that had calls left
}

// spend takes a call of each key that has some left, and returns what Redis is to be asked.
func (l *leases) spend(policies []*Policy, keys []key) (a asked) {
	now := l.clock.Now().UnixMicro()
	a.found.refused = -1
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, policy := range policies {
		held, there := l.held[keys[i]]
		if there && held.left > 0 && held.policy == policy && now-held.taken < leaseTime.Microseconds() && now >= held.taken {
			held.left--
			l.held[keys[i]] = held
			a.found.debt[i] = max(policy.interval, held.debt-held.left*policy.interval-(now-held.taken))
			continue
		}
		n := a.count
		a.policies[n], a.keys[n], a.index[n], a.want[n] = policy, keys[i], i, 1
		if policy.lease > 1 && !l.asking[keys[i]] {
			a.want[n], l.asking[keys[i]] = policy.lease, true
		}
		a.count++
	}
	return a
}

// answered notes what Redis has said, and returns it together with what was known. granted are how many calls it gives of each
// key; none where it refuses or failed, and then those which were spent are given back.
func (l *leases) answered(a *asked, policies []*Policy, keys []key, said counted, granted [maxPolicies]int64) counted {
	now := l.clock.Now().UnixMicro()
	found := a.found
	refused := said.refused >= 0 || granted[0] == 0
	l.mu.Lock()
	defer l.mu.Unlock()
	for n := range a.count {
		i, debt := a.index[n], said.debt[n]
		if a.want[n] > 1 {
			delete(l.asking, a.keys[n])
		}
		if left := granted[n] - 1; left > 0 {
			l.keep(a.keys[n], lease{policy: a.policies[n], left: left, debt: debt, taken: now})
			debt -= left * a.policies[n].interval
		}
		found.debt[i] = debt
		if said.refused == n {
			found.refused, found.wait = i, said.wait
		}
	}
	if !refused {
		return found
	}
	asked := a.index[:a.count]
	for i, k := range keys {
		if len(asked) > 0 && asked[0] == i {
			asked = asked[1:]
			continue
		}
		if held, there := l.held[k]; there && held.policy == policies[i] {
			held.left++
			l.held[k] = held
			found.debt[i] = max(0, found.debt[i]-policies[i].interval)
		}
	}
	return found
}

// keep keeps what is left of a lease. Where there are too many, it forgets another: its caller's next call is counted anew.
// mu is locked.
func (l *leases) keep(k key, one lease) {
	if _, there := l.held[k]; !there && len(l.held) >= maxLeases {
		for other := range l.held {
			delete(l.held, other)
			break
		}
	}
	l.held[k] = one
}
