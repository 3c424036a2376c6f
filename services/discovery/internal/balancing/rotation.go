package balancing

import (
	"time"

	"google.golang.org/grpc/balancer"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/salaatflow/platform/services/clock"
)

// errNoOther ends a second attempt for which no other instance is left.
var errNoOther = status.Error(codes.Unavailable, "no other instance offers the method")

// pick picks the next instance that fits; at least one is ready.
func (r *rotation) pick(info balancer.PickInfo) (balancer.PickResult, error) {
	attempt := attemptOf(info.Ctx)
	chosen := r.choose(attempt)
	if chosen == nil && attempt != nil && attempt.avoid != nil {
		return balancer.PickResult{}, errNoOther
	}
	if chosen == nil {
		return balancer.PickResult{}, r.mute
	}
	result, err := chosen.Pick(info)
	if err != nil {
		return result, err // gRPC compares it
	}
	if attempt == nil {
		return chosen.counted(result, r.clock), nil
	}
	attempt.went(chosen.instance, r)
	return chosen.followed(result, r.checker), nil
}

// choose skips instances that do not fit. They have had their turn then, so that their share is spread evenly. It returns nil when
// none is left: no other for a second attempt, or none that is not mute.
func (r *rotation) choose(attempt *Attempt) *member {
	n := uint32(len(r.ready))
	start, now := r.next.Add(1), r.clock.Now()
	r.ejector.look(now)
	for skipped := range n {
		candidate := &r.ready[(start+skipped)%n]
		if r.fits(candidate, attempt, now) {
			if skipped > 0 {
				r.next.Add(skipped)
			}
			return candidate
		}
	}
	if attempt != nil && attempt.avoid != nil {
		return nil
	}
	for skipped := range n {
		if candidate := &r.ready[(start+skipped)%n]; !candidate.mute.Load() {
			return candidate
		}
	}
	return nil
}

func (r *rotation) fits(candidate *member, attempt *Attempt, now time.Time) bool {
	second := attempt != nil && attempt.avoid != nil
	if second && attempt.avoid == candidate.instance || candidate.isEjected(now) {
		return false
	}
	if candidate.mute.Load() {
		return false
	}
	if !r.hung(candidate.instance, now) {
		return true
	}
	candidate.passedOver()
	return attempt != nil && !second && candidate.takesProbe(now, attempt.movable)
}

// hung reports whether an instance is silent while another has answered since. When all are silent, what they wait for is
// behind them, and leaving some out gains nothing; so never all are left out.
func (r *rotation) hung(i *instance, now time.Time) bool {
	since, silent := i.silent(now)
	if !silent {
		return false
	}
	for _, other := range r.ready {
		if other.instance != i && other.answeredSince(since, now) {
			return true
		}
	}
	return false
}

// counted counts how the call ends.
func (m *member) counted(result balancer.PickResult, clock clock.Clock) balancer.PickResult {
	began, done := clock.Now(), result.Done
	result.Done = func(info balancer.DoneInfo) {
		m.ended(began, clock.Now(), info.Err)
		if done != nil {
			done(info)
		}
	}
	return result
}

// followed counts the call for the instance until it is done, and how it ends.
func (m *member) followed(result balancer.PickResult, checker *checker) balancer.PickResult {
	clock := checker.clock
	began, done := clock.Now(), result.Done
	if m.begin(began, result.SubConn) {
		checker.watch(m.instance, hangTimeout)
	}
	result.Done = func(info balancer.DoneInfo) {
		now := clock.Now()
		m.end(now, isAnswer(info))
		if !m.mute.Load() { // its health says when it is well, not how many have waited for it
			m.ended(began, now, info.Err)
		}
		if done != nil {
			done(info)
		}
	}
	return result
}

// isAnswer reports whether the instance answered the call, well or not. DEADLINE_EXCEEDED and CANCELLED are no answers, even
// when the instance sends them: the caller's side knows as much.
func isAnswer(info balancer.DoneInfo) bool {
	code := status.Code(info.Err)
	return info.BytesReceived && code != codes.DeadlineExceeded && code != codes.Canceled
}
