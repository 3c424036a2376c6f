package ratelimit

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// decision is what was decided about a call.
type decision struct {
	applied   []*Policy
	tight     int // the policy that refused, or is nearest to it
	remaining int64
	reset     time.Duration
	retry     time.Duration // 0 for a call that is allowed
}

// Report collects what was decided about a request, for the headers of its answer. It is safe for concurrent use.
type Report struct {
	mu   sync.Mutex
	last *decision
}

type reportKey struct{}

// NewContext returns a context whose calls are reported.
func NewContext(ctx context.Context) (context.Context, *Report) {
	report := &Report{}
	return context.WithValue(ctx, reportKey{}, report), report
}

func reportOf(ctx context.Context) *Report {
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
	if r.last != nil && r.last.retry > d.retry {
		return
	}
	d.applied = append([]*Policy(nil), d.applied...) // whose array is the caller's
	r.last = &d
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
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.last == nil {
		return
	}
	policies := make([]string, len(r.last.applied))
	for i, policy := range r.last.applied {
		policies[i] = policy.header
	}
	header.Set(headerPolicy, strings.Join(policies, ", "))
	header.Set(headerLimit, strconv.Quote(r.last.applied[r.last.tight].Name)+
		";r="+strconv.FormatInt(r.last.remaining, 10)+";t="+strconv.FormatInt(wholeSeconds(r.last.reset), 10))
	if r.last.retry > 0 && status == http.StatusTooManyRequests {
		header.Set("Retry-After", strconv.FormatInt(wholeSeconds(r.last.retry), 10))
	}
}
