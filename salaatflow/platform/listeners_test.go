package platform

import (
	"testing"

	"github.com/salaatflow/platform/gateway"
	registrysvc "github.com/salaatflow/platform/registry-svc"
)

// Nobody who starts a second platform has to choose an address for its registry.
func TestTwoPlatformsHaveRegistriesOfTheirOwn(t *testing.T) {
	settings := Config{Gateway: gateway.DefaultConfig(), RegistryListen: registrysvc.Address}
	settings.Gateway.HTTP = anyPort
	addresses := map[string]bool{}
	for range 2 {
		bound, err := listen(t.Context(), settings)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = bound.close() })
		addresses[bound.registry.Addr().String()] = true
	}
	if len(addresses) != 2 {
		t.Errorf("both registries are at %v", addresses)
	}
}
