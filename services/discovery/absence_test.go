package discovery_test

import (
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"time"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/grpcclient"
)

func TestARegistryThatCannotBeReachedIsSaidSoonAndByItsAddress(t *testing.T) {
	const nowhere = "127.0.0.1:1"
	conn, err := grpcclient.Dial(nowhere, grpcclient.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	log := &logbook{}
	w := discovery.New(discovery.Options{Registry: conn, Logger: slog.New(slog.NewTextHandler(log, nil))})
	if err := w.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer w.Stop(t.Context())
	began := time.Now()
	for !strings.Contains(log.String(), "level=WARN") {
		if time.Since(began) > 2*time.Second {
			t.Fatalf("nothing is said after 2 seconds: %s", log)
		}
		runtime.Gosched()
	}
	if !strings.Contains(log.String(), "registry="+nowhere) {
		t.Errorf("it does not say where: %s", log)
	}
}

// A connection that ends, by its age or because the registry restarts, is no failure.
func TestAWatchThatEndsAndBeginsAgainIsNoWarning(t *testing.T) {
	f := start(t, discovery.Options{})
	garden := define(t, "garden-svc", catalogtest.Tools("sow")...)
	for range 3 {
		stream := f.begins(t)
		stream <- snapshot(1, []*registryv1.Definition{garden}, instance(garden, "a"))
		f.has(t, "garden-svc/a")
		close(stream)
		f.after(t, 2*time.Second)
	}
	if log := f.log.String(); strings.Contains(log, "WARN") || strings.Contains(log, "ERROR") {
		t.Errorf("the log is %s", log)
	}
}
