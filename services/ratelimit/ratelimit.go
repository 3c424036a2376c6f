// Package ratelimit bounds how often callers may call. What is allowed stands in a file of policies; each call must be
// within every policy that it matches. Calls are counted by GCRA (the generic cell rate algorithm): one time for each
// policy and caller, in Redis where gateways share one, or in the process.
package ratelimit

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/redislink"
)

// Call is what is counted.
type Call struct {
	// Operation is the canonical name of the tool, or Service.Method of an RPC that is none.
	Operation string
	// Write: the call may change something.
	Write bool
	// UserID is the user; 0 is anonymous.
	UserID int32
	// Network is where the call comes from: an IPv4 address, or the IPv6 /64 network of one subscriber.
	Network netip.Prefix
}

// Options configure a Limiter.
type Options struct {
	// Source returns the current policies; required.
	Source Source
	// Link is the Redis in which gateways count together; nil counts in the process.
	Link *redislink.Link
	// Clock is the clock of what is counted in the process; nil means the system's.
	Clock clock.Clock
	// Logger gets what Redis refuses; nil discards it.
	Logger *slog.Logger
	// Metrics receives the counts by policy; it may be nil.
	Metrics prometheus.Registerer
}

// Source is where the policies come from.
type Source interface {
	// Current returns the policies now. It is called for each call.
	Current() *Policies
}

// Limiter decides about calls. It is safe for concurrent use. A nil Limiter allows everything.
type Limiter struct {
	source    Source
	local     *memory // also counts while Redis is away
	door      *memory // requests, before it is known who is calling
	shared    *shared // nil without Redis
	near      near    // who has used up most
	decisions *prometheus.CounterVec
	allowed   atomic.Pointer[allowed]
	clock     clock.Clock
	logger    *slog.Logger
	refusing  atomic.Bool // Redis answered with an error, and the log says so
}

// New returns a limiter.
func New(options Options) *Limiter {
	if options.Clock == nil {
		options.Clock = clock.System()
	}
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	l := &Limiter{
		source: options.Source, logger: options.Logger, clock: options.Clock,
		local: newMemory(options.Clock, maxSubjects), door: newMemory(options.Clock, maxSubjects),
		decisions: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "salaatflow_rate_limit_decisions_total",
			Help: "Calls counted by a rate limit, by policy and by whether they were allowed.",
		}, []string{"policy", "decision"}),
	}
	if options.Link != nil {
		l.shared = newShared(options.Link, options.Clock)
	}
	if options.Metrics != nil {
		options.Metrics.MustRegister(l.decisions)
	}
	return l
}

// Take counts a call, and reports in the Report of ctx, if there is one, what is left. The error is RATE_LIMITED and names
// the policy and how long to wait; then the call counts in no policy.
func (l *Limiter) Take(ctx context.Context, call Call) *apperr.Error {
	if l == nil {
		return nil
	}
	var matching [maxPolicies]*Policy
	current := l.source.Current()
	policies, which := current.matching(matching[:0], call)
	if len(policies) == 0 {
		return nil
	}
	var keys [maxPolicies]key
	for i, policy := range policies {
		keys[i] = policy.key(call)
	}
	header := current.header(which, policies)
	refused := l.decide(ctx, policies, keys[:len(policies)], header, l.count(ctx, policies, keys[:len(policies)]))
	if refused == nil {
		for _, policy := range policies {
			l.allowedBy(current, policy).Inc()
		}
	}
	return refused
}

// allowed are the counters of what each of some policies allows, by *Policy.
type allowed struct {
	of       *Policies
	counters sync.Map
}

// allowedBy returns the counter of what a policy allows, which is most calls. It is looked up by its name once.
func (l *Limiter) allowedBy(policies *Policies, policy *Policy) prometheus.Counter {
	known := l.allowed.Load()
	if known == nil || known.of != policies {
		known = &allowed{of: policies}
		l.allowed.Store(known)
	}
	if counter, ok := known.counters.Load(policy); ok {
		return counter.(prometheus.Counter)
	}
	counter := l.decisions.WithLabelValues(policy.Name, "allowed")
	known.counters.Store(policy, counter)
	return counter
}

// Enter counts a request of a network before anything else is done about it, in this process alone. Nothing of its answer
// tells of the limit, unless it is refused.
func (l *Limiter) Enter(ctx context.Context, network netip.Prefix) *apperr.Error {
	if l == nil {
		return nil
	}
	policy := l.source.Current().Requests
	if policy == nil {
		return nil
	}
	policies := []*Policy{policy}
	keys := []key{{policy: policy.Name, network: network}}
	counted := l.door.take(policies, keys)
	if counted.refused < 0 {
		return nil
	}
	return l.decide(ctx, policies, keys, []string{policy.header}, counted)
}

// count counts in Redis, or in the process without one or while it is away.
func (l *Limiter) count(ctx context.Context, policies []*Policy, keys []key) counted {
	if l.shared == nil {
		return l.local.take(policies, keys)
	}
	found, err := l.shared.take(ctx, policies, keys)
	if err == nil {
		l.refusing.Store(false)
		return found
	}
	if !l.refusing.Swap(true) && !isAway(err) { // the link says when Redis is away
		l.logger.WarnContext(ctx, "Redis refuses to count calls; each gateway counts for itself", slog.Any("error", err))
	}
	return l.local.take(policies, keys)
}

// counted is the result of counting a call.
type counted struct {
	refused int // the index of the policy that refuses, or -1
	wait    int64
	// debt is how long in µs each policy needs to be as if there had been no call.
	debt [maxPolicies]int64
}

func (l *Limiter) decide(ctx context.Context, policies []*Policy, keys []key, header []string, found counted) *apperr.Error {
	d, tight := decision{header: header}, found.tightest(policies)
	if found.refused >= 0 {
		tight = found.refused
		d.retry = time.Duration(found.wait) * time.Microsecond
	}
	policy, debt := policies[tight], found.debt[tight]
	d.policy, d.remaining, d.reset = policy, policy.remaining(debt), time.Duration(debt)*time.Microsecond
	FromContext(ctx).add(d)
	if isNear(policy, d.remaining) {
		l.near.note(keys[tight], l.clock.Now(), d)
	}
	if found.refused < 0 {
		return nil
	}
	l.decisions.WithLabelValues(policy.Name, "refused").Inc()
	return apperr.RateLimited("too many calls: %s; try again in %s", policy, seconds(d.retry))
}

// tightest returns the policy that is nearest to refusing.
func (c *counted) tightest(policies []*Policy) int {
	least, at := math.Inf(1), 0
	for i, policy := range policies {
		if left := float64(policy.remaining(c.debt[i])) / float64(policy.Burst); left < least {
			least, at = left, i
		}
	}
	return at
}

func seconds(wait time.Duration) string {
	if n := wholeSeconds(wait); n != 1 {
		return fmt.Sprintf("%d seconds", n)
	}
	return "a second"
}

// wholeSeconds rounds up, so that whoever waits so long is not refused again.
func wholeSeconds(wait time.Duration) int64 {
	return int64((max(wait, 1) + time.Second - 1) / time.Second)
}
