// Package gcpace has a program collect garbage less often while it is busy, and stay within the memory of its container. Go's own
// settings come first: with GOGC the pace is that one, with GOMEMLIMIT the limit is.
package gcpace

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

// A program is busy that collected in each of busySeconds seconds, which is longer than most start: until it did not for
// idleSeconds, its heap may grow to five times what it needs between two times, instead of twice as at its start. One that has started,
// which takes until it did not collect for startSeconds, or that is idle again, gives back what it no longer needs, and keeps to half
// as much again.
const (
	busyPercent, startPercent, idlePercent = 400, 100, 50
	busySeconds, startSeconds, idleSeconds = 5, 2, 10
)

// mostGarbage is by how much a heap may grow between two times, unless that is less than idlePercent of it: four times a heap of some
// hundred megabytes is much of a machine's memory.
const mostGarbage = 192 << 20

// Follow follows how busy the program is until ctx ends.
func Follow(ctx context.Context, clk clock.Clock) {
	if limit, ok := memoryLimit(os.DirFS("/")); ok && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit)
	}
	if os.Getenv("GOGC") != "" {
		return
	}
	ticker := clk.NewTicker(time.Second)
	defer ticker.Stop()
	cycles, _ := collected()
	for now, set := (pace{cycles: cycles, percent: startPercent}), startPercent; ; {
		select {
		case <-ctx.Done():
			return
		case <-ticker.Chan():
		}
		cycles, live := collected()
		before := now.percent
		if percent := bounded(now.second(cycles), live); percent != set {
			set = percent
			debug.SetGCPercent(set)
		}
		if now.percent == idlePercent && before != idlePercent {
			runtime.GC()         // what pools hold outlives one collection, so that there are two
			debug.FreeOSMemory() // once after a start or a load, beside the program
		}
	}
}

// bounded returns the percentage, in tens, at which a heap of which live bytes are needed grows by no more than it may.
func bounded(percent int, live uint64) int {
	if live <= mostGarbage*100/busyPercent {
		return percent
	}
	return min(percent, max(idlePercent, int(mostGarbage*10/live)*10))
}

// collected returns how often the program has collected because of what it allocates, and how many bytes were left the last time.
func collected() (cycles, live uint64) {
	read := []metrics.Sample{{Name: "/gc/cycles/automatic:gc-cycles"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(read)
	return read[0].Value.Uint64(), read[1].Value.Uint64()
}

// pace is how often a program collects, and how busy it was of late.
type pace struct {
	cycles     uint64 // until now
	busy, idle int    // seconds on end
	percent    int
}

// second takes note of a second, at whose end there were so many cycles, and returns the percentage from now on.
func (p *pace) second(cycles uint64) int {
	collected := cycles > p.cycles
	p.cycles = cycles
	if collected {
		p.busy, p.idle = p.busy+1, 0
	} else {
		p.busy, p.idle = 0, p.idle+1
	}
	switch {
	case p.busy >= busySeconds:
		p.percent = busyPercent
	case p.idle >= idleSeconds, p.percent == startPercent && p.idle >= startSeconds:
		p.percent = idlePercent
	}
	return p.percent
}
