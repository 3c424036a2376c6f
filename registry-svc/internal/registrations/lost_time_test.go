package registrations_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
)

// pause stops the process for longer than a lease lives, or for less.
func (r *running) pause(t testing.TB, d time.Duration) {
	t.Helper()
	r.waiting(t)
	r.clock.Advance(d)
	r.waiting(t) // it has looked at the clock
}

// Renewals that came while the process was stopped are still unread. No instance is lost for that, whether the process
// looks first at the leases that have ended or at the renewals.
func TestALeaseLosesNoTimeInWhichTheRegistryDidNotRun(t *testing.T) {
	for name, lost := range map[string]time.Duration{
		"past the end of the lease": 3 * ttl, "up to shortly before its end": ttl - ttl/4, "for an hour": time.Hour,
	} {
		t.Run(name, func(t *testing.T) {
			r := start(t)
			watch := begin(t, r)
			lease := r.register(t, offer(t, "garden-svc", "one", catalogtest.Tools("sow")...))
			watch.skip(t, 2)
			r.passes(t, ttl/5)
			r.pause(t, lost)
			r.passes(t, ttl*7/10) // of the 4/5 that were left
			r.has(t, "garden-svc/one")
			if renewal, err := r.KeepAlive(t.Context(), lease.ID); err != nil || renewal.TTL != ttl {
				t.Fatalf("the renewal is answered %+v, %v", renewal, err)
			}
			watch.wantsNothing(t)

			r.passes(t, ttl) // and whoever is gone goes, as ever
			watch.wants(t, "-garden-svc/one", "-definition")
			if got := r.Stats().Lost; got < lost || got > lost+ttl/10 {
				t.Errorf("%v are counted as lost, want %v", got, lost)
			}
		})
	}
}

// Whoever comes back first must not take the place of an instance whose renewals were not read.
func TestAPauseLetsNobodyReplaceALivingInstance(t *testing.T) {
	r := stopped()
	first := offer(t, "garden-svc", "one", catalogtest.Tools("sow")...)
	lease := r.register(t, first)
	r.clock.Advance(2 * ttl)
	var taken *registrations.InstanceTakenError
	if _, err := r.Register(t.Context(), first); !errors.As(err, &taken) {
		t.Errorf("without its lease it is replaced: %v", err)
	}
	if _, err := r.KeepAlive(t.Context(), lease.ID); err != nil {
		t.Errorf("its own renewal: %v", err)
	}
}

// A registry that has just started waits until every living service can have registered. A pause does not count as
// waiting.
func TestTheCatalogueIsNotSettledByAPause(t *testing.T) {
	r := start(t, func(o *registrations.Options) { o.Settling = 0 })
	r.passes(t, ttl/2)
	r.pause(t, 2*ttl)
	w := &watcher{Watch: r.watches(t, registrations.Position{})}
	defer w.Close()
	w.wantsNothing(t)
	r.register(t, offer(t, "garden-svc", "one", catalogtest.Tools("sow")...))
	w.wantsNothing(t)
	r.passes(t, ttl/2)
	if got := told(w.next(t)); got != "snapshot of 1" {
		t.Errorf("told %s, want the service that could register after the pause", got)
	}
}

// An operator is told once for each pause, and woken only by one that would have ended leases.
func TestAPauseIsLogged(t *testing.T) {
	for said, pause := range map[string]time.Duration{"level=WARN": 2 * ttl, "level=INFO": ttl / 2} {
		var log bytes.Buffer
		r := stopped(func(o *registrations.Options) { o.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
		lease := r.register(t, offer(t, "garden-svc", "one", catalogtest.Tools("sow")...))
		log.Reset()
		r.clock.Advance(pause)
		for range 3 {
			if _, err := r.KeepAlive(t.Context(), lease.ID); err != nil {
				t.Fatal(err)
			}
		}
		if strings.Count(log.String(), said) != 1 || strings.Count(log.String(), "lost="+pause.String()) != 1 {
			t.Errorf("after %v the log is\n%s", pause, &log)
		}
	}
}
