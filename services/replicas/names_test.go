package replicas

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"google.golang.org/grpc/resolver"
)

// told takes what a resolver says.
type told struct {
	resolver.ClientConn
	states chan []string
	errs   chan error
}

func (t told) UpdateState(state resolver.State) error {
	var addresses []string
	for _, address := range state.Addresses {
		addresses = append(addresses, address.Addr)
	}
	t.states <- addresses
	return nil
}

func (t told) ReportError(err error) { t.errs <- err }

type zone struct {
	answers chan []string
}

func (z zone) lookup(ctx context.Context, host string) ([]string, error) {
	select {
	case found := <-z.answers:
		if found == nil {
			return nil, errors.New("no such host")
		}
		return found, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// All replicas are replaced one after the other, as in a roll-out, and whoever uses them goes on with the new ones.
func TestReplicasThatComeInThePlaceOfOthersAreKnownSoon(t *testing.T) {
	z, cc, clock := zone{make(chan []string)}, told{states: make(chan []string), errs: make(chan error)}, clockwork.NewFakeClock()
	target, err := url.Parse("dns:///registry-headless:9000")
	if err != nil {
		t.Fatal(err)
	}
	r, err := nameBuilder{z.lookup, clock}.Build(resolver.Target{URL: *target}, cc, resolver.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	expect := func(want ...string) {
		t.Helper()
		if got := <-cc.states; !slices.Equal(got, want) {
			t.Errorf("the replicas are %v, want %v", got, want)
		}
	}
	wait := func(d time.Duration) { // the pause before a lookup is over
		t.Helper()
		const timers = 2 // for the next lookup, and for the soonest
		if err := clock.BlockUntilContext(t.Context(), timers); err != nil {
			t.Fatal(err)
		}
		clock.Advance(d)
	}

	z.answers <- []string{"10.0.0.2", "10.0.0.1"}
	expect("10.0.0.1:9000", "10.0.0.2:9000")
	wait(lookupInterval)
	z.answers <- []string{"10.0.0.1", "10.0.0.2"} // nothing is told
	wait(lookupInterval)
	z.answers <- []string{"10.0.0.3", "10.0.0.2"}
	expect("10.0.0.2:9000", "10.0.0.3:9000")

	r.ResolveNow(resolver.ResolveNowOptions{}) // a connection broke
	wait(lookupPause)
	z.answers <- nil
	if err := <-cc.errs; err == nil {
		t.Error("a name that is not found is no error")
	}
	wait(lookupInterval)
	z.answers <- []string{"::1"}
	expect("[::1]:9000")
}
