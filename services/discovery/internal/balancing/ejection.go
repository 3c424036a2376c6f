package balancing

import (
	"cmp"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc/balancer/endpointsharding"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/status"

	"github.com/salaatflow/platform/services/clock"
)

// Ejection determines when an instance that keeps failing gets no calls for a while. The zero Ejection ejects nobody.
type Ejection struct {
	// Interval is how often the counts of calls are looked at.
	Interval time.Duration
	// Base is how long an instance is ejected the first time; it grows with each time in a row up to Max.
	Base, Max time.Duration
	// Threshold is the percentage of failures above which an instance is ejected, and Calls how many calls it must have
	// had in the interval, and at least one other too.
	Threshold, Calls int
}

// duration is how long to eject an instance for the nth time in a row.
func (e Ejection) duration(nth int) time.Duration {
	return min(time.Duration(nth)*e.Base, max(e.Base, e.Max))
}

// ejector ejects failing instances of one service, as gRPC's outlier detection does by the percentage of failures (gRFC
// A50). grpc-go has that only within xDS, whose dependencies are a quarter of a program's size. It is safe for concurrent
// use.
type ejector struct {
	clock   clock.Clock
	observe func(of resolver.Endpoint, ejected time.Duration)

	due atomic.Int64 // when the interval ends, in nanoseconds

	mu      sync.Mutex
	config  Ejection
	began   time.Time                      // when the interval began
	records *resolver.EndpointMap[*record] // of every instance that is known, connected or not
}

// record is how the calls of one instance ended.
type record struct {
	ejector         *ejector
	calls, failures atomic.Int64 // in this interval
	until           atomic.Int64 // ejected until then, in nanoseconds
	times           int          // ejected in a row, under the ejector's lock
}

func newEjector(clock clock.Clock, observe func(resolver.Endpoint, time.Duration)) *ejector {
	e := &ejector{clock: clock, observe: observe, records: resolver.NewEndpointMap[*record]()}
	e.due.Store(math.MaxInt64)
	return e
}

// configure goes by a config from now on.
func (e *ejector) configure(config Ejection) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if config == e.config {
		return
	}
	e.config = config
	e.due.Store(math.MaxInt64)
	if config.Interval > 0 {
		e.begin(e.clock.Now())
	}
}

// begin begins an interval.
func (e *ejector) begin(now time.Time) {
	e.began = now
	e.due.Store(now.Add(e.config.Interval).UnixNano())
}

// keep forgets instances that are gone.
func (e *ejector) keep(children []endpointsharding.ChildState) {
	e.mu.Lock()
	defer e.mu.Unlock()
	now := resolver.NewEndpointMap[*record]()
	for _, child := range children {
		kept, ok := e.records.Get(child.Endpoint)
		if !ok {
			kept = &record{ejector: e}
		}
		now.Set(child.Endpoint, kept)
	}
	e.records = now
}

func (e *ejector) of(endpoint resolver.Endpoint) *record {
	e.mu.Lock()
	defer e.mu.Unlock()
	kept, _ := e.records.Get(endpoint)
	return kept
}

// look ejects who has failed too often, when the interval is over. That is found out when the next call begins or ends, so
// that nothing runs while there are none.
func (e *ejector) look(now time.Time) {
	if now.UnixNano() < e.due.Load() {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if now.UnixNano() < e.due.Load() { // another call was first
		return
	}
	counted := e.count()
	e.eject(counted, e.began.Add(e.config.Interval), now)
	e.begin(now)
}

// tally is what was counted of an instance in an interval.
type tally struct {
	endpoint        resolver.Endpoint
	record          *record
	calls, failures int64
}

func (t tally) percentage() int64 { return 100 * t.failures / t.calls }

// count starts to count anew, and returns the instances that had enough calls.
func (e *ejector) count() []tally {
	var counted []tally
	for endpoint, r := range e.records.All() {
		t := tally{endpoint, r, r.calls.Swap(0), r.failures.Swap(0)}
		switch {
		case t.calls > 0 && t.calls >= int64(e.config.Calls):
			counted = append(counted, t)
		case r.isEjected(e.began): // it could not do better
		default:
			r.times = max(0, r.times-1)
		}
	}
	return counted
}

// eject ejects from the end of an interval, the worst first: only where others had calls too, and never more than half of
// all.
func (e *ejector) eject(counted []tally, end, now time.Time) {
	slices.SortFunc(counted, func(a, b tally) int { return cmp.Compare(b.percentage(), a.percentage()) })
	ejected := 0
	for _, r := range e.records.All() {
		if r.isEjected(now) {
			ejected++
		}
	}
	for _, t := range counted {
		if len(counted) < 2 || t.percentage() <= int64(e.config.Threshold) || 2*(ejected+1) > e.records.Len() {
			t.record.times = max(0, t.record.times-1)
			continue
		}
		t.record.times++
		ejected++
		lasting := e.config.duration(t.record.times)
		t.record.until.Store(end.Add(lasting).UnixNano())
		e.observe(t.endpoint, lasting)
	}
}

func (r *record) isEjected(now time.Time) bool { return now.UnixNano() < r.until.Load() }

// ended counts a call. A caller who did not wait long says nothing of the instance: nobody gets one ejected by deadlines that it
// cannot meet.
func (r *record) ended(began, now time.Time, err error) {
	r.ejector.look(now)
	if status.Code(err) == codes.DeadlineExceeded && now.Sub(began) < hangTimeout {
		return
	}
	r.calls.Add(1)
	if SpeaksAgainstInstance(err) {
		r.failures.Add(1)
	}
}

// SpeaksAgainstInstance reports whether an error is a failure of the instance, and not the answer of one that works. A
// service that answers NOT_FOUND is healthy: nobody may get an instance ejected by asking for what is not there.
// RESOURCE_EXHAUSTED is an answer: ejecting a busy instance makes the others busier. UNIMPLEMENTED is a failure: the
// instance does not do what it registered.
func SpeaksAgainstInstance(err error) bool {
	switch status.Code(err) {
	case codes.Unavailable, codes.DeadlineExceeded, codes.Internal, codes.Unknown, codes.DataLoss, codes.Unimplemented:
		return true
	default:
		return false
	}
}
