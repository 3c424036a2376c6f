package balancing

import (
	"sync"
	"time"
)

const (
	// patience is how long an instance may owe answers and give none before it is taken for hung.
	patience = time.Second
	// longestPause is between two calls that try whether a hung instance answers again; the first pause is patience,
	// each further one twice as long.
	longestPause = 16 * time.Second
)

// instance is what is known of an instance from the unary calls that it was sent over its present connection.
type instance struct {
	mu       sync.Mutex
	inFlight int
	// owing is since when it owes an answer: the first call that was sent after its last answer.
	owing time.Time
	// waiting is since when calls have been in flight without a gap, and waited how long they were before that, without
	// an answer. Where callers give up the wait counts, so that an instance cannot hide behind their impatience; the time
	// in which nobody waits does not.
	waiting  time.Time
	waited   time.Duration
	answered time.Time // last

	tryAt time.Time // when to try it again; zero until it was found hung
	pause time.Duration

	leftOut bool // calls have gone past it since its last answer
	observe func(leftOut bool)
}

// newInstance is one of which nothing is known yet; observe is told when calls begin to go past it, and of its first answer
// after that.
func newInstance(observe func(leftOut bool)) *instance { return &instance{observe: observe} }

func (i *instance) begin(now time.Time) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.owing.IsZero() {
		i.owing = now
	}
	if i.inFlight == 0 {
		i.waiting = now
	}
	i.inFlight++
}

// end takes note of a call that is over, be it with an answer or because it was given up or the connection broke.
func (i *instance) end(now time.Time, answered bool) {
	if i.count(now, answered) {
		i.observe(false)
	}
}

// count is end, and reports whether calls no longer go past the instance.
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
	i.answered, i.waiting, i.waited = now, now, 0
	i.tryAt, i.pause = time.Time{}, 0
	i.owing = time.Time{}
	if i.inFlight > 0 {
		i.owing = now
	}
	back, i.leftOut = i.leftOut, false
	return back
}

// passedOver takes note that a call has gone past it.
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

// silent reports whether callers have waited for longer than patience without any answer, and since when it owes one.
func (i *instance) silent(now time.Time) (since time.Time, silent bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.owing, i.silence(now) >= patience
}

func (i *instance) silence(now time.Time) time.Duration {
	if i.inFlight == 0 {
		return i.waited
	}
	return i.waited + now.Sub(i.waiting)
}

// answeredSince reports whether it works while another has been silent since that time.
func (i *instance) answeredSince(since, now time.Time) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.silence(now) < patience && i.answered.After(since)
}

// takesProbe reports whether this call is to try if a hung instance answers again. Best is one that goes elsewhere when
// it does not; another does so only when nothing is in flight whose answer would tell as well.
func (i *instance) takesProbe(now time.Time, movable bool) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.tryAt.IsZero() {
		i.pause = patience
		i.tryAt = now.Add(i.pause)
		return false
	}
	if now.Before(i.tryAt) || !movable && i.inFlight > 0 {
		return false
	}
	i.pause = min(2*i.pause, longestPause)
	i.tryAt = now.Add(i.pause)
	return true
}
