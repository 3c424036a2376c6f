package registrysvc_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/connectivity"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"

	"github.com/salaatflow/platform/registry-svc/internal/registrytest"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/discovery"
)

func TestDuringARollingUpdateACallGoesOnlyToAnInstanceThatOffersTheMethod(t *testing.T) {
	registry := registrytest.Start(t, registrytest.Options{})
	plot{id: "old", version: "1.0.0", tools: catalogtest.Tools("sow", "water")}.registered(t, registry.Address)
	plot{id: "new", version: "1.1.0", tools: catalogtest.Tools("sow", "harvest")}.registered(t, registry.Address)
	watcher := watch(t, registry.Address, discovery.Options{})
	awaitInstances(t, watcher, "old", "new")
	conn := dial(t, watcher, "garden-svc")
	awaitAnswers(t, conn, "sow", "old", "new")

	both := map[string]int{}
	for range 10 {
		both[call(t, conn, "sow")]++
		if got := call(t, conn, "water"); got != "old" {
			t.Fatalf("water was answered by %s, which does not offer it", got)
		}
		if got := call(t, conn, "harvest"); got != "new" {
			t.Fatalf("harvest was answered by %s, which does not offer it", got)
		}
	}
	if both["old"] != 5 || both["new"] != 5 {
		t.Errorf("of 10 calls of what both offer, %v", both)
	}
	_, err := try(t, conn, "weed")
	wantCode(t, err, codes.Unavailable)
}

// awaitAnswers calls until each instance has answered, so that all of them are connected.
func awaitAnswers(t *testing.T, conn *grpc.ClientConn, tool string, ids ...string) {
	t.Helper()
	missing := map[string]bool{}
	for _, id := range ids {
		missing[id] = true
	}
	for deadline := time.Now().Add(eventTimeout); len(missing) > 0; {
		if time.Now().After(deadline) {
			t.Fatalf("%v did not answer", missing)
		}
		if id, err := try(t, conn, tool); err == nil {
			delete(missing, id)
		}
	}
}

func TestACallOfAServiceThatIsNotThereFailsAtOnceAndSaysSo(t *testing.T) {
	registry := registrytest.Start(t, registrytest.Options{})
	watcher := watch(t, registry.Address, discovery.Options{})
	conn := dial(t, watcher, "garden-svc")

	_, err := try(t, conn, "sow")
	if e := apperr.From(err); e.Reason != errorsv1.Reason_REASON_NETWORK_ERROR || !strings.Contains(e.Message, "garden-svc") {
		t.Errorf("got %v, want NETWORK_ERROR that names garden-svc", err)
	}

	plot{tools: catalogtest.Tools("sow")}.registered(t, registry.Address)
	awaitInstances(t, watcher, "one")
	if got := call(t, conn, "sow"); got != "one" {
		t.Errorf("now that it is there, %q answers", got)
	}
}

func TestWhoeverFindsAToolInTheCatalogueCanCallIt(t *testing.T) {
	registry := registrytest.Start(t, registrytest.Options{})
	watcher := watch(t, registry.Address, discovery.Options{})
	conn := dial(t, watcher, "garden-svc")
	for range 10 {
		garden := plot{tools: catalogtest.Tools("sow")}.run(t, registry.Address)
		awaitInstances(t, watcher, "one")
		call(t, conn, "sow")
		if err := garden.stop(); err != nil {
			t.Fatal(err)
		}
		awaitInstances(t, watcher)
		_, err := try(t, conn, "sow")
		wantCode(t, err, codes.Unavailable)
	}
}

func TestWhenAnInstanceIsKilledCallsGoToTheOther(t *testing.T) {
	registry := registrytest.Start(t, registrytest.Options{})
	doomed := plot{id: "doomed", tools: readOnly("look")}.registered(t, registry.Address)
	plot{id: "other", tools: readOnly("look")}.registered(t, registry.Address)
	watcher := watch(t, registry.Address, discovery.Options{})
	awaitInstances(t, watcher, "doomed", "other")
	conn := dial(t, watcher, "garden-svc")
	awaitAnswers(t, conn, "look", "doomed", "other")

	doomed.Kill() // its lease is still kept alive: only the connection shows it
	for range 20 {
		if got := call(t, conn, "look"); got != "other" {
			t.Fatalf("%s answered, which was killed", got)
		}
	}
}

func readOnly(names ...string) []catalogtest.Tool {
	tools := catalogtest.Tools(names...)
	for i := range tools {
		tools[i].ReadOnly = true
	}
	return tools
}

func TestWhenTheOnlyInstanceIsKilledCallsFailAtOnceUntilItIsBack(t *testing.T) {
	registry := registrytest.Start(t, registrytest.Options{})
	garden := plot{tools: catalogtest.Tools("sow")}.registered(t, registry.Address)
	watcher := watch(t, registry.Address, discovery.Options{})
	awaitInstances(t, watcher, "one")
	conn := dial(t, watcher, "garden-svc")
	call(t, conn, "sow")

	garden.Kill()
	awaitState(t, conn, connectivity.TransientFailure)
	_, err := try(t, conn, "sow")
	wantCode(t, err, codes.Unavailable)
	if message := apperr.From(err).Message; strings.Contains(message, garden.Address) {
		t.Errorf("the message shows an address: %s", message)
	}

	catalogtest.Serve(t, "again", garden.Address, catalogtest.Method(pkg, "sow"))
	awaitState(t, conn, connectivity.Ready)
	if got := call(t, conn, "sow"); got != "again" {
		t.Errorf("%q answered", got)
	}
}

