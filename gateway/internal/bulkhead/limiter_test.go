package bulkhead_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/salaatflow/platform/gateway/internal/bulkhead"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/clock"
)

const maxWait = 100 * time.Millisecond

func newLimiter(slots, queued int) *bulkhead.Limiter {
	return bulkhead.New(bulkhead.Options{MaxInFlight: slots, MaxQueued: queued, MaxWait: maxWait, Clock: clock.System()})
}

// fill takes slots, each for another caller, until one is refused.
func fill(t *testing.T, s *bulkhead.Service) (held []bulkhead.Slot, refused *apperr.Error) {
	t.Helper()
	for caller := int32(1); ; caller++ {
		slot, refused := s.Acquire(t.Context(), bulkhead.Caller{UserID: 1000 + caller})
		if refused != nil {
			return held, refused
		}
		held = append(held, slot)
	}
}

func TestAServiceThatHangsLeavesAsMuchAsItHolds(t *testing.T) {
	limiter := newLimiter(1024, 0)
	hanging, refused := fill(t, limiter.Service("tasks-svc"))
	if len(hanging) != 512 {
		t.Errorf("one service holds %d slots of 1024", len(hanging))
	}
	if refused.ToolCode() != "RATE_LIMITED" || !strings.HasPrefix(refused.Message, "tasks-svc is busy: 512 calls") {
		t.Errorf("the refusal is %s: %s", refused.ToolCode(), refused.Message)
	}
	other, _ := fill(t, limiter.Service("masjid-svc"))
	if len(other) != 256 {
		t.Errorf("beside it another has room for %d", len(other))
	}
	for _, slot := range append(hanging, other...) {
		slot.Release()
	}
	if again, _ := fill(t, limiter.Service("masjid-svc")); len(again) != 512 {
		t.Errorf("when all is over another has room for %d", len(again))
	}
}

func TestManyServicesThatHangLeaveRoomForOneMore(t *testing.T) {
	limiter := newLimiter(1024, 0)
	for i := range 8 {
		fill(t, limiter.Service(fmt.Sprint("hanging-", i)))
	}
	if _, refused := limiter.Service("masjid-svc").Acquire(t.Context(), bulkhead.Caller{}); refused != nil {
		t.Errorf("with eight that hang: %v", refused)
	}
}

func TestAFloodOfOneCallerLeavesAServiceToOthers(t *testing.T) {
	limiter := newLimiter(1024, 0)
	tasks, flooding := limiter.Service("tasks-svc"), bulkhead.Caller{UserID: 1}
	held := 0
	var refused *apperr.Error
	for ; refused == nil && held < 2000; held++ {
		_, refused = tasks.Acquire(t.Context(), flooding)
	}
	if held--; held != 342 {
		t.Errorf("one caller holds %d slots", held)
	}
	if want := "tasks-svc is still answering 342 calls of yours"; refused == nil || !strings.HasPrefix(refused.Message, want) {
		t.Errorf("the refusal is %v", refused)
	}
	if others, _ := fill(t, tasks); len(others) < 100 {
		t.Errorf("others have room for %d calls", len(others))
	}
}

// Beside a service that hangs, and whose callers wait for room, calls of another wait for nothing, however many there are.
func TestBesideAServiceThatHangsOthersDoNotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limiter := newLimiter(64, 8)
		hanging, other := limiter.Service("tasks-svc"), limiter.Service("masjid-svc")
		if held, _ := fill(t, hanging); len(held) != 32 {
			t.Fatalf("it holds %d slots of 64", len(held))
		}
		began := time.Now()
		var waiting sync.WaitGroup
		for caller := range int32(8) {
			waiting.Go(func() {
				if _, refused := hanging.Acquire(t.Context(), bulkhead.Caller{UserID: 1 + caller}); refused == nil {
					t.Error("a call of what hangs is let in")
				}
			})
		}
		synctest.Wait() // until all eight wait
		for caller := range int32(1000) {
			slot, refused := other.Acquire(t.Context(), bulkhead.Caller{UserID: 1 + caller})
			if refused != nil {
				t.Fatalf("call %d: %v", caller, refused)
			}
			slot.Release()
		}
		if waited := time.Since(began); waited != 0 {
			t.Errorf("calls of the other waited %v", waited)
		}
		waiting.Wait()
	})
}

func TestACallWaitsForRoomAndGetsIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tasks := newLimiter(2, 8).Service("tasks-svc")
		first, _ := tasks.Acquire(t.Context(), bulkhead.Caller{UserID: 1})
		got := make(chan *apperr.Error, 1)
		go func() {
			slot, refused := tasks.Acquire(t.Context(), bulkhead.Caller{UserID: 2})
			if refused == nil {
				slot.Release()
			}
			got <- refused
		}()
		synctest.Wait()
		select {
		case refused := <-got:
			t.Fatalf("it did not wait: %v", refused)
		default:
		}
		<-time.After(maxWait - time.Millisecond) // by the bubble's clock
		first.Release()
		if refused := <-got; refused != nil {
			t.Errorf("it was refused: %v", refused)
		}
	})
}

func TestAWaitIsBoundedInTimeAndNumber(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const queued = 8
		tasks := newLimiter(2, queued).Service("tasks-svc")
		if _, refused := tasks.Acquire(t.Context(), bulkhead.Caller{UserID: 1}); refused != nil {
			t.Fatal(refused)
		}
		began := time.Now()
		results := make(chan time.Duration, 3*queued)
		for caller := range int32(3 * queued) {
			go func() {
				_, refused := tasks.Acquire(t.Context(), bulkhead.Caller{UserID: 2 + caller})
				if refused == nil || refused.ToolCode() != "RATE_LIMITED" {
					t.Errorf("caller %d got %v", caller, refused)
				}
				results <- time.Since(began)
			}()
		}
		waited := 0
		for range 3 * queued {
			switch took := <-results; took {
			case maxWait:
				waited++
			case 0:
			default:
				t.Errorf("one was refused after %v", took)
			}
		}
		if waited != queued {
			t.Errorf("%d waited, want %d", waited, queued)
		}
	})
}

func TestOneCallerDoesNotFillTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tasks := newLimiter(2, 8).Service("tasks-svc")
		held, _ := tasks.Acquire(t.Context(), bulkhead.Caller{UserID: 1})
		for range 100 {
			go func() {
				if slot, refused := tasks.Acquire(t.Context(), bulkhead.Caller{UserID: 1}); refused == nil {
					slot.Release()
				}
			}()
		}
		synctest.Wait()
		other := make(chan *apperr.Error, 1)
		go func() {
			slot, refused := tasks.Acquire(t.Context(), bulkhead.Caller{UserID: 2})
			if refused == nil {
				slot.Release()
			}
			other <- refused
		}()
		synctest.Wait()
		held.Release()
		if refused := <-other; refused != nil {
			t.Errorf("another caller: %v", refused)
		}
	})
}

func TestACallerWhoGoesWaitsNoLonger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tasks := newLimiter(2, 8).Service("tasks-svc")
		held, _ := tasks.Acquire(t.Context(), bulkhead.Caller{UserID: 1})
		ctx, cancel := context.WithTimeout(t.Context(), maxWait/2)
		defer cancel()
		if _, refused := tasks.Acquire(ctx, bulkhead.Caller{UserID: 2}); refused == nil || refused.ToolCode() != "TIMEOUT" {
			t.Errorf("got %v", refused)
		}
		held.Release()
		if slot, refused := tasks.Acquire(t.Context(), bulkhead.Caller{UserID: 3}); refused != nil {
			t.Errorf("afterwards: %v", refused)
		} else {
			slot.Release()
		}
	})
}

// Whatever comes and goes, no bound is broken and nothing is left.
func TestNothingIsLostUnderLoad(t *testing.T) {
	const slots = 16
	metrics := prometheus.NewRegistry()
	limiter := bulkhead.New(bulkhead.Options{
		MaxInFlight: slots, MaxQueued: 8, MaxWait: time.Millisecond, Clock: clock.System(), Metrics: metrics,
	})
	var mu sync.Mutex
	inFlight := 0
	change := func(by int) {
		mu.Lock()
		defer mu.Unlock()
		if inFlight += by; inFlight > slots {
			t.Errorf("%d are in flight", inFlight)
		}
	}
	var done sync.WaitGroup
	for worker := range 64 {
		done.Go(func() {
			random := rand.New(rand.NewPCG(uint64(worker), 1))
			for range 500 {
				service := limiter.Service(fmt.Sprint("service-", random.IntN(3)))
				slot, refused := service.Acquire(t.Context(), bulkhead.Caller{UserID: random.Int32N(5)})
				if refused != nil {
					continue
				}
				change(1)
				change(-1)
				slot.Release()
			}
		})
	}
	done.Wait()
	for series, value := range gathered(t, metrics) {
		if value != 0 && !strings.HasPrefix(series, "salaatflow_calls_shed_total") {
			t.Errorf("%s is left at %v", series, value)
		}
	}
}

func TestMetricsAreByService(t *testing.T) {
	metrics := prometheus.NewRegistry()
	limiter := bulkhead.New(bulkhead.Options{MaxInFlight: 4, MaxWait: maxWait, Clock: clock.System(), Metrics: metrics})
	fill(t, limiter.Service("tasks-svc"))
	limiter.Service("masjid-svc")
	got := gathered(t, metrics)
	for series, want := range map[string]float64{
		"salaatflow_calls_in_flight{masjid-svc}":         0,
		"salaatflow_calls_in_flight{tasks-svc}":          2,
		"salaatflow_calls_queued{tasks-svc}":             0,
		"salaatflow_calls_shed_total{service,tasks-svc}": 1,
	} {
		if value, ok := got[series]; !ok || value != want {
			t.Errorf("%s is %v (%t), want %v", series, value, ok, want)
		}
	}
}

// gathered gives the value of each series, NAME{LABEL,…}.
func gathered(t *testing.T, metrics *prometheus.Registry) map[string]float64 {
	t.Helper()
	families, err := metrics.Gather()
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]float64{}
	for _, family := range families {
		for _, metric := range family.GetMetric() {
			var labels []string
			for _, label := range metric.GetLabel() {
				labels = append(labels, label.GetValue())
			}
			series := family.GetName() + "{" + strings.Join(labels, ",") + "}"
			values[series] = metric.GetGauge().GetValue() + metric.GetCounter().GetValue()
		}
	}
	return values
}

func BenchmarkAcquire(b *testing.B) {
	tasks := newLimiter(1024, 64).Service("tasks-svc")
	b.Run("one caller", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			slot, _ := tasks.Acquire(b.Context(), bulkhead.Caller{UserID: 1})
			slot.Release()
		}
	})
	b.Run("many at once", func(b *testing.B) {
		b.ReportAllocs()
		b.RunParallel(func(pb *testing.PB) {
			caller := bulkhead.Caller{UserID: rand.Int32()}
			for pb.Next() {
				slot, refused := tasks.Acquire(b.Context(), caller)
				if refused == nil {
					slot.Release()
				}
			}
		})
	})
}
