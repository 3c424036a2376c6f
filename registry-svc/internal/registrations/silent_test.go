package registrations_test

import (
	"testing"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
)

// two returns a registry that runs, and one that shares its store and its clock.
func two(t *testing.T) (one, other *running) {
	t.Helper()
	one = start(t, func(o *registrations.Options) { o.Lazy = true })
	other = stopped(func(o *registrations.Options) {
		o.Lazy, o.Store, o.Clock = true, one.Store, one.clock
	})
	return one, other
}

func (r *running) keeps(t *testing.T, leases ...string) {
	t.Helper()
	for _, lease := range leases {
		if _, err := r.KeepAlive(t.Context(), lease); err != nil {
			t.Fatal(err)
		}
	}
}

// A registry that was slow for a moment is left for another one. Its own check of those who left may fail as well, because it
// is still slow: that alone says nothing of an instance whose lease another registry renews.
func TestWhoGoesOnWithAnotherRegistryIsNotOutAfterOneFailedCheck(t *testing.T) {
	one, other := two(t)
	leases := []string{
		one.register(t, offer(t, "garden-svc", "0", catalogtest.Tools("sow")...)).ID,
		one.register(t, offer(t, "garden-svc", "1", catalogtest.Tools("sow")...)).ID,
	}
	one.keeps(t, leases...)
	watch := begin(t, one)
	one.passes(t, ttl/5)
	one.keeps(t, leases...) // which is not written yet
	one.Silent(leases[0])
	one.passes(t, ttl/10)
	other.keeps(t, leases[0])
	one.passes(t, ttl/10)
	one.observe(t, map[string]registrations.Health{leases[0]: unreachable})
	watch.wantsNothing(t)
	one.observe(t, map[string]registrations.Health{leases[0]: unreachable})
	watch.wants(t, "-garden-svc/0")
	one.observe(t, map[string]registrations.Health{leases[0]: serving})
	watch.wants(t, "+garden-svc/0")
}

// What a registry writes later of a stream that broke is no renewal by another.
func TestWhoIsSilentAndGoesOnNowhereIsOutAfterOneFailedCheck(t *testing.T) {
	one, _ := two(t)
	leases := []string{
		one.register(t, offer(t, "garden-svc", "0", catalogtest.Tools("sow")...)).ID,
		one.register(t, offer(t, "garden-svc", "1", catalogtest.Tools("sow")...)).ID,
	}
	one.keeps(t, leases...)
	watch := begin(t, one)
	one.passes(t, ttl/5)
	one.keeps(t, leases...) // which is not written yet
	one.Silent(leases[0])
	one.passes(t, ttl/5) // and now it is
	one.observe(t, map[string]registrations.Health{leases[0]: unreachable})
	watch.wants(t, "-garden-svc/0")
}
