package registrations_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
)

const (
	serving     = registrations.Serving
	notServing  = registrations.NotServing
	unreachable = registrations.Unreachable
)

// garden is a registry with some instances of one service, numbered from 0.
func garden(t *testing.T, instances int) (*running, []string) {
	t.Helper()
	r := start(t)
	leases := make([]string, instances)
	for i := range leases {
		leases[i] = r.register(t, offer(t, "garden-svc", fmt.Sprint(i), catalogtest.Tools("sow")...)).ID
	}
	return r, leases
}

func (r *running) observe(t *testing.T, found map[string]registrations.Health) {
	t.Helper()
	if err := r.Observe(t.Context(), found, nil); err != nil {
		t.Fatal(err)
	}
}

func TestWhatSaysThatItDoesNotServeIsOutUntilItServesAgain(t *testing.T) {
	r, leases := garden(t, 2)
	watch := begin(t, r)
	r.observe(t, map[string]registrations.Health{leases[0]: notServing, leases[1]: serving})
	watch.wants(t, "-garden-svc/0")
	r.has(t, "garden-svc/1")
	if _, err := r.KeepAlive(t.Context(), leases[0]); err != nil {
		t.Errorf("its lease ended: %v", err)
	}
	r.observe(t, map[string]registrations.Health{leases[0]: serving})
	watch.wants(t, "+garden-svc/0")
}

func TestTheLastInstanceIsOutTooWhenItSaysThatItDoesNotServe(t *testing.T) {
	r, leases := garden(t, 1)
	watch := begin(t, r)
	r.observe(t, map[string]registrations.Health{leases[0]: notServing})
	watch.wants(t, "-garden-svc/0", "-definition")
	r.observe(t, map[string]registrations.Health{leases[0]: serving})
	watch.wants(t, "+definition", "+garden-svc/0")
}

func TestWhatCannotBeReachedTwiceIsOutUntilItIsReached(t *testing.T) {
	r, leases := garden(t, 2)
	watch := begin(t, r)
	r.observe(t, map[string]registrations.Health{leases[0]: unreachable})
	watch.wantsNothing(t)
	r.observe(t, map[string]registrations.Health{leases[0]: serving})
	r.observe(t, map[string]registrations.Health{leases[0]: unreachable})
	watch.wantsNothing(t)
	r.observe(t, map[string]registrations.Health{leases[0]: unreachable})
	watch.wants(t, "-garden-svc/0")
	r.observe(t, map[string]registrations.Health{leases[0]: serving})
	watch.wants(t, "+garden-svc/0")
}

func TestWhatIsSilentIsOutWhenItCannotBeReachedOnce(t *testing.T) {
	r, leases := garden(t, 2)
	watch := begin(t, r)
	r.Silent(leases[0])
	r.observe(t, map[string]registrations.Health{leases[0]: serving})
	watch.wantsNothing(t)
	r.observe(t, map[string]registrations.Health{leases[0]: unreachable})
	watch.wants(t, "-garden-svc/0")
	if _, err := r.KeepAlive(t.Context(), leases[0]); err != nil { // on a new stream
		t.Fatal(err)
	}
	watch.wants(t, "+garden-svc/0")
}

func TestTheRegistryTakesNobodyOutWhenItReachesLessThanHalf(t *testing.T) {
	const instances = 5
	for lost := range instances + 1 {
		t.Run(fmt.Sprintf("%d of %d cannot be reached", lost, instances), func(t *testing.T) {
			r, leases := garden(t, instances)
			found := map[string]registrations.Health{}
			for i, lease := range leases {
				found[lease] = serving
				if i < lost {
					found[lease] = unreachable
				}
			}
			r.observe(t, found)
			r.observe(t, found)
			catalog, err := r.Catalog()
			if err != nil {
				t.Fatal(err)
			}
			want := instances - lost
			if 2*lost > instances {
				want = instances
			}
			if got := len(catalog.Instances()); got != want {
				t.Errorf("%d are left, want %d", got, want)
			}
		})
	}
}

func TestEvenThenLeasesAndWhatInstancesSayOfThemselvesCount(t *testing.T) {
	r, leases := garden(t, 3)
	everybody := map[string]registrations.Health{leases[0]: notServing, leases[1]: unreachable, leases[2]: unreachable}
	r.observe(t, everybody)
	r.observe(t, everybody)
	r.has(t, "garden-svc/1", "garden-svc/2")
	watch := begin(t, r)
	if err := r.Deregister(t.Context(), leases[1]); err != nil {
		t.Fatal(err)
	}
	// Now half can be reached, and the registry trusts its own checks again.
	watch.wants(t, "-garden-svc/1", "-garden-svc/2", "-definition")
}

func TestWhoRegistersAgainIsTakenToServe(t *testing.T) {
	r, leases := garden(t, 2)
	watch := begin(t, r)
	r.observe(t, map[string]registrations.Health{leases[0]: notServing})
	watch.wants(t, "-garden-svc/0")
	r.register(t, offer(t, "garden-svc", "0", catalogtest.Tools("sow")...))
	watch.wants(t, "+garden-svc/0")
	r.observe(t, map[string]registrations.Health{leases[0]: notServing}) // of the older lease, arriving late
	watch.wantsNothing(t)
}

func TestWhoStaysOrFallsSilentIsToBeCheckedAtOnce(t *testing.T) {
	r, leases := garden(t, 3)
	if got := r.TakeSuspects(); len(got) != 0 {
		t.Errorf("after three registered, to be checked are %v", got)
	}
	for range 2 {
		for _, lease := range leases[:2] {
			if _, err := r.KeepAlive(t.Context(), lease); err != nil {
				t.Fatal(err)
			}
		}
	}
	<-r.Suspects()
	if got := r.TakeSuspects(); !slices.Equal(got, leases[:2]) {
		t.Errorf("when two have renewed their leases, to be checked are %v", got)
	}
	renewed, err := r.Renewed(t.Context())
	if err != nil || len(renewed) != 2 || renewed[0].LeaseID != leases[0] || renewed[1].LeaseID != leases[1] {
		t.Errorf("renewed are %v, %v, want the two", renewed, err)
	}
	r.Silent(leases[1])
	r.Silent("never given")
	<-r.Suspects()
	if got := r.TakeSuspects(); len(got) != 1 || got[0] != leases[1] {
		t.Errorf("to be checked are %v, want the silent one", got)
	}
}
