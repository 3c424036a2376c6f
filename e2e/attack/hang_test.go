//go:build attack

package attack

import (
	"context"
	"fmt"
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

// roundCalls are made on each platform. How much longer they take is what `go run ./e2e/bench -only isolation` measures, with
// enough of them to tell.
const roundCalls = 2000

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
	goals := harness.Run(t, harness.Build(t, filepath.Join("..", "..", "examples", "goals-go"), false),
		"-registry", p.registry, "-data", filepath.Join(t.TempDir(), "goals.db"))
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

// besideWhatHangs calls other services while one hangs: none of those calls is refused or fails, and so many of the hanging one
// are as leave room for others.
func besideWhatHangs(t *testing.T, p, calm *target, begin func() (h *hanging, end func())) {
	t.Helper()
	inTurns(t, p, calm, roundCalls/5) // warms up
	hanging, end := begin()
	defer end()
	beside, alone := inTurns(t, p, calm, roundCalls)
	t.Logf("p99 of %d calls of others: %v beside the hanging service, %v where none hangs; p50 %v, %v; shed %d, over %d",
		roundCalls, percentile(beside, 99), percentile(alone, 99), percentile(beside, 50), percentile(alone, 50),
		hanging.shed.Load(), hanging.over.Load())
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
