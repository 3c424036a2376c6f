package balancing

import (
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc/balancer"
)

const (
	// hangTimeout is how long an instance may owe answers and give none before it counts as hung.
	hangTimeout = time.Second
	// maxProbeInterval is the longest time between two calls that probe whether a hung instance answers again. The first
	// interval is hangTimeout, and each is twice the one before.
	maxProbeInterval = 16 * time.Second
)

// instance is what is known of an instance from the unary calls that it was sent over its present connection.
type instance struct {
	mu       sync.Mutex
	inFlight int
	// owing is since when it owes an answer: the first call that was sent after its last answer.
	owing time.Time
	// waiting is since when calls have been in flight without a gap. waited is how long calls waited before that without
	// an answer. Waits of callers who gave up count, or short deadlines would hide a hung instance; time in which nobody
	// waits does not.
	waiting  time.Time
	waited   time.Duration
	answered time.Time // last

	tryAt time.Time // when to try it again; zero until it was found hung
	pause time.Duration

	leftOut bool // calls have gone past it since its last answer
	observe func(leftOut bool)

	// mute says that it does not even answer health checks: calls to it fail at once.
	mute    atomic.Bool
	conn    balancer.SubConn // over which it is asked for its health; nil before its first call
	missed  int              // health checks in a row without an answer
	watched bool             // somebody will look at it
	lost    bool             // its connection is
}

// newInstance returns an instance of which nothing is known yet. observe is called when calls begin to go past it, and at
// its first answer after that.
func newInstance(observe func(leftOut bool)) *instance { return &instance{observe: observe} }

// begin notes a call over a connection, and reports whether somebody is to look at the instance after hangTimeout.
func (i *instance) begin(now time.Time, over balancer.SubConn) (watch bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.owing.IsZero() {
		i.owing = now
	}
	if i.inFlight == 0 {
		i.waiting = now
	}
	i.inFlight++
	i.conn, watch, i.watched = over, !i.watched, true
	return watch
}

// end notes that a call is over: with an answer, given up, or because the connection broke.
func (i *instance) end(now time.Time, answered bool) {
	if i.count(now, answered) {
		i.observe(false)
	}
}

// count notes the end of a call, and reports whether calls no longer go past the instance.
func (i *instance) count(now time.Time, answered bool) (back bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.inFlight--
	if !answered {
		if i.inFlight == 0 {
			i.waited += now.Sub(i.waiting)
		}
		return false
	}
	return i.isBack(now)
}

// isBack notes an answer, and reports whether calls went past the instance until now.
func (i *instance) isBack(now time.Time) (back bool) {
	i.answered, i.waiting, i.waited = now, now, 0
	i.tryAt, i.pause = time.Time{}, 0
	i.owing = time.Time{}
	if i.inFlight > 0 {
		i.owing = now
	}
	i.mute.Store(false)
	i.missed = 0
	back, i.leftOut = i.leftOut, false
	return back
}

// suspect reports whether an instance is to be asked for its health, because it is silent, and over which connection; else when to
// look at it again, which is 0 when nobody waits for it.
func (i *instance) suspect(now time.Time) (over balancer.SubConn, silent bool, again time.Duration) {
	i.mu.Lock()
	defer i.mu.Unlock()
	silence := i.silence(now)
	switch {
	case i.lost, i.inFlight == 0 && !i.mute.Load():
		i.watched = false
		return nil, false, 0
	case silence < hangTimeout && !i.mute.Load():
		return nil, false, hangTimeout - silence
	default:
		return i.conn, true, 0
	}
}

// checked notes how a health check ended that began at a time, and returns when to look at the instance again.
func (i *instance) checked(began, now time.Time, err error) (again time.Duration) {
	switch {
	case isGone(err), isMute(err) && now.Sub(began) > checkTimeout+lateness:
	case isMute(err):
		if i.misses(began) {
			i.passedOver()
		}
	case i.answersChecks(now):
		i.observe(false)
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.missed > 0 {
		return checkPause
	}
	return hangTimeout
}

// misses notes that a health check got no answer, and reports whether the instance is mute.
func (i *instance) misses(began time.Time) (mute bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.lost || i.answered.After(began) {
		return false
	}
	i.missed++
	i.mute.Store(i.missed >= missedChecks)
	return i.mute.Load()
}

// answersChecks notes that a health check was answered, and reports whether calls went past the instance until now because none was.
// While its health was never in doubt, that says nothing of its calls.
func (i *instance) answersChecks(now time.Time) (back bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.mute.Load() {
		return i.isBack(now)
	}
	i.missed = 0
	return false
}

func (i *instance) isLost() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.lost
}

// lose notes that the connection of an instance is lost.
func (i *instance) lose() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.lost = true
}

// passedOver notes that a call has gone past the instance.
func (i *instance) passedOver() {
	i.mu.Lock()
	first := !i.leftOut
	i.leftOut = true
	i.mu.Unlock()
	if first {
		i.observe(true)
	}
}

func (i *instance) isLeftOut() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.leftOut
}

// silent reports whether callers have waited for hangTimeout without any answer, and since when the instance owes one.
func (i *instance) silent(now time.Time) (since time.Time, silent bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.owing, i.silence(now) >= hangTimeout
}

func (i *instance) silence(now time.Time) time.Duration {
	if i.inFlight == 0 {
		return i.waited
	}
	return i.waited + now.Sub(i.waiting)
}

// answeredSince reports whether the instance has answered since then and is not silent.
func (i *instance) answeredSince(since, now time.Time) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.silence(now) < hangTimeout && i.answered.After(since)
}

// takesProbe reports whether this call is to probe whether a hung instance answers again. A movable call does it best, for
// it can go elsewhere; another does it only when no call is in flight whose answer would tell as much.
func (i *instance) takesProbe(now time.Time, movable bool) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.tryAt.IsZero() {
		i.pause = hangTimeout
		i.tryAt = now.Add(i.pause)
		return false
	}
	if now.Before(i.tryAt) || !movable && i.inFlight > 0 {
		return false
	}
	i.pause = min(2*i.pause, maxProbeInterval)
	i.tryAt = now.Add(i.pause)
	return true
}
