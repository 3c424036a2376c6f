package clock_test

import (
	"testing"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

func TestStartingAtStandsThereAndRunsOn(t *testing.T) {
	start := time.Date(2026, 3, 1, 4, 30, 0, 0, time.UTC)
	c := clock.StartingAt(start)

	first := c.Now()
	<-c.After(time.Millisecond)
	second := c.Now()

	if first.Before(start) || first.Sub(start) > time.Minute {
		t.Fatalf("began at %v, want %v", first, start)
	}
	if second.Sub(first) < time.Millisecond {
		t.Fatalf("ran on by %v in a millisecond or more", second.Sub(first))
	}
	if since := c.Since(start); since < time.Millisecond || since > time.Minute {
		t.Fatalf("Since(start) = %v", since)
	}
	if until := c.Until(start.Add(time.Hour)); until > time.Hour || until < 59*time.Minute {
		t.Fatalf("Until(start+1h) = %v", until)
	}
}

func TestSystemIsTheMachinesClock(t *testing.T) {
	if d := time.Since(clock.System().Now()); d < 0 || d > time.Minute {
		t.Fatalf("the system clock is off by %v", d)
	}
}
