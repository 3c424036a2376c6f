package kit_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"go.uber.org/fx"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kit/kittest"
)

// errAway is what the depot of these tests says while it cannot be reached; a Classify function makes it UNAVAILABLE.
var errAway = errors.New("no route to the depot")

func classify(err error) error {
	if errors.Is(err, errAway) {
		return apperr.Unavailable("the depot is away").WithCause(err)
	}
	return err
}

// depot is something that a service cannot do without.
type depot struct {
	events
	state atomic.Pointer[error] // what using it gives
}

func (d *depot) is(err error) { d.state.Store(&err) }

func (d *depot) step(name string) func(context.Context) error {
	return func(context.Context) error {
		err := *d.state.Load()
		d.add(fmt.Sprintf("%s: %v", name, err))
		return err
	}
}

func (d *depot) Run(ctx context.Context) {
	d.add("works in the background")
	<-ctx.Done()
}

func (d *depot) needed(config kit.Config) kit.Module {
	return module("tasks-svc", "x", config,
		kit.ClassifyErrors(classify),
		fx.Provide(fx.Private, func(p *kit.Preparation) *depot {
			p.Append("the depot", d.step("open"))
			p.Append("the shelves", d.step("count"))
			return d
		}),
		kit.Background[*depot](),
	)
}

func TestAServiceIsPreparedBeforeItServes(t *testing.T) {
	d := &depot{}
	d.is(nil)
	config := kittest.Config(t)
	conn := kittest.Start(t, config, d.needed(config))
	if got := d.all(); len(got) < 2 || got[0] != "open: <nil>" || got[1] != "count: <nil>" {
		t.Errorf("got %q", got)
	}
	if _, err := tasksv1.NewTaskServiceClient(conn).GetTask(user(t.Context()), &tasksv1.GetTaskRequest{TaskId: 1}); err != nil {
		t.Errorf("a call: %v", err)
	}
	kittest.Within(t, time.Minute, "it works in the background", func() bool { return slices.Contains(d.all(), "works in the background") })
}

// What is away is asked for again, less and less often, and until it is there nobody hears anything but UNAVAILABLE.
func TestAServiceStartsWithoutWhatIsAwayAndTriesAgain(t *testing.T) {
	d, clock := &depot{}, clockwork.NewFakeClock()
	d.is(errAway)
	config := kittest.Config(t)
	config.Clock, config.OpsAddress = clock, kittest.FreeAddress(t)
	client := tasksv1.NewTaskServiceClient(kittest.Start(t, config, d.needed(config)))
	call := func() string {
		if _, err := client.GetTask(user(t.Context()), &tasksv1.GetTaskRequest{TaskId: 1}); err != nil {
			return apperr.From(err).ToolCode()
		}
		return ""
	}
	if err := clock.BlockUntilContext(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if code := call(); code != "NETWORK_ERROR" {
		t.Errorf("a call is %q", code)
	}
	if _, err := client.GetTask(t.Context(), &tasksv1.GetTaskRequest{TaskId: 1}); apperr.From(err).ToolCode() != "AUTH_REQUIRED" {
		t.Errorf("who may not call hears %v", err)
	}
	code, why := kittest.Get(t, "http://"+config.OpsAddress+"/readyz")
	if code != 503 || !strings.Contains(why, "the depot: "+errAway.Error()) {
		t.Errorf("/readyz is %d: %s", code, why)
	}
	if got := kittest.Health(t.Context(), config.ListenAddress, ""); got != "NOT_SERVING" {
		t.Errorf("health is %s", got)
	}
	clock.Advance(200 * time.Millisecond)
	if err := clock.BlockUntilContext(t.Context(), 1); err != nil { // it has tried, and waits again
		t.Fatal(err)
	}
	if got := d.all(); len(got) != 2 {
		t.Errorf("after 200 ms: %q, want two tries", got)
	}
	d.is(nil)
	clock.Advance(2 * time.Second)
	kittest.Within(t, time.Minute, "it is ready", func() bool {
		return kittest.Health(t.Context(), config.ListenAddress, "") == "SERVING"
	})
	if code := call(); code != "" {
		t.Errorf("the depot is there, and a call is %s", code)
	}
	kittest.Within(t, time.Minute, "it works in the background", func() bool { return slices.Contains(d.all(), "works in the background") })
	want := []string{"open: " + errAway.Error(), "open: " + errAway.Error(), "open: <nil>", "count: <nil>", "works in the background"}
	if got := d.all(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWhatCannotMendItselfEndsTheProgram(t *testing.T) {
	broken := errors.New("the depot has burnt down")
	t.Run("at the start", func(t *testing.T) {
		d := &depot{}
		d.is(broken)
		app, err := kit.NewApp(d.needed(kittest.Config(t)))
		if err != nil {
			t.Fatal(err)
		}
		if err := app.Run(t.Context()); !errors.Is(err, broken) {
			t.Errorf("it ends with %v", err)
		}
	})
	t.Run("later", func(t *testing.T) {
		d, clock := &depot{}, clockwork.NewFakeClock()
		d.is(errAway)
		config := kittest.Config(t)
		config.Clock = clock
		app, err := kit.NewApp(d.needed(config))
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- app.Run(t.Context()) }()
		if err := clock.BlockUntilContext(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		d.is(broken)
		clock.Advance(200 * time.Millisecond)
		if err := <-ended; !errors.Is(err, broken) {
			t.Errorf("it ends with %v", err)
		}
		if slices.Contains(d.all(), "works in the background") {
			t.Error("it worked in the background unprepared")
		}
	})
}

func TestAServiceStopsWhileItStillWaits(t *testing.T) {
	d := &depot{}
	d.is(errAway)
	config := kittest.Config(t)
	t.Run("it runs", func(t *testing.T) { kittest.Run(t, d.needed(config)) })
	if slices.Contains(d.all(), "works in the background") {
		t.Error("it worked in the background unprepared")
	}
}
