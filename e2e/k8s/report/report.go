// Package report is what the load generator tells of the calls that it made, and the test reads.
package report

import "time"

// Report is of the calls that began in one interval.
type Report struct {
	// Elapsed is the length of the interval.
	Elapsed time.Duration `json:"elapsed"`
	// Kinds are the calls by what they call, and how.
	Kinds []Kind `json:"kinds"`
}

// Kind is of the calls of one kind.
type Kind struct {
	Name string `json:"name"`
	// Read is true of calls that change nothing, which callers may repeat.
	Read bool `json:"read"`
	// NeedsDatabase is true of calls that cannot be answered while the database is away.
	NeedsDatabase bool `json:"needs_database"`
	Calls         int  `json:"calls"`
	Failed        int  `json:"failed"`
	// Failing is the time from the start of the first call that failed to that of the last one.
	Failing time.Duration `json:"failing"`
	// FirstFailure and LastFailure count from the start of the interval to the start of a call.
	FirstFailure time.Duration `json:"first_failure"`
	LastFailure  time.Duration `json:"last_failure"`
	// Longest is the longest that a call took, whether or not it failed.
	Longest time.Duration `json:"longest"`
	// Failures are how calls failed, and how many of them.
	Failures map[string]int `json:"failures,omitempty"`
}

// Calls returns how many calls were made.
func (r *Report) Calls() int {
	calls := 0
	for _, kind := range r.Kinds {
		calls += kind.Calls
	}
	return calls
}

// Failed returns how many calls failed.
func (r *Report) Failed() int {
	failed := 0
	for _, kind := range r.Kinds {
		failed += kind.Failed
	}
	return failed
}

// Failing returns the time from the first call that failed to the last one, of all kinds that the function selects.
func (r *Report) Failing(selects func(Kind) bool) time.Duration {
	first, last, failed := r.Elapsed, time.Duration(0), false
	for _, kind := range r.Kinds {
		if kind.Failed > 0 && selects(kind) {
			first, last, failed = min(first, kind.FirstFailure), max(last, kind.LastFailure), true
		}
	}
	if !failed {
		return 0
	}
	return last - first
}

// Longest returns the longest that any call took.
func (r *Report) Longest() time.Duration {
	var longest time.Duration
	for _, kind := range r.Kinds {
		longest = max(longest, kind.Longest)
	}
	return longest
}
