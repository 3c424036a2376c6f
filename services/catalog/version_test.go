package catalog_test

import (
	"testing"

	"github.com/salaatflow/platform/services/catalog"
)

func TestAReleaseNamesOneThingForEver(t *testing.T) {
	for version, want := range map[string]bool{
		"1.0.0": true, "v1.20.3": true, "0.1.0": true,
		"v1": false, "1.2": false, "dev": false, "dev-0123456789ab": false, "": false, "v1.0.0-rc1": false, "1.0.0+dirty": false,
		"v0.0.0-20261122184000-0123456789ab": false, "01.0.0": false,
	} {
		if catalog.IsRelease(version) != want {
			t.Errorf("%q is a release: %t, want %t", version, !want, want)
		}
	}
}
