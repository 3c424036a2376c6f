package calls

import (
	"maps"
	"math"
	"math/bits"
	"slices"
	"sync"
	"time"
)

// Window is the longest time that rates and percentiles are of. It moves by halves.
const Window = 2 * half

const half = 150 * time.Second

// Figures are those of one operation.
type Figures struct {
	Operation     string
	Calls, Errors int64
	// PerMinute and ErrorsPerMinute are of the window.
	PerMinute, ErrorsPerMinute float64
	// P50 and P99 are of the window, to within a tenth; 0 without calls.
	P50, P99 time.Duration
}

// operation counts the calls of one operation.
type operation struct {
	mu            sync.Mutex
	calls, errors int64
	at            int64 // which half of a window now is
	now, before   *cell // nil without calls
}

// cell counts the calls of half a window.
type cell struct {
	calls, errors int64
	took          [buckets]uint32
}

func (o *operation) add(call Call, since time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.move(halfOf(call.Time, since))
	if o.now == nil {
		o.now = &cell{}
	}
	o.calls++
	o.now.calls++
	if call.Result != OK {
		o.errors++
		o.now.errors++
	}
	o.now.took[bucketOf(call.Took)]++
}

func halfOf(now, since time.Time) int64 { return int64(now.Sub(since) / half) }

// move forgets what is before the window.
func (o *operation) move(to int64) {
	switch {
	case to <= o.at: // also if the clock was put back
		return
	case to == o.at+1:
		o.before, o.now = o.now, nil
	default:
		o.before, o.now = nil, nil
	}
	o.at = to
}

// Figures returns the figures of all operations that were called, by name, and how long the window is now.
func (l *Log) Figures() (figures []Figures, window time.Duration) {
	now := l.clock.Now()
	at := halfOf(now, l.since)
	window = now.Sub(l.since)
	if at > 0 {
		window -= time.Duration(at-1) * half
	}
	l.mu.RLock()
	operations := maps.Clone(l.operations)
	l.mu.RUnlock()
	for _, name := range slices.Sorted(maps.Keys(operations)) {
		figures = append(figures, operations[name].figures(name, at, window))
	}
	return figures, window
}

func (o *operation) figures(name string, at int64, window time.Duration) Figures {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.move(at)
	f := Figures{Operation: name, Calls: o.calls, Errors: o.errors}
	var all cell
	for _, c := range []*cell{o.before, o.now} {
		if c == nil {
			continue
		}
		all.calls, all.errors = all.calls+c.calls, all.errors+c.errors
		for i, n := range c.took {
			all.took[i] += n
		}
	}
	minutes := max(window, time.Second).Minutes()
	f.PerMinute, f.ErrorsPerMinute = float64(all.calls)/minutes, float64(all.errors)/minutes
	f.P50, f.P99 = all.percentile(0.5), all.percentile(0.99)
	return f
}

// Durations are counted in buckets: of each power of two of microseconds, eighths. Those below eight microseconds are exact.
const (
	eighths = 8
	octaves = 24 // up to two minutes
	buckets = eighths * octaves
)

func bucketOf(took time.Duration) int {
	us := int(min(max(took, 0), time.Hour) / time.Microsecond)
	if us < eighths {
		return us
	}
	const three = 3 // bits of an eighth
	power := bits.Len(uint(us)) - 1 - three
	return min(eighths*power+us>>power, buckets-1)
}

// middle returns the duration in the middle of a bucket.
func middle(bucket int) time.Duration {
	if bucket < eighths {
		return time.Duration(bucket) * time.Microsecond
	}
	power := bucket/eighths - 1
	from := (bucket - eighths*power) << power
	return time.Duration(float64(from)+math.Ldexp(1, power)/2) * time.Microsecond
}

func (c *cell) percentile(part float64) time.Duration {
	rank := int64(math.Ceil(part * float64(c.calls)))
	if rank == 0 {
		return 0
	}
	for i, n := range c.took {
		if rank -= int64(n); rank <= 0 {
			return max(middle(i), time.Microsecond)
		}
	}
	return middle(buckets - 1)
}
