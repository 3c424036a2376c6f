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
	"strings"
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
	// Current returns the policies at a time, which is now. It is called for each call.
	Current(now time.Time) *Policies
}

// Limiter decides about calls. It is safe for concurrent use. A nil Limiter allows everything.
type Limiter struct {
	source    Source
	local     *memory // also counts while Redis is away
	door      *memory // requests, before it is known who is calling
	shared    *shared // nil without Redis
	near      near    // who has used up most
	decisions *prometheus.CounterVec
	clock     clock.Clock
	logger    *slog.Logger
	refusing  atomic.Bool // Redis answered with an error, and the log says so

	combinations atomic.Pointer[combinations]
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
		local: newMemory(maxSubjects), door: newMemory(maxSubjects),
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
	now := l.clock.Now() // once: to read the clock costs as much as to count
	current := l.source.Current(now)
	applies := l.applying(current, current.matching(call))
	if len(applies.policies) == 0 {
		return nil
	}
	var usual [usualPolicies]key
	keys := usual[:0]
	for _, policy := range applies.policies {
		keys = append(keys, policy.key(call))
	}
	counted := l.count(ctx, now, applies.policies, keys)
	refused := l.decide(ctx, now, applies.policies, keys, applies.header, &counted)
	if refused == nil {
		for _, allowed := range applies.allowed {
			allowed.Inc()
		}
	}
	return refused
}

// usualPolicies is how many policies a call usually has to be within, at most.
const usualPolicies = 4

// applying are the policies that some calls must be within, what the header says of them, and the counters of what each allows.
type applying struct {
	policies []*Policy
	header   []string
	allowed  []prometheus.Counter
}

// combinations are the policies of a file that were found to apply together, by which they are.
type combinations struct {
	of    *Policies
	known sync.Map // combination -> *applying
}

// applying returns some of the policies of a file. They are put together once.
func (l *Limiter) applying(policies *Policies, which combination) *applying {
	all := l.combinations.Load()
	if all == nil || all.of != policies {
		all = &combinations{of: policies}
		l.combinations.Store(all)
	}
	if found, ok := all.known.Load(which); ok {
		return found.(*applying)
	}
	found := &applying{}
	var texts []string
	for i, policy := range policies.Calls {
		if which&(1<<i) != 0 {
			found.policies, texts = append(found.policies, policy), append(texts, policy.header)
			found.allowed = append(found.allowed, l.decisions.WithLabelValues(policy.Name, "allowed"))
		}
	}
	found.header = []string{strings.Join(texts, ", ")}
	all.known.Store(which, found)
	return found
}

// Enter counts a request of a network before anything else is done about it, in this process alone. Nothing of its answer
// tells of the limit, unless it is refused.
func (l *Limiter) Enter(ctx context.Context, network netip.Prefix) *apperr.Error {
	if l == nil {
		return nil
	}
	now := l.clock.Now()
	policy := l.source.Current(now).Requests
	if policy == nil {
		return nil
	}
	policies := []*Policy{policy}
	keys := []key{{policy: policy.Name, network: network}}
	counted := l.door.take(now, policies, keys)
	if counted.refused < 0 {
		return nil
	}
	return l.decide(ctx, now, policies, keys, []string{policy.header}, &counted)
}

// count counts in Redis, or in the process without one or while it is away.
func (l *Limiter) count(ctx context.Context, now time.Time, policies []*Policy, keys []key) counted {
	if l.shared == nil {
		return l.local.take(now, policies, keys)
	}
	found, err := l.shared.take(ctx, policies, keys)
	if err == nil {
		l.refusing.Store(false)
		return found
	}
	if !l.refusing.Swap(true) && !isAway(err) { // the link says when Redis is away
		l.logger.WarnContext(ctx, "Redis refuses to count calls; each gateway counts for itself", slog.Any("error", err))
	}
	return l.local.take(now, policies, keys)
}

// counted is the result of counting a call.
type counted struct {
	refused int // the index of the policy that refuses, or -1
	wait    int64
	// debt is how long in µs each policy needs to be as if there had been no call.
	debt [maxPolicies]int64
}

func (l *Limiter) decide(
	ctx context.Context, now time.Time, policies []*Policy, keys []key, header []string, found *counted,
) *apperr.Error {
	d, tight := decision{header: header}, found.tightest(policies)
	if found.refused >= 0 {
		tight = found.refused
		d.retry = time.Duration(found.wait) * time.Microsecond
	}
	policy, debt := policies[tight], found.debt[tight]
	d.policy, d.remaining, d.reset = policy, policy.remaining(debt), time.Duration(debt)*time.Microsecond
	FromContext(ctx).add(d)
	if isNear(policy, d.remaining) {
		l.near.note(keys[tight], now, d)
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
