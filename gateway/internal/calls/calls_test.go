package calls_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/gateway/internal/calls"
)

var began = time.Date(2026, 3, 2, 5, 0, 0, 0, time.UTC)

func TestFiguresAreOfTheLastMinutes(t *testing.T) {
	clk := clockwork.NewFakeClockAt(began)
	log := calls.New(clk)
	clk.Advance(time.Minute)
	for i := range 100 {
		result := calls.OK
		if i < 10 {
			result = "NOT_FOUND"
		}
		took := time.Duration(i+1) * time.Millisecond
		log.Ended(calls.Call{Operation: "get_task", Result: result, Took: took}, false)
	}
	figures, window := log.Figures()
	if len(figures) != 1 || window != time.Minute {
		t.Fatalf("%+v in %s", figures, window)
	}
	within := func(got, want time.Duration) bool { return got > want*9/10 && got < want*11/10 }
	if f := figures[0]; f.Calls != 100 || f.Errors != 10 || f.PerMinute != 100 || f.ErrorsPerMinute != 10 ||
		!within(f.P50, 50*time.Millisecond) || !within(f.P99, 99*time.Millisecond) {
		t.Errorf("%+v", f)
	}
	clk.Advance(calls.Window)
	figures, window = log.Figures()
	if f := figures[0]; f.Calls != 100 || f.PerMinute != 0 || f.P99 != 0 || window > calls.Window {
		t.Errorf("after the window: %+v in %s", f, window)
	}
}

// Percentiles are right to within a tenth for whatever a call may take.
func TestDurationsAreCountedToWithinATenth(t *testing.T) {
	for took := time.Microsecond; took < time.Minute; took = took*7/5 + time.Microsecond {
		log := calls.New(clockwork.NewFakeClockAt(began))
		log.Ended(calls.Call{Operation: "x", Result: calls.OK, Took: took}, false)
		figures, _ := log.Figures()
		if got := figures[0].P50; got < took.Truncate(time.Microsecond)*9/10 || got > took*11/10 {
			t.Errorf("%s counts as %s", took, got)
		}
	}
}

func TestOnlyTheLatestCallsAreRemembered(t *testing.T) {
	log := calls.New(clockwork.NewFakeClockAt(began))
	for i := range 2 * calls.Latest {
		log.Ended(calls.Call{Operation: fmt.Sprint(i), Result: calls.OK}, false)
	}
	log.Ended(calls.Call{Operation: "private", Result: calls.OK}, true)
	latest := log.Latest(calls.Latest + 1)
	if len(latest) != calls.Latest || latest[0].Operation != fmt.Sprint(2*calls.Latest-1) || latest[0].Number != 2*calls.Latest {
		t.Fatalf("%d calls, %+v first", len(latest), latest[0])
	}
	if latest = log.Latest(3); len(latest) != 3 || latest[2].Number != 2*calls.Latest-2 {
		t.Fatalf("%+v", latest)
	}
}

func TestAFollowerGoesOnWhereItWas(t *testing.T) {
	log := calls.New(clockwork.NewFakeClockAt(began))
	for range 5 {
		log.Ended(calls.Call{Operation: "x", Result: calls.OK}, false)
	}
	missed, follower, err := log.Follow(3)
	if err != nil || len(missed) != 2 || missed[0].Number != 4 {
		t.Fatalf("%+v, %v", missed, err)
	}
	defer follower.Stop()
	log.Ended(calls.Call{Operation: "y", Result: calls.OK}, false)
	if next := <-follower.Calls; next.Number != 6 || next.Operation != "y" {
		t.Errorf("%+v", next)
	}
	others, other, err := log.Follow(1000) // of a gateway that has restarted since
	if err != nil || len(others) != 6 {
		t.Errorf("%d calls, %v", len(others), err)
	}
	other.Stop()
	other.Stop()
}

// Who does not read is cut off, and holds nobody up.
func TestASlowFollowerIsCutOff(t *testing.T) {
	log := calls.New(clockwork.NewFakeClockAt(began))
	_, slow, err := log.Follow(0)
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Stop()
	const many = 10_000
	for range many {
		log.Ended(calls.Call{Operation: "x", Result: calls.OK}, false)
	}
	received := 0
	for range slow.Calls { // until it is closed
		received++
	}
	if received == 0 || received >= many {
		t.Errorf("it received %d of %d calls", received, many)
	}
}

func TestOnlySomeMayFollow(t *testing.T) {
	log := calls.New(clockwork.NewFakeClockAt(began))
	for range 1000 {
		_, follower, err := log.Follow(0)
		if err != nil {
			return
		}
		t.Cleanup(follower.Stop)
	}
	t.Error("anybody may follow")
}

func BenchmarkEnded(b *testing.B) {
	log := calls.New(clockwork.NewRealClock())
	b.ReportAllocs()
	for b.Loop() {
		log.Ended(calls.Call{Operation: "get_task", Door: "tool", UserID: 7, Result: calls.OK, Took: time.Millisecond}, false)
	}
}
