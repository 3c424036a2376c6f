package backoff_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/services/backoff"
)

func TestWaitsDoubleUpToTheMaximumAndBeginAgain(t *testing.T) {
	waits := backoff.Exponential{Min: 100 * time.Millisecond, Max: time.Second}
	for range 2 {
		for _, whole := range []time.Duration{100, 200, 400, 800, 1000, 1000} {
			whole *= time.Millisecond
			if got := waits.Next(); got < whole/2 || got > whole {
				t.Errorf("waits %v, want from %v to %v", got, whole/2, whole)
			}
		}
		waits.Reset()
	}
}

func TestManyDoNotComeBackAtOnce(t *testing.T) {
	seen := map[time.Duration]bool{}
	for range 100 {
		waits := backoff.Exponential{Min: time.Second, Max: time.Second}
		seen[waits.Next()] = true
	}
	if len(seen) < 50 {
		t.Errorf("100 tries share %d waits", len(seen))
	}
}

func TestWaitEndsWithTheTimeOrWithTheContext(t *testing.T) {
	clock := clockwork.NewFakeClock()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan bool)
	wait := func() { done <- backoff.Wait(ctx, clock, time.Minute) }

	go wait()
	if err := clock.BlockUntilContext(ctx, 1); err != nil {
		t.Fatal(err)
	}
	clock.Advance(time.Minute)
	if !<-done {
		t.Error("the minute is over, and Wait says the context ended")
	}
	go wait()
	cancel()
	if <-done {
		t.Error("the context ended, and Wait says the minute is over")
	}
}

func TestAnAnswerSaysForHowLongItIsLeftAlone(t *testing.T) {
	clock := clockwork.NewFakeClockAt(time.Date(2026, 3, 2, 5, 0, 0, 0, time.UTC))
	for said, want := range map[string]time.Duration{
		"": 0, "soon": 0, "-5": 0, "0": 0, "90": 90 * time.Second, "99999999": 24 * time.Hour, "1.5": 0,
		"Mon, 02 Mar 2026 05:02:00 GMT": 2 * time.Minute, "Mon, 02 Mar 2026 04:00:00 GMT": 0, "Mon, 02 Mar 2099 04:00:00 GMT": 24 * time.Hour,
	} {
		if got := backoff.RetryAfter(http.Header{"Retry-After": {said}}, clock); got != want {
			t.Errorf("%q is %v, want %v", said, got, want)
		}
	}
	if got := backoff.RetryAfter(http.Header{}, clock); got != 0 {
		t.Errorf("an answer without the header says %v", got)
	}
}
