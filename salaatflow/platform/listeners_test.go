package platform

import (
	"bytes"
	"strings"
	"testing"

	"github.com/salaatflow/platform/gateway"
	registrysvc "github.com/salaatflow/platform/registry-svc"
	"github.com/salaatflow/platform/services/telemetry"
)

// Nobody who starts a second platform has to choose an address for its registry.
func TestTwoPlatformsHaveRegistriesOfTheirOwn(t *testing.T) {
	var log bytes.Buffer
	settings := Config{
		Gateway: gateway.DefaultConfig(), RegistryListen: registrysvc.Address, LogOutput: &log, Telemetry: telemetry.DefaultConfig(),
	}
	settings.Gateway.HTTP, settings.Gateway.OpsAddress = anyPort, anyPort
	addresses := map[string]bool{}
	for range 2 {
		bound, err := listen(t.Context(), settings)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = bound.close() })
		address := bound.registry.Addr().String()
		addresses[address] = true
		warned := strings.Contains(log.String(), "level=WARN") && strings.Contains(log.String(), "address="+address)
		if moved := address != registrysvc.Address; moved != warned {
			t.Errorf("the registry is at %s, of which the log says %q", address, &log)
		}
	}
	if len(addresses) != 2 {
		t.Errorf("both registries are at %v", addresses)
	}
}