func awaitState(t *testing.T, conn *grpc.ClientConn, wanted connectivity.State) {
	t.Helper()
	for state := conn.GetState(); state != wanted; state = conn.GetState() {
		if !conn.WaitForStateChange(t.Context(), state) {
			t.Fatalf("the connection is %v and does not become %v", state, wanted)
		}
	}
}

func TestWhileInstancesComeAndGoInAnOrderlyWayNoCallFails(t *testing.T) {
	registry := registrytest.Start(t, registrytest.Options{})
	tools := catalogtest.Tools("sow") // a call of it is not retried
	running := plot{id: "0", tools: tools}.registered(t, registry.Address)
	watcher := watch(t, registry.Address, discovery.Options{})
	awaitInstances(t, watcher, "0")
	conn := dial(t, watcher, "garden-svc")
	call(t, conn, "sow")

	ctx, stop := context.WithCancel(t.Context())
	var calling sync.WaitGroup
	for range 4 {
		calling.Go(func() {
			for ctx.Err() == nil {
				if _, err := try(t, conn, "sow"); err != nil {
					t.Errorf("a call failed: %v", err)
					return
				}
			}
		})
	}
	for i := range 5 {
		id := fmt.Sprint(i + 1)
		next := plot{id: id, tools: tools}.registered(t, registry.Address)
		awaitAnswers(t, conn, "sow", id)
		if err := running.registration.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
		running.Stop()
		awaitInstances(t, watcher, id)
		running = next
	}
	stop()
	calling.Wait()
}

func TestOnlyWhatMayBeCalledTwiceIsRetried(t *testing.T) {
	registry := registrytest.Start(t, registrytest.Options{})
	tools := append(readOnly("look"), catalogtest.Tools("sow")...)
	ill := plot{id: "ill", tools: tools}.registered(t, registry.Address)
	plot{id: "well", tools: tools}.registered(t, registry.Address)
	watcher := watch(t, registry.Address, discovery.Options{})
	awaitInstances(t, watcher, "ill", "well")
	conn := dial(t, watcher, "garden-svc")
	awaitAnswers(t, conn, "look", "ill", "well")

	ill.Refuse(codes.Unavailable)
	for range 10 {
		if got := call(t, conn, "look"); got != "well" {
			t.Fatalf("%s answered", got)
		}
	}
	failed := 0
	for range 10 {
		if _, err := try(t, conn, "sow"); err != nil {
			wantCode(t, err, codes.Unavailable)
			failed++
		}
	}
	if failed != 5 {
		t.Errorf("of 10 calls of what may not be repeated, to two instances one of which refuses, %d failed", failed)
	}
	ill.Refuse(codes.Internal)
	failed = 0
	for range 10 {
		if _, err := try(t, conn, "look"); err != nil {
			wantCode(t, err, codes.Internal)
			failed++
		}
	}
	if failed != 5 {
		t.Errorf("INTERNAL was retried: of 10 calls %d failed", failed)
	}
}

func TestAFailingInstanceIsSparedForAWhileAndThenTriedAgain(t *testing.T) {
	conn, ill := failing(t, codes.Internal)
	for row := 0; row < 20; { // round robin never picks the instance that answers twice in a row
		if _, err := try(t, conn, "sow"); err == nil {
			row++
		} else {
			wantCode(t, err, codes.Internal)
			row = 0
		}
	}
	ill.Refuse(codes.OK)
	awaitAnswers(t, conn, "sow", "ill")
}

func TestAnInstanceIsNotTakenForFailingBecauseItRefuses(t *testing.T) {
	conn, ill := failing(t, codes.OK)
	for _, answer := range []codes.Code{
		codes.NotFound, codes.InvalidArgument, codes.FailedPrecondition, codes.PermissionDenied,
		codes.Unauthenticated, codes.AlreadyExists, codes.Aborted, codes.OutOfRange, codes.ResourceExhausted,
	} {
		ill.Refuse(answer)
		for start := time.Now(); time.Since(start) < 4*ejection.Interval; {
			_, _ = try(t, conn, "sow")
		}
		before := ill.Calls()
		for range 4 {
			_, _ = try(t, conn, "sow")
		}
		if got := ill.Calls() - before; got != 2 {
			t.Errorf("of 4 calls to two instances, %d go to the one that answers %v", got, answer)
		}
	}
}

var ejection = discovery.Ejection{
	Interval: 30 * time.Millisecond, Base: 200 * time.Millisecond, Max: time.Second, Threshold: 80, Calls: 2,
}

// failing connects to two instances, one of which answers every call with code.
func failing(t *testing.T, code codes.Code) (*grpc.ClientConn, *instance) {
	t.Helper()
	registry := registrytest.Start(t, registrytest.Options{})
	ill := plot{id: "ill", tools: catalogtest.Tools("sow")}.registered(t, registry.Address)
	plot{id: "well", tools: catalogtest.Tools("sow")}.registered(t, registry.Address)
	watcher := watch(t, registry.Address, discovery.Options{Ejection: ejection})
	awaitInstances(t, watcher, "ill", "well")
	conn := dial(t, watcher, "garden-svc")
	awaitAnswers(t, conn, "sow", "ill", "well")
	ill.Refuse(code)
	return conn, ill
}
