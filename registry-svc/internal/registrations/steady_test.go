package registrations_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
)

// held is a store whose changes and lists wait until the test lets them go on.
type held struct {
	registrations.Store
	mu    sync.Mutex
	until chan struct{} // nil answers at once
	came  chan struct{}
}

func (h *held) wait() {
	h.mu.Lock()
	until := h.until
	h.mu.Unlock()
	if until != nil {
		h.came <- struct{}{}
		<-until
	}
}

func (h *held) Put(
	ctx context.Context, registration registrations.Registration, admit registrations.Admit,
) (*registrations.Pin, error) {
	h.wait()
	return h.Store.Put(ctx, registration, admit)
}

// A burst of registrations holds the registry's lock for as long as it takes. Leases are renewed meanwhile, so that no
// living instance looks lost.
func TestLeasesAreRenewedDuringABurstOfRegistrations(t *testing.T) {
	store := &held{came: make(chan struct{}, 64)}
	r := start(t, func(o *registrations.Options) {
		store.Store = o.Store
		o.Store = store
	})
	lease, err := r.Register(t.Context(), offer(t, "garden-svc", "a"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.KeepAlive(t.Context(), lease.ID); err != nil {
		t.Fatal(err)
	}
	release := make(chan struct{})
	store.mu.Lock()
	store.until = release
	store.mu.Unlock()
	var burst sync.WaitGroup
	for i := range 32 {
		burst.Go(func() {
			_, _ = r.Register(t.Context(), offer(t, "garden-svc", string(rune('b'+i)))) // admitted or not
		})
	}
	<-store.came // and holds the lock
	for range 10 * int(ttl/time.Second) {
		r.clock.Advance(time.Second)
		renewed := make(chan error, 1)
		go func() {
			renewal, err := r.KeepAlive(t.Context(), lease.ID)
			if err == nil && !renewal.Published {
				t.Error("it is not published any more")
			}
			renewed <- err
		}()
		select {
		case err := <-renewed:
			if err != nil {
				t.Fatal(err)
			}
		case <-time.After(10 * time.Second):
			t.Fatal("the renewal waits for the registrations")
		}
	}
	close(release)
	burst.Wait()
}

// A renewal of a lease whose stream broke is noticed: the fast way is only for leases that are as they should be.
func TestARenewalAfterASilenceIsNoticed(t *testing.T) {
	r := start(t)
	lease, err := r.Register(t.Context(), offer(t, "garden-svc", "a"))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := r.KeepAlive(t.Context(), lease.ID); err != nil {
			t.Fatal(err)
		}
		r.Silent(lease.ID)
		if _, err := r.KeepAlive(t.Context(), lease.ID); err != nil {
			t.Fatal(err)
		}
		// Found missing once, it stays: its lease is being renewed again.
		if err := r.Observe(t.Context(), map[string]registrations.Health{lease.ID: registrations.Unreachable}, nil); err != nil {
			t.Fatal(err)
		}
		if renewal, err := r.KeepAlive(t.Context(), lease.ID); err != nil || !renewal.Published {
			t.Errorf("%+v, %v", renewal, err)
		}
		if err := r.Observe(t.Context(), map[string]registrations.Health{lease.ID: registrations.Serving}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Observe(t.Context(), map[string]registrations.Health{lease.ID: registrations.NotServing}, nil); err != nil {
		t.Fatal(err)
	}
	if renewal, err := r.KeepAlive(t.Context(), lease.ID); err != nil || renewal.Published {
		t.Errorf("one that does not serve: %+v, %v", renewal, err)
	}
}
