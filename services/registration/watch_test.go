package registration_test

import (
	"context"
	"runtime"
	"testing"
	"time"
)

// Readiness follows what gateways can know: not before the registry says so, and no longer than the lease can stand.
func TestWhoWatchesHearsWhenTheInstanceIsKnownAndWhenItsLeaseHasRunOut(t *testing.T) {
	f := start(t, "")
	told := make(chan error)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		f.Watch(ctx, func(known error) {
			select {
			case told <- known:
			case <-ctx.Done():
			}
		})
	}()
	until := func(what string, known bool) {
		t.Helper()
		for {
			select {
			case err := <-told:
				if (err == nil) == known {
					return
				}
			case <-time.After(20 * time.Second):
				t.Fatalf("it is not told that %s", what)
			}
		}
	}
	until("nobody knows of the instance yet", false)
	f.wants(t, exchange{"register users-svc one", nil}, exchange{"keep lease 1", nil})
	until("gateways can know the instance", true)
	for deadline := time.Now().Add(20 * time.Second); ; f.clock.Advance(ttl / 3) { // and the registry is silent
		select {
		case err := <-told:
			if err != nil {
				cancel()
				<-done
				return
			}
		case <-f.clock.set:
		default:
			if time.Now().After(deadline) {
				t.Fatal("it is not told that the lease has run out")
			}
			runtime.Gosched()
		}
	}
}
