package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
)

// A watch looks at each interval, appends what it sees where nobody sits, survives what fails in between, and ends with Ctrl-C.
func TestWatch(t *testing.T) {
	clock := clockwork.NewFakeClock()
	var out, failed strings.Builder
	ctx, cancel := context.WithCancel(t.Context())
	looks, ended := 0, make(chan error, 1)
	go func() {
		ended <- watched{interval(time.Minute)}.each(ctx, Streams{Out: &out, Err: &failed, Clock: clock}, func(to Streams) error {
			looks++
			if looks == 2 {
				return errors.New("the gateway is away")
			}
			fmt.Fprintln(to.Out, "look", looks)
			return nil
		})
	}()
	for range 2 {
		if err := clock.BlockUntilContext(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		clock.Advance(time.Minute)
	}
	if err := clock.BlockUntilContext(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-ended; err != nil || out.String() != "look 1\nlook 3\n" || failed.String() != "salaatflow: the gateway is away\n" {
		t.Errorf("%v, %q, %q", err, out.String(), failed.String())
	}
}

// What is wrong from the start is not tried again and again.
func TestAWatchThatCannotBegin(t *testing.T) {
	wrong := errors.New("no gateway")
	look := func(Streams) error { return wrong }
	if err := (watched{interval(time.Minute)}).each(t.Context(), Streams{Out: &strings.Builder{}}, look); !errors.Is(err, wrong) {
		t.Error(err)
	}
}

func TestIntervals(t *testing.T) {
	for flag, want := range map[string]string{"--watch=0s": "at least 100ms", "--watch=soon": "at least 100ms", "--watch=": "at least 100ms"} {
		if code, _, failed := run(t, "tools", flag, "--gateway=http://127.0.0.1:1"); code != exitUsage || !strings.Contains(failed, want) {
			t.Errorf("%s: %d %s", flag, code, failed)
		}
	}
}
