package main

import (
	"context"
	"sync"
	"time"

	"github.com/salaatflow/platform/e2e/k8s/report"
)

// kind is one way to call the platform.
type kind struct {
	name          string
	read          bool
	needsDatabase bool
	call          func(context.Context) error
}

// load makes calls of each kind at a fixed rate, whether or not those before are answered: a caller who waits for nobody
// sees every gap.
type load struct {
	kinds   []kind
	timeout time.Duration

	mu      sync.Mutex
	current *interval
}

// interval is the calls that begin between two reports.
type interval struct {
	began    time.Time
	kinds    []report.Kind
	inFlight sync.WaitGroup
}

func newLoad(kinds []kind, timeout time.Duration) *load {
	l := &load{kinds: kinds, timeout: timeout}
	l.current = l.newInterval()
	return l
}

func (l *load) newInterval() *interval {
	i := &interval{began: time.Now(), kinds: make([]report.Kind, len(l.kinds))}
	for n, k := range l.kinds {
		i.kinds[n] = report.Kind{Name: k.name, Read: k.read, NeedsDatabase: k.needsDatabase, Failures: map[string]int{}}
	}
	return i
}

// start calls until the context ends. The kinds begin one after the other, so that they do not call all at once.
func (l *load) start(ctx context.Context, every time.Duration) {
	for n := range l.kinds {
		go func() {
			select {
			case <-time.After(every * time.Duration(n) / time.Duration(len(l.kinds))):
			case <-ctx.Done():
				return
			}
			ticker := time.NewTicker(every)
			defer ticker.Stop()
			for {
				select {
				case <-ticker.C:
					go l.call(ctx, n)
				case <-ctx.Done():
					return
				}
			}
		}()
	}
}

func (l *load) call(ctx context.Context, n int) {
	l.mu.Lock()
	in := l.current
	in.inFlight.Add(1)
	l.mu.Unlock()
	defer in.inFlight.Done()

	bounded, cancel := context.WithTimeout(ctx, l.timeout)
	defer cancel()
	began := time.Now()
	err := l.kinds[n].call(bounded)
	took := time.Since(began)

	l.mu.Lock()
	defer l.mu.Unlock()
	k := &in.kinds[n]
	k.Calls++
	k.Longest = max(k.Longest, took)
	if err == nil {
		return
	}
	since := began.Sub(in.began)
	if k.Failed == 0 || since < k.FirstFailure {
		k.FirstFailure = since
	}
	k.LastFailure = max(k.LastFailure, since)
	k.Failing = k.LastFailure - k.FirstFailure
	k.Failed++
	k.Failures[err.Error()]++
}

// next begins a new interval, waits for the calls of the one before, and reports them.
func (l *load) next() report.Report {
	l.mu.Lock()
	ended := l.current
	l.current = l.newInterval()
	elapsed := l.current.began.Sub(ended.began)
	l.mu.Unlock()
	ended.inFlight.Wait()
	return report.Report{Elapsed: elapsed, Kinds: ended.kinds}
}

// soFar reports the calls of this interval that have been answered.
func (l *load) soFar() report.Report {
	l.mu.Lock()
	defer l.mu.Unlock()
	answer := report.Report{Elapsed: time.Since(l.current.began)}
	for _, k := range l.current.kinds {
		failures := make(map[string]int, len(k.Failures))
		for text, n := range k.Failures {
			failures[text] = n
		}
		k.Failures = failures
		answer.Kinds = append(answer.Kinds, k)
	}
	return answer
}
