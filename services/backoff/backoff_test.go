package backoff_test

import (
	"context"
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
