package skills

import (
	"slices"
	"sync"
	"time"
)

// LatencySamples is how many of the most recent durations a LatencyRecord keeps.
const LatencySamples = 1000

// LatencyRecord keeps the most recent durations. The zero LatencyRecord is empty. It is safe for concurrent use.
type LatencyRecord struct {
	mu      sync.Mutex
	count   int64
	samples [LatencySamples]time.Duration
}

// Add adds a duration.
func (r *LatencyRecord) Add(took time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.samples[r.count%LatencySamples] = took
	r.count++
}

// Count returns the number of durations ever added.
func (r *LatencyRecord) Count() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.count
}

// Latency returns the percentiles of the most recent durations, or zero if there are none.
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
