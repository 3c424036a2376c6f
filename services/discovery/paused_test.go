package discovery_test

import (
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc/codes"
)

// The tests of this file run in bubbles of synctest: the time in them is not the machine's.

// slowest is how long the slowest call took.
func (l *load) slowest() (slowest time.Duration) {
	for _, took := range l.took {
		slowest = max(slowest, took)
	}
	return slowest
}

// When every instance of a service is paused, who calls it first waits for their deadline, and who comes later hears at once that it
// does not answer, until it does.
func TestAPausedServiceFailsFastUntilItGoesOn(t *testing.T) {
	for name, every := range map[string]time.Duration{
		"many calls": 5 * time.Millisecond, "some calls": 100 * time.Millisecond, "few calls": 2 * time.Second,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				conn, a, b := pair(t)
				const half = 6 * time.Second
				for _, method := range []string{look, sow} {
					a.pause()
					b.pause()
					first, second, after := load{}, load{}, load{}
					first.run(t, conn, method, every, half)
					before := a.since(time.Time{}) + b.since(time.Time{})
					second.run(t, conn, method, every, half)
					second.ends()
					if slowest := second.slowest(); slowest > 0 || second.failures[codes.Unavailable] != len(second.took) {
						t.Errorf("in the second half, of %d, failed %v; the slowest took %v", len(second.took), second.failures, slowest)
					}
					if sent := a.since(time.Time{}) + b.since(time.Time{}) - before; sent != 0 {
						t.Errorf("in the second half %d calls were sent to them", sent)
					}
					a.goOn()
					b.goOn()
					<-time.After(time.Second)
					after.run(t, conn, method, every, half)
					first.ends()
					after.ends()
					if len(after.failures) != 0 || after.by["a"] == 0 || after.by["b"] == 0 {
						t.Errorf("when they go on, %v, failed %v", after.by, after.failures)
					}
				}
			})
		})
	}
}

// Whose calls all take long is not paused: it answers for its health.
func TestASlowServiceIsNotTakenForAPausedOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		conn, a, b := pair(t)
		a.set(9*time.Second, nil)
		b.set(9*time.Second, nil)
		slow := load{}
		slow.run(t, conn, sow, 100*time.Millisecond, time.Minute)
		slow.ends()
		if len(slow.failures) != 0 {
			t.Errorf("of %d failed %v", len(slow.took), slow.failures)
		}
	})
}
