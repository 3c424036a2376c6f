package ratelimit

import (
	"sync"
	"time"
)

// maxSubjects is how many callers are counted in a process at once, at about 150 bytes each.
const maxSubjects = 100_000

// memory counts in the process. It holds for each key the theoretical arrival time (TAT) of GCRA: when it will be as if
// there had been no call. A key whose time is past is as good as none, so keys can be forgotten then.
type memory struct {
	max int

	mu   sync.Mutex
	tats map[key]*int64 // µs
}

func newMemory(most int) *memory {
	return &memory{max: most, tats: map[key]*int64{}}
}

// take counts a call of each key, unless a policy refuses it.
func (m *memory) take(at time.Time, policies []*Policy, keys []key) counted {
	now := at.UnixMicro()
	found := counted{refused: -1}
	var tats [maxPolicies]*int64 // looked up once: a key is long
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, policy := range policies {
		debt := int64(0)
		if tats[i] = m.tats[keys[i]]; tats[i] != nil {
			debt = *tats[i] - now
		}
		// More than the tolerance is from before the policy was changed.
		found.debt[i] = min(max(debt, 0), policy.tolerance)
		if wait := found.debt[i] + policy.interval - policy.tolerance; wait > found.wait {
			found.refused, found.wait = i, wait
		}
	}
	if found.refused >= 0 {
		return found
	}
	forgot := false // and perhaps one of these keys
	for i, policy := range policies {
		found.debt[i] += policy.interval
		if tats[i] == nil && len(m.tats) >= m.max {
			m.forget(now)
			forgot = true
		}
		if tats[i] == nil || forgot {
			tats[i] = new(int64)
			m.tats[keys[i]] = tats[i]
		}
		*tats[i] = now + found.debt[i]
	}
	return found
}

// forget makes room for a key: it drops one of a few whose time is past or nearest. So who floods with many names drops
// those, and not the callers who have used up most.
func (m *memory) forget(now int64) {
	const looks = 8
	var nearest key
	least, looked := int64(0), 0
	for k, tat := range m.tats { // in an order that nobody can foresee
		if *tat <= now {
			delete(m.tats, k)
			return
		}
		if looked == 0 || *tat < least {
			nearest, least = k, *tat
		}
		if looked++; looked == looks {
			break
		}
	}
	delete(m.tats, nearest)
}
