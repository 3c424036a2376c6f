package ratelimit

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// decision is what was decided about a call.
type decision struct {
	policy    *Policy  // that refused, or is nearest to it
	header    []string // that names each policy which applied
	remaining int64
	reset     time.Duration
	retry     time.Duration // 0 for a call that is allowed
}

// Report collects what was decided about a request, for the headers of its answer. It is safe for concurrent use. A nil *Report
// collects nothing.
type Report struct {
	mu      sync.Mutex
	decided bool
	last    decision
}

type reportKey struct{}

// NewContext returns a context whose calls are reported.
func NewContext(ctx context.Context) (context.Context, *Report) {
	report := &Report{}
	return context.WithValue(ctx, reportKey{}, report), report
}

// FromContext returns the report of a context's calls, nil if they are not reported.
func FromContext(ctx context.Context) *Report {
	report, _ := ctx.Value(reportKey{}).(*Report)
	return report
}

// add keeps a refusal rather than what was allowed, and else the last: a request may be several calls.
func (r *Report) add(d decision) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.decided && r.last.retry > d.retry {
		return
	}
	r.decided, r.last = true, d
}

// The names of the headers as they are in an http.Header, which otherwise makes them anew for each answer.
var (
	headerPolicy = http.CanonicalHeaderKey("RateLimit-Policy")
	headerLimit  = http.CanonicalHeaderKey("RateLimit")
)

// SetHeaders sets the headers of the answer to a request that was counted: RateLimit-Policy with each policy that applied,
// RateLimit with the one that is nearest to refusing, and Retry-After with an answer of 429
// (draft-ietf-httpapi-ratelimit-headers-10).
func (r *Report) SetHeaders(header http.Header, status int) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.decided {
		return
	}
	header[headerPolicy] = r.last.header
	var usual [128]byte // on the stack; names are short
	left := append(usual[:0], r.last.policy.quoted...)
	left = strconv.AppendInt(append(left, ";r="...), r.last.remaining, 10)
	left = strconv.AppendInt(append(left, ";t="...), wholeSeconds(r.last.reset), 10)
	header[headerLimit] = []string{string(left)}
	if r.last.retry > 0 && status == http.StatusTooManyRequests {
		header.Set("Retry-After", strconv.FormatInt(wholeSeconds(r.last.retry), 10))
	}
}
