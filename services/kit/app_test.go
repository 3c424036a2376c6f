package kit_test

import (
	"slices"
	"testing"

	"go.uber.org/fx"

	"github.com/salaatflow/platform/services/kit"
)

// What must outlive the services, such as the lock on their data, is closed when all of them have stopped.
func TestWhatIsClosedOutlivesTheModulesAfterIt(t *testing.T) {
	var order []string
	stops := func(name string) func() error {
		return func() error {
			order = append(order, name)
			return nil
		}
	}
	module := func(name string) kit.Module {
		return fx.Module(name, fx.Invoke(func(lc fx.Lifecycle) { lc.Append(fx.StopHook(stops(name))) }))
	}
	startAndStop(t, kit.Closing(stops("lock")), module("service"), module("gateway"))
	if want := []string{"gateway", "service", "lock"}; !slices.Equal(order, want) {
		t.Errorf("stopped in the order %q, want %q", order, want)
	}
}

// startAndStop composes modules, starts them and stops them.
func startAndStop(t *testing.T, modules ...kit.Module) {
	t.Helper()
	app, err := kit.NewApp(modules...)
	if err != nil {
		t.Fatal(err)
	}
	if err := app.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := app.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
}
