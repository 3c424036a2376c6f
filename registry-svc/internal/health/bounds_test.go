package health

import (
	"testing"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/catalog"
)

// Whoever registers again and again does not have the registry connect each time.
func TestChecksOutOfTurnAreBoundedByHost(t *testing.T) {
	c := New(Options{})
	at := func(address string) registrations.Registration {
		return registrations.Registration{Instance: catalog.Instance{Address: address}}
	}
	asked := func(addresses ...string) (n int) {
		for i := range 200 {
			if c.mayDouble(at(addresses[i%len(addresses)])) {
				n++
			}
		}
		return n
	}
	if n := asked("10.0.0.1:1", "10.0.0.1:2"); n != suspectsPerHost {
		t.Errorf("of 200 of one host %d are asked at once, want %d", n, suspectsPerHost)
	}
	if !c.mayDouble(at("10.0.0.2:1")) {
		t.Error("another host waits too")
	}
	c.beginRound()
	if !c.mayDouble(at("10.0.0.1:1")) {
		t.Error("it is not asked after a round")
	}
}
