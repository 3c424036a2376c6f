package discovery_test

import (
	"strings"
	"testing"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/discovery"
)

// A connection that ends, by its age or because the registry restarts, is not a failure.
func TestAWatchThatEndsAndBeginsAgainIsNoWarning(t *testing.T) {
	f := start(t, discovery.Options{})
	garden := define(t, "garden-svc", catalogtest.Tools("sow")...)
	for range 3 {
		stream := f.begins(t)
		stream <- snapshot(1, []*registryv1.Definition{garden}, instance(garden, "a"))
		f.has(t, "garden-svc/a")
		close(stream)
		f.triesAgain(t)
	}
	if log := f.log.String(); strings.Contains(log, "WARN") || strings.Contains(log, "ERROR") {
		t.Errorf("the log is %s", log)
	}
}
