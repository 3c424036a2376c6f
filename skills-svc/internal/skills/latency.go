package skills

import (
	"slices"
	"sync"
	"time"
)

// LatencySamples is how many of the last times a LatencyRecord looks at.
const LatencySamples = 1000

// LatencyRecord keeps how long something took the last times. The zero LatencyRecord is empty; it is safe for
// concurrent use.
type LatencyRecord struct {
	mu      sync.Mutex
	count   int64
	samples [LatencySamples]time.Duration
}

// Add notes how long it took.
func (r *LatencyRecord) Add(took time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.samples[r.count%LatencySamples] = took
	r.count++
}

// Count is how many times there were in all.
func (r *LatencyRecord) Count() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.count
}

// Latency gives the percentiles of the last times; zero before the first.
func (r *LatencyRecord) Latency() Latency {
	r.mu.Lock()
	sorted := slices.Clone(r.samples[:min(r.count, LatencySamples)])
	r.mu.Unlock()
	if len(sorted) == 0 {
		return Latency{}
	}
	slices.Sort(sorted)
	at := func(percent int) time.Duration { return sorted[(len(sorted)*percent+99)/100-1] }
	return Latency{P50: at(50), P95: at(95), P99: at(99), Max: sorted[len(sorted)-1]}
}
