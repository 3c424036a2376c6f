//go:build attack

package attack

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/harness"
)

const prayerTimes = "/api/v1/prayer-times?city=Karachi&date=2026-03-02"

// A service that does not answer holds its own share of the calls in flight, and no other's.
func TestAHangingServiceTakesNoCallOfOthers(t *testing.T) {
	p := startTarget(t)
	faulty := harness.StartFaulty(t, dial(t, p.registry))
	eventually(t, 20*time.Second, "the faulty service is known", func() bool {
		return p.send(t, "GET", "/api/v1/tools/"+harness.FaultyTool, "").status == 200
	})
	alone := p.load(t, 400)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	var hanging sync.WaitGroup
	var shed atomic.Int64
	for i := range 1500 {
		hanging.Go(func() {
			got, err := p.try(ctx, fmt.Sprint(1000+i%100), "POST", "/api/v1/tools/"+harness.FaultyTool, fmt.Sprintf(`{"code":%d}`, harness.Hang))
			if err == nil && got.status == 429 {
				shed.Add(1)
				if got.header.Get("Retry-After") == "" {
					t.Errorf("a call is shed without Retry-After: %s", got.body)
				}
			}
		})
	}
	harness.WaitFor(t, "a call that hangs", faulty.Hanging)
	eventually(t, 20*time.Second, "the burst is over and more calls are shed than let in", func() bool { return shed.Load() > 900 })
	beside := p.load(t, 400)
	cancel()
	hanging.Wait()
	p99 := 400 * 99 / 100
	t.Logf("p99 of others: %v alone, %v beside the hanging service (%.2f), which shed %d calls",
		alone[p99], beside[p99], float64(beside[p99])/float64(alone[p99]), shed.Load())
	if shed.Load() == 0 {
		t.Error("1,500 calls of one service that hangs are all let in")
	}
}

// load makes calls of another service, 8 at a time, of which none may fail, and gives how long each took, sorted.
func (p *target) load(t testing.TB, calls int) []time.Duration {
	t.Helper()
	var mu sync.Mutex
	var took []time.Duration
	var running sync.WaitGroup
	for range 8 {
		running.Go(func() {
			for range calls / 8 {
				began := time.Now()
				got, err := p.try(t.Context(), "1", "GET", prayerTimes, "")
				if err != nil || got.status != 200 {
					t.Errorf("a call of a service that is well: %d %s %v", got.status, got.body, err)
					return
				}
				mu.Lock()
				took = append(took, time.Since(began))
				mu.Unlock()
			}
		})
	}
	running.Wait()
	if len(took) != calls {
		t.FailNow()
	}
	slices.Sort(took)
	return took
}
