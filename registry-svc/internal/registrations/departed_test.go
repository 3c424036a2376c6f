package registrations_test

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/ownership"
)

// departs checks which instances are remembered as departed, each as service/id and, if it stopped, a full stop.
func (r *running) departs(t *testing.T, want ...string) []registrations.Departed {
	t.Helper()
	r.waiting(t)
	found, err := r.Departed(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range found {
		got = append(got, d.Instance.Service+"/"+d.Instance.ID+map[bool]string{true: "."}[d.Stopped])
	}
	if !slices.Equal(got, want) {
		t.Errorf("departed are %q, want %q", got, want)
	}
	return found
}

func (r *running) starts(t *testing.T, id string) registrations.Lease {
	t.Helper()
	return r.register(t, offer(t, "garden-svc", id, catalogtest.Tools("sow")...))
}

func (r *running) stops(t *testing.T, lease registrations.Lease) {
	t.Helper()
	if err := r.Deregister(t.Context(), lease.ID); err != nil {
		t.Fatal(err)
	}
}

// Whoever dies is gone, with what it offered and what was wrong; whoever stops has stopped, unless others of its service go on.
func TestWhoIsRegisteredNoMoreIsRemembered(t *testing.T) {
	r := start(t)
	began := r.clock.Now()
	dies, goesOn := r.starts(t, "dies"), r.starts(t, "goes on")
	r.passes(t, ttl/10)
	r.keeps(t, dies.ID, goesOn.ID)
	r.departs(t)
	err := r.Observe(t.Context(), map[string]registrations.Health{dies.ID: unreachable}, map[string]string{dies.ID: "no answer"})
	if err != nil {
		t.Fatal(err)
	}
	r.passes(t, ttl/2)
	r.keeps(t, goesOn.ID)
	r.departs(t)
	r.passes(t, ttl/2)
	gone := r.departs(t, "garden-svc/dies")[0]
	if gone.Error != "no answer" || !slices.Equal(gone.Tools, []string{"sow"}) || gone.Version != "1.0.0" ||
		!gone.Since.Equal(began) || !gone.At.Equal(began.Add(ttl+ttl/10)) || gone.Instance.Address != "garden-svc.dies:1" {
		t.Errorf("%+v", gone)
	}
	leaves := r.starts(t, "leaves") // and takes the place of the first
	r.departs(t)
	r.stops(t, leaves)
	r.departs(t)
	r.stops(t, goesOn)
	stopped := r.departs(t, "garden-svc/goes on.")[0]
	if stopped.Error != "" || !stopped.At.Equal(began.Add(ttl+ttl/10)) {
		t.Errorf("%+v", stopped)
	}
	r.starts(t, "another")
	r.departs(t)
}

// An instance without a failed health check is gone because its lease ended.
func TestALeaseThatEndsIsTheReason(t *testing.T) {
	r := start(t)
	r.starts(t, "one")
	r.passes(t, ttl)
	if gone := r.departs(t, "garden-svc/one"); !strings.Contains(gone[0].Error, "not renewed") {
		t.Errorf("%+v", gone)
	}
	r.passes(t, registrations.KeptDeparted-ttl/10)
	r.departs(t, "garden-svc/one")
	r.passes(t, ttl/10)
	r.departs(t)
}

// One that is started again while the lease of its predecessor lives was never gone.
func TestWhoIsReplacedWhileItsLeaseLivesIsNotGone(t *testing.T) {
	r := start(t)
	r.starts(t, "killed")
	r.passes(t, ttl/2)
	again := r.starts(t, "its successor")
	r.passes(t, ttl/2-ttl/10)
	r.keeps(t, again.ID)
	r.passes(t, ttl/2)
	r.has(t, "garden-svc/its successor")
	r.departs(t)
}

// Each instance that comes takes the place of one that is gone: itself, what had its address, or what departed first.
func TestEachInstanceThatComesTakesOnePlace(t *testing.T) {
	r := start(t)
	var living []registrations.Lease
	for _, id := range []string{"a", "b", "c"} {
		living = append(living, r.starts(t, id))
	}
	for _, lease := range living { // the first departs first
		r.passes(t, ttl/10)
		r.keeps(t, lease.ID)
	}
	r.register(t, offer(t, "pond-svc", "a", catalogtest.Tools("fish")...))
	r.passes(t, ttl)
	r.departs(t, "garden-svc/a", "garden-svc/b", "garden-svc/c", "pond-svc/a")
	kept := []registrations.Lease{r.starts(t, "c")}
	r.departs(t, "garden-svc/a", "garden-svc/b", "pond-svc/a")
	sameAddress := offer(t, "garden-svc", "new", catalogtest.Tools("sow")...)
	sameAddress.Address = "garden-svc.b:1"
	kept = append(kept, r.register(t, sameAddress))
	r.departs(t, "garden-svc/a", "pond-svc/a")
	r.register(t, sameAddress) // again, with its lease
	r.departs(t, "garden-svc/a", "pond-svc/a")
	r.starts(t, "anew")
	r.departs(t, "pond-svc/a")
	r.keeps(t, kept[0].ID)
}

func TestAnOperatorForgets(t *testing.T) {
	r := start(t)
	a, b := r.starts(t, "a"), r.starts(t, "b")
	r.passes(t, ttl/10)
	r.keeps(t, a.ID, b.ID)
	r.register(t, offer(t, "pond-svc", "a", catalogtest.Tools("fish")...))
	r.passes(t, ttl)
	r.departs(t, "garden-svc/a", "garden-svc/b", "pond-svc/a")
	if n, err := r.Forget(t.Context(), "garden-svc", "a"); n != 1 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	r.departs(t, "garden-svc/b", "pond-svc/a")
	if _, err := r.Forget(t.Context(), "garden-svc", "a"); !errors.Is(err, registrations.ErrNoneDeparted) {
		t.Errorf("again: %v", err)
	}
	if n, err := r.Forget(t.Context(), "garden-svc", ""); n != 1 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	r.departs(t, "pond-svc/a")
}

// However many others come and go, from however many hosts, what is remembered of them has an end, and there is room for each of
// the platform's services.
func TestOthersCannotFillWhatIsRemembered(t *testing.T) {
	owners, err := ownership.Parse([]string{"salaatflow.tasks=tasks-svc"})
	if err != nil {
		t.Fatal(err)
	}
	many := make([]catalogtest.Tool, 0, 2*registrations.MostDepartedTools)
	for i := range cap(many) {
		many = append(many, catalogtest.Tools(fmt.Sprintf("sow_%03d", i))...)
	}
	r := start(t, func(o *registrations.Options) { o.Owners = owners })
	r.register(t, offer(t, "tasks-svc", "one", catalogtest.Tools("list")...))
	r.passes(t, ttl)
	come := func(service string, instances, host int) {
		o := offer(t, service, "", catalogtest.Tools(strings.ReplaceAll(service, "-", "_"))...)
		if service == "large-svc" {
			o = offer(t, service, "", many...)
		}
		o.Holder.Host = netip.AddrFrom4([4]byte{192, 0, 2, byte(host)})
		for i := range instances {
			o.InstanceID, o.Address = fmt.Sprint(i), fmt.Sprintf("192.0.2.%d:%d", host, 1000+i)
			r.register(t, o)
		}
	}
	counts := func(service string) (n int) {
		r.waiting(t)
		found, err := r.Departed(t.Context(), service)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range found {
			if len(d.Tools) > registrations.MostDepartedTools {
				t.Errorf("%d tools of %s are remembered", len(d.Tools), d.Instance.Service)
			}
		}
		return len(found)
	}
	come("large-svc", 40, 1)
	r.passes(t, ttl)
	if n := counts("large-svc"); n != 16 {
		t.Errorf("%d instances of one service are remembered", n)
	}
	for i := range 40 {
		come(fmt.Sprintf("one-%d-svc", i), 1, 2)
	}
	r.passes(t, ttl)
	if n := counts(""); n != 1+16+32 {
		t.Errorf("%d are remembered, of which 32 are of one host", n)
	}
	for host := 3; host < 20; host++ {
		for i := range 10 {
			come(fmt.Sprintf("host-%d-%d-svc", host, i), 1, host)
		}
	}
	r.passes(t, ttl)
	if n := counts(""); n != 1+128 {
		t.Errorf("%d are remembered in all", n)
	}
	if n := counts("tasks-svc"); n != 1 {
		t.Errorf("%d of the platform's are remembered", n)
	}
}

// A check of another replica's registry is known to the one that removes the instance.
func TestWhatAnotherRegistryFoundIsRemembered(t *testing.T) {
	one, other := two(t)
	other.clock = one.clock
	lease := one.register(t, offer(t, "garden-svc", "0", catalogtest.Tools("sow")...))
	one.keeps(t, lease.ID)
	if err := other.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	err := other.Observe(t.Context(), map[string]registrations.Health{lease.ID: unreachable}, map[string]string{lease.ID: "no answer"})
	if err != nil {
		t.Fatal(err)
	}
	one.passes(t, 2*ttl)
	for _, r := range []*running{one, other} {
		if gone := r.departs(t, "garden-svc/0"); gone[0].Error != "no answer" {
			t.Errorf("%+v", gone)
		}
	}
}
