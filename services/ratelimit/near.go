package ratelimit

import (
	"cmp"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// maxNear is how many are remembered who have used up most of a policy.
const maxNear = 256

// Near is somebody who has used up most of a policy. What the policy does not count separately is zero.
type Near struct {
	Policy    string
	UserID    int32
	Network   netip.Prefix
	Operation string
	// Remaining is how many calls it would still have allowed at once, and Until when it is as if there had been no call.
	Remaining int64
	Until     time.Time
}

// isNear reports whether so few calls of a policy are left that an operator should see it: a fifth.
func isNear(policy *Policy, remaining int64) bool {
	const part = 5
	return remaining*part <= int64(policy.Burst)
}

// near remembers who has used up most of a policy, wherever it is counted. A call that uses little costs nothing here.
type near struct {
	mu    sync.Mutex
	found map[key]Near
}

func (n *near) note(k key, now time.Time, d decision) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.found == nil {
		n.found = map[key]Near{}
	}
	if _, there := n.found[k]; !there && len(n.found) >= maxNear {
		n.forget(now)
	}
	if len(n.found) >= maxNear {
		return
	}
	n.found[k] = Near{
		Policy: k.policy, UserID: k.userID, Network: k.network, Operation: k.operation, Remaining: d.remaining, Until: now.Add(d.reset),
	}
}

// forget drops those who have had time enough.
func (n *near) forget(now time.Time) {
	for k, one := range n.found {
		if !one.Until.After(now) {
			delete(n.found, k)
		}
	}
}

// Near returns who has used up most of a policy and has not had time enough since, the nearest to refusal first. There may be
// others, if they are very many.
func (l *Limiter) Near() []Near {
	if l == nil {
		return nil
	}
	now := l.clock.Now()
	l.near.mu.Lock()
	defer l.near.mu.Unlock()
	l.near.forget(now)
	found := make([]Near, 0, len(l.near.found))
	for _, one := range l.near.found {
		found = append(found, one)
	}
	slices.SortFunc(found, func(a, b Near) int {
		return cmp.Or(cmp.Compare(a.Remaining, b.Remaining), b.Until.Compare(a.Until), cmp.Compare(a.UserID, b.UserID),
			cmp.Compare(a.Network.String(), b.Network.String()), cmp.Compare(a.Operation, b.Operation))
	})
	return found
}

// Policies returns the policies that are in force, nil without limits.
func (l *Limiter) Policies() *Policies {
	if l == nil {
		return nil
	}
	return l.source.Current(l.clock.Now())
}
