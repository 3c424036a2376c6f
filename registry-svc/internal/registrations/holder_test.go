package registrations_test

import (
	"bytes"
	"errors"
	"log/slog"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
)

func by(o registrations.Offer, host string, trusted bool) registrations.Offer {
	o.Holder = registrations.NewHolder(netip.MustParseAddr(host), trusted)
	return o
}

func TestALivingInstanceIsReplacedOnlyByWhoShowsItsLease(t *testing.T) {
	r := start(t)
	o := offer(t, "garden-svc", "one", catalogtest.Tools("sow")...)
	lease, err := r.Register(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	watch := begin(t, r)
	stolen := o
	stolen.Address = "thief:1"
	for _, shown := range []string{"", "guessed", lease.ID + "x"} {
		stolen.PreviousLease = shown
		var taken *registrations.InstanceTakenError
		if _, err := r.Register(t.Context(), stolen); !errors.As(err, &taken) {
			t.Errorf("showing %q: %v, want that the instance is taken", shown, err)
		}
	}
	watch.wantsNothing(t)
	if _, err := r.KeepAlive(t.Context(), lease.ID); err != nil {
		t.Errorf("the lease ended: %v", err)
	}

	moved := o
	moved.Address, moved.PreviousLease = "elsewhere:1", lease.ID
	again, err := r.Register(t.Context(), moved)
	if err != nil {
		t.Fatal(err)
	}
	watch.wants(t, "+garden-svc/one")
	if _, err := r.KeepAlive(t.Context(), lease.ID); !errors.Is(err, registrations.ErrNoLease) {
		t.Errorf("the older lease: %v", err)
	}

	r.passes(t, ttl-1)
	if _, err := r.Register(t.Context(), stolen); err == nil {
		t.Error("it is replaced before its lease ends")
	}
	r.passes(t, 1)
	watch.wants(t, "-garden-svc/one", "-definition")
	if _, err := r.Register(t.Context(), o); err != nil {
		t.Errorf("after the end of %s: %v", again.ID, err)
	}
}

func TestTheNameOfAServiceIsHeldByItsHostWithoutTheCredential(t *testing.T) {
	const here, there = "10.0.0.1", "10.0.0.2"
	for name, tc := range map[string]struct {
		first, second string
		trusted       bool
		admitted      bool
	}{
		"the same host":                    {here, here, false, true},
		"another host":                     {here, there, false, false},
		"another host with the credential": {here, there, true, true},
		"loopback has many addresses":      {"127.0.0.1", "::1", false, true},
		"one address is written two ways":  {"10.0.0.1", "::ffff:10.0.0.1", false, true},
	} {
		t.Run(name, func(t *testing.T) {
			r := start(t)
			lease := r.register(t, by(offer(t, "garden-svc", "one", catalogtest.Tools("sow")...), tc.first, tc.trusted))
			second := by(offer(t, "garden-svc", "two", catalogtest.Tools("sow")...), tc.second, tc.trusted)
			_, err := r.Register(t.Context(), second)
			if tc.admitted {
				if err != nil {
					t.Errorf("refused: %v", err)
				}
				return
			}
			var taken *registrations.ServiceTakenError
			if !errors.As(err, &taken) {
				t.Fatalf("got %v, want that the name is taken", err)
			}
			if err := r.Deregister(t.Context(), lease.ID); err != nil {
				t.Fatal(err)
			}
			if _, err := r.Register(t.Context(), second); err != nil {
				t.Errorf("when the holder is gone: %v", err)
			}
		})
	}
}

func TestAVersionFarAheadWaitsUntilWhatIsThereHasGone(t *testing.T) {
	version := func(id, version string, trusted bool) registrations.Offer {
		o := by(offer(t, "garden-svc", id, catalogtest.Tools("sow")...), "127.0.0.1", trusted)
		o.Version = version
		return o
	}
	for name, tc := range map[string]struct {
		there, comes   string
		trusted, waits bool
	}{
		"the next patch":               {"1.0.0", "1.0.1", false, false},
		"the next major":               {"v1.9.0", "v2.0.0", false, false},
		"far ahead":                    {"1.0.0", "999.0.0", false, true},
		"the one after the next":       {"v1.0.0", "v3.0.0", false, true},
		"far ahead of a build":         {"dev", "v999.0.0", false, true},
		"beyond all numbers":           {"1.0.0", "99999999999999999999.0.0", false, true},
		"far ahead, by the credential": {"1.0.0", "999.0.0", true, false},
		"older":                        {"9.0.0", "1.0.0", false, false},
		"the same":                     {"1.0.0", "1.0.0", false, false},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			r := start(t, func(o *registrations.Options) { o.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
			lease := r.register(t, version("there", tc.there, tc.trusted))
			r.register(t, version("comes", tc.comes, tc.trusted))
			if !tc.waits {
				r.has(t, "garden-svc/comes", "garden-svc/there")
				if len(r.Stats().Waiting) != 0 || strings.Contains(log.String(), "skips a major") {
					t.Errorf("%v wait, and the log is\n%s", r.Stats().Waiting, &log)
				}
				return
			}
			r.has(t, "garden-svc/there")
			r.register(t, version("there", tc.there, tc.trusted)) // showing its lease, it still counts as the first
			r.has(t, "garden-svc/there")
			if got := r.Stats().Waiting["garden-svc"]; got != 1 {
				t.Errorf("%d are counted as waiting, want 1", got)
			}
			if err := r.Deregister(t.Context(), lease.ID); err != nil {
				t.Fatal(err)
			}
			if err := r.Deregister(t.Context(), r.leases[catalog.InstanceKey{Service: "garden-svc", ID: "there"}]); err != nil {
				t.Fatal(err)
			}
			r.has(t, "garden-svc/comes")
			for _, said := range []string{"its version skips a major one\"", "no longer waits"} {
				if n := strings.Count(log.String(), said); n != 1 {
					t.Errorf("%q is said %d times in\n%s", said, n, &log)
				}
			}
			if got := r.Stats().Waiting["garden-svc"]; got != 0 {
				t.Errorf("%d are counted as waiting, want none", got)
			}
		})
	}
}

func TestWhoIsThereAndKeptAliveKeepsItsAddress(t *testing.T) {
	r := start(t)
	first := r.register(t, offer(t, "garden-svc", "first", catalogtest.Tools("sow")...))
	if _, err := r.KeepAlive(t.Context(), first.ID); err != nil {
		t.Fatal(err)
	}
	r.clock.Advance(time.Second)
	squatter := offer(t, "garden-svc", "squatter", catalogtest.Tools("reap")...)
	squatter.Address = offer(t, "garden-svc", "first").Address
	lease := r.register(t, squatter)
	if _, err := r.KeepAlive(t.Context(), lease.ID); err != nil {
		t.Fatal(err)
	}
	r.has(t, "garden-svc/first")
	r.Silent(first.ID) // its process crashed, and the next one listens at its address
	r.observe(t, map[string]registrations.Health{first.ID: serving, lease.ID: serving})
	r.has(t, "garden-svc/squatter")
}
