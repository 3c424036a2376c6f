package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// inFlight is how many calls of a load are in flight at any time.
const inFlight = 64

// load is one kind of call, which is repeated.
type load struct {
	name string
	// call makes a call and checks its answer. Many goroutines use it.
	call func(context.Context) error
	// settle returns when what the calls left to be done is done: its processor time is theirs too. It may be nil.
	settle func(context.Context) error
}

// sample is the result of a load in one round.
type sample struct {
	calls     int64
	took, cpu time.Duration
}

// rate returns the calls per second.
func (s sample) rate() float64 { return float64(s.calls) / s.took.Seconds() }

// cost returns the processor time of a call in microseconds: that of the client, the gateway and the service together.
func (s sample) cost() float64 { return float64(s.cpu.Microseconds()) / float64(s.calls) }

// run repeats the calls for the duration d. The first error ends it.
func (l load) run(ctx context.Context, d time.Duration) (sample, error) {
	runtime.GC() // no load pays for the garbage of the one before
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var calls atomic.Int64
	var ended atomic.Bool
	var workers sync.WaitGroup
	began, used := time.Now(), processorTime()
	for range inFlight {
		workers.Go(func() {
			for !ended.Load() && ctx.Err() == nil {
				if err := l.call(ctx); err != nil {
					cancel(fmt.Errorf("%s: %w", l.name, err))
					return
				}
				calls.Add(1)
			}
		})
	}
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
	ended.Store(true)
	workers.Wait()
	took := time.Since(began)
	if l.settle != nil && ctx.Err() == nil {
		if err := l.settle(ctx); err != nil {
			return sample{}, err
		}
	}
	return sample{calls: calls.Load(), took: took, cpu: processorTime() - used}, context.Cause(ctx)
}

// profiled is run with a CPU profile, which it writes to the file NAME-ROUND.pprof.
func (l load) profiled(ctx context.Context, e effort, round int) (s sample, err error) {
	if e.profiles == "" {
		return l.run(ctx, e.each)
	}
	if err := os.MkdirAll(e.profiles, 0o750); err != nil {
		return sample{}, err
	}
	file, err := os.Create(filepath.Join(e.profiles, fmt.Sprintf("%s-%d.pprof", l.name, round)))
	if err != nil {
		return sample{}, err
	}
	defer func() {
		pprof.StopCPUProfile()
		if closed := file.Close(); err == nil {
			err = closed
		}
	}()
	if err := pprof.StartCPUProfile(file); err != nil {
		return sample{}, err
	}
	return l.run(ctx, e.each)
}

func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil { // only a wrong argument fails
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
