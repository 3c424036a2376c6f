package health

import (
	"testing"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/catalog"
)

// Nobody can make the registry connect again and again by registering again and again.
func TestChecksOutOfTurnAreBoundedByHost(t *testing.T) {
	c := New(Options{})
	at := func(address string) *registrations.Registration {
		return &registrations.Registration{Instance: catalog.Instance{Address: address}}
	}
	asked := func(addresses ...string) (n int) {
		for i := range 200 {
			if c.allowExtra(at(addresses[i%len(addresses)])) {
				n++
			}
		}
		return n
	}
	if n := asked("10.0.0.1:1", "10.0.0.1:2"); n != suspectsPerHost {
		t.Errorf("of 200 of one host %d are asked at once, want %d", n, suspectsPerHost)
	}
	if !c.allowExtra(at("10.0.0.2:1")) {
		t.Error("another host waits too")
	}
	c.beginRound()
	if !c.allowExtra(at("10.0.0.1:1")) {
		t.Error("it is not asked after a round")
	}
}
