//go:build attack

package attack

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/harness"
)

const prayerTimes = "/api/v1/prayer-times?city=Karachi&date=2026-03-02"

// While a service hangs, others take at most slower times as long at the 99th percentile. Calls alternate with calls of
// a second platform where nothing hangs, so that other work on the machine slows both. It can still affect one of them
// more: on two cores with a load of 13, one round in three was over the bound, from 0.75 to 1.69. So only one of a few
// rounds has to be within it.
const (
	slower     = 1.2
	mostRounds = 5
	roundCalls = 2000 // on each platform
)

// A burst is over when more of its calls are refused than one service may have in flight.
const (
	burst     = 1500
	burstOver = 900
)

// A service that does not answer uses its own share of the calls in flight, and no other's.
func TestAHangingServiceTakesNoCallOfOthers(t *testing.T) {
	p, calm := startTarget(t), startTarget(t)
	letHang(t, harness.StartFaulty(t, dial(t, p.registry)))
	eventually(t, 20*time.Second, "the faulty service is known", func() bool {
		return p.send(t, "GET", "/api/v1/tools/"+harness.FaultyTool, "").status == 200
	})
	besideWhatHangs(t, p, calm, func() (*hanging, func()) {
		h := p.hang(t, harness.FaultyTool, fmt.Sprintf(`{"code":%d}`, harness.Hang))
		return h, h.end
	})
}

// A service whose process is stopped (SIGSTOP), as on a machine that swaps, keeps its connections and answers nothing, not even
// to health checks and keepalives. It takes no call of others either, and answers again when it goes on.
func TestAStoppedServiceTakesNoCallOfOthers(t *testing.T) {
	const tool = "discover_sub_goals"
	p, calm := startTarget(t), startTarget(t)
	goals := harness.Run(t, harness.Build(t, filepath.Join("..", "testdata", "goals-svc"), false), "-registry", p.registry)
	goals.Line(t, "serving at")
	answers := func() bool {
		return p.send(t, "POST", "/api/v1/tools/"+tool, `{}`).status == 200
	}
	eventually(t, 20*time.Second, "the service answers", answers)
	signal := func(s syscall.Signal) {
		if err := goals.Process.Signal(s); err != nil {
			t.Errorf("%v: %v", s, err)
		}
	}
	besideWhatHangs(t, p, calm, func() (*hanging, func()) {
		signal(syscall.SIGSTOP)
		h := p.hang(t, tool, `{}`)
		return h, func() {
			signal(syscall.SIGCONT)
			h.end()
			eventually(t, 60*time.Second, "the service answers again", answers)
		}
	})
}

// besideWhatHangs measures calls of other services while one hangs, in rounds, until one is within the bound.
func besideWhatHangs(t *testing.T, p, calm *target, begin func() (h *hanging, end func())) {
	t.Helper()
	inTurns(t, p, calm, roundCalls/5) // warms up
	best := math.Inf(1)
	for range mostRounds {
		hanging, end := begin()
		beside, alone := inTurns(t, p, calm, roundCalls)
		over := hanging.over.Load()
		end()
		if over > 0 {
			t.Logf("%d of the calls that hang were over before the others were measured; the round does not count", over)
			continue
		}
		ratio := float64(percentile(beside, 99)) / float64(percentile(alone, 99))
		t.Logf("p99 of %d calls of others: %v beside the hanging service, %v where none hangs: %.2f; p50 %v, %v; shed %d",
			roundCalls, percentile(beside, 99), percentile(alone, 99), ratio, percentile(beside, 50), percentile(alone, 50),
			hanging.shed.Load())
		if best = min(best, ratio); best <= slower {
			return
		}
	}
	if math.IsInf(best, 1) {
		t.Fatal("in no round could the others be measured while the service hung")
	}
	t.Errorf("while a service hangs, others take %.2f times as long at best, want at most %.1f", best, slower)
}

// hanging is a burst of calls to a service that hangs.
type hanging struct {
	shed, over atomic.Int64 // refused, and ended in another way
	cancel     context.CancelFunc
	calls      sync.WaitGroup
}

// hang makes more calls to a hanging service than there is room for, and waits until the burst is over: those admitted
// hang, and the others are refused.
func (p *target) hang(t testing.TB, tool, arguments string) *hanging {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	h := &hanging{cancel: cancel}
	for i := range burst {
		h.calls.Go(func() {
			got, err := p.try(ctx, fmt.Sprint(1000+i%100), "POST", "/api/v1/tools/"+tool, arguments)
			switch {
			case err == nil && got.status == 429:
				h.shed.Add(1)
				if got.header.Get("Retry-After") == "" {
					t.Errorf("a call is shed without Retry-After: %s", got.body)
				}
			case ctx.Err() == nil:
				h.over.Add(1)
			}
		})
	}
	eventually(t, 20*time.Second, "the burst is over and more calls are shed than let in", func() bool { return h.shed.Load() > burstOver })
	return h
}

// letHang ignores the notifications about hanging calls, of which there are many.
func letHang(t testing.TB, faulty *harness.Faulty) {
	t.Helper()
	go func() {
		for ended := t.Context().Done(); ; {
			select {
			case <-faulty.Hanging:
			case <-ended:
				return
			}
		}
	}()
}

func (h *hanging) end() {
	h.cancel()
	h.calls.Wait()
}

// inTurns makes calls of a healthy service on two platforms, 8 at a time. The two calls of a pair follow each other,
// and the first platform alternates. No call may fail. inTurns returns how long they took.
func inTurns(t testing.TB, a, b *target, calls int) (onA, onB []time.Duration) {
	t.Helper()
	var mu sync.Mutex
	var running sync.WaitGroup
	for range 8 {
		running.Go(func() {
			for i := range calls / 8 {
				var took [2]time.Duration
				for turn := range 2 {
					which := (i + turn) % 2
					began := time.Now()
					got, err := [...]*target{a, b}[which].try(t.Context(), "1", "GET", prayerTimes, "")
					if err != nil || got.status != 200 {
						t.Errorf("a call of a service that is well: %d %s %v", got.status, got.body, err)
						return
					}
					took[which] = time.Since(began)
				}
				mu.Lock()
				onA, onB = append(onA, took[0]), append(onB, took[1])
				mu.Unlock()
			}
		})
	}
	running.Wait()
	if len(onA) != calls {
		t.FailNow()
	}
	return onA, onB
}

func percentile(took []time.Duration, percent int) time.Duration {
	slices.Sort(took)
	return took[(len(took)-1)*percent/100]
}
