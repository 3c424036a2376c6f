package kit_test

import (
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kit/kittest"
)

// The drain delay goes by the injected clock: calls are taken until it is over, and not a moment longer is waited.
func TestCallsAreTakenForTheDrainDelay(t *testing.T) {
	clock := clockwork.NewFakeClock()
	config := kittest.Config(t)
	config.Clock, config.DrainDelay = clock, time.Hour
	app, err := kit.NewApp(module("tasks-svc", "x", config))
	if err != nil {
		t.Fatal(err)
	}
	if err := app.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	stopped := make(chan error, 1)
	go func() { stopped <- app.Stop(t.Context()) }()
	if err := clock.BlockUntilContext(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if got := kittest.Health(t.Context(), config.ListenAddress, ""); got != "NOT_SERVING" {
		t.Errorf("while it drains its health is %s", got)
	}
	clock.Advance(time.Hour)
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}
