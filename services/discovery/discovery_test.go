package discovery_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/toolspec"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const pkg = "garden.v1"

// registry sends each watcher what the test says, from what the real one would send to what it never should.
type registry struct {
	registryv1.UnimplementedRegistryServiceServer
	streams chan chan *registryv1.WatchResponse // one for each watch that begins
	asked   atomic.Pointer[registryv1.WatchRequest]
}

func (r *registry) Watch(request *registryv1.WatchRequest, stream registryv1.RegistryService_WatchServer) error {
	r.asked.Store(request)
	messages := make(chan *registryv1.WatchResponse)
	select {
	case r.streams <- messages:
	case <-stream.Context().Done():
		return nil
	}
	if err := stream.SendHeader(nil); err != nil { // as the registry does
		return err
	}
	for {
		select {
		case message, ok := <-messages:
			if !ok {
				return status.Error(codes.Unavailable, "the registry goes away")
			}
			if err := stream.Send(message); err != nil {
				return err
			}
		case <-stream.Context().Done():
			return nil
		}
	}
}

// fixture is a watcher of a registry of the test.
type fixture struct {
	*discovery.Watcher
	registry *registry
	clock    *clockwork.FakeClock
	log      *logbook
	changed  <-chan struct{}
}

type logbook struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logbook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logbook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func start(t testing.TB, options discovery.Options) *fixture {
	t.Helper()
	f := &fixture{
		registry: &registry{streams: make(chan chan *registryv1.WatchResponse)},
		clock:    clockwork.NewFakeClock(), log: &logbook{},
	}
	server := grpc.NewServer()
	registryv1.RegisterRegistryServiceServer(server, f.registry)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	conn, err := grpcclient.Dial(listener.Addr().String(), grpcclient.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	options.Registry, options.Clock, options.Logger = conn, f.clock, slog.New(slog.NewTextHandler(f.log, nil))
	f.Watcher = discovery.New(options)
	if err := f.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	changed, cancel := f.Subscribe()
	t.Cleanup(cancel)
	f.changed = changed
	<-changed
	return f
}

// begins waits for a watch to begin.
func (f *fixture) begins(t testing.TB) chan<- *registryv1.WatchResponse {
	t.Helper()
	select {
	case stream := <-f.registry.streams:
		return stream
	case <-time.After(20 * time.Second):
		t.Fatal("nobody watches")
		return nil
	}
}

// has waits until the catalogue has just these instances, written service/id.
func (f *fixture) has(t testing.TB, want ...string) {
	t.Helper()
	timeout := time.After(20 * time.Second)
	for {
		got := instancesOf(f.Current())
		if slices.Equal(got, want) {
			return
		}
		select {
		case <-f.changed:
		case <-timeout:
			t.Fatalf("the catalogue has %v, want %v", got, want)
		}
	}
}

func instancesOf(c *catalog.Catalog) []string {
	var names []string
	for _, i := range c.Instances() {
		names = append(names, i.Service+"/"+i.ID)
	}
	return names
}

// after lets a time pass for which the watcher waits while it watches.
func (f *fixture) after(t *testing.T, d time.Duration) {
	t.Helper()
	f.pass(t, 1, d)
}

// triesAgain lets the time pass until a watcher that lost the registry tries again. Two timers run then: that one, and
// the one after which the registry is said to be away.
func (f *fixture) triesAgain(t *testing.T) {
	t.Helper()
	f.pass(t, 2, 2*time.Second)
}

func (f *fixture) pass(t *testing.T, timers int, d time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := f.clock.BlockUntilContext(ctx, timers); err != nil {
		t.Fatalf("nobody waits: %v", err)
	}
	f.clock.Advance(d)
}

func define(t testing.TB, service string, tools ...catalogtest.Tool) *registryv1.Definition {
	t.Helper()
	definition, err := catalogtest.NewDefinition(service, "1", []string{catalogtest.GRPCService(pkg)},
		catalogtest.Files(t, pkg, tools...), toolspec.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	return definition.Proto()
}

func instance(of *registryv1.Definition, id string) *registryv1.Instance {
	return &registryv1.Instance{
		Id: id, Service: of.GetService(), Address: "127.0.0.1:1", DefinitionHash: of.GetHash(),
	}
}

func snapshot(revision int64, definitions []*registryv1.Definition, instances ...*registryv1.Instance) *registryv1.WatchResponse {
	return &registryv1.WatchResponse{Revision: revision, Event: &registryv1.WatchResponse_Snapshot{
		Snapshot: &registryv1.Snapshot{Definitions: definitions, Instances: instances},
	}}
}

func defined(revision int64, d *registryv1.Definition) *registryv1.WatchResponse {
	return &registryv1.WatchResponse{
		Revision: revision, Event: &registryv1.WatchResponse_DefinitionAdded{DefinitionAdded: d},
	}
}

func undefined(revision int64, d *registryv1.Definition) *registryv1.WatchResponse {
	return &registryv1.WatchResponse{
		Revision: revision, Event: &registryv1.WatchResponse_DefinitionRemoved{DefinitionRemoved: d.GetHash()},
	}
}

func added(revision int64, i *registryv1.Instance) *registryv1.WatchResponse {
	return &registryv1.WatchResponse{Revision: revision, Event: &registryv1.WatchResponse_InstanceAdded{InstanceAdded: i}}
}

func removed(revision int64, i *registryv1.Instance) *registryv1.WatchResponse {
	return &registryv1.WatchResponse{Revision: revision, Event: &registryv1.WatchResponse_InstanceRemoved{InstanceRemoved: i}}
}

func TestTheCatalogueFollowsTheRegistry(t *testing.T) {
	f := start(t, discovery.Options{})
	garden := define(t, "garden-svc", catalogtest.Tools("sow")...)
	kitchen := define(t, "kitchen-svc", catalogtest.Tools("cook")...)
	if f.Current() == nil || len(f.Current().Tools()) != 0 {
		t.Errorf("before the registry says anything it knows %v", f.Current())
	}
	select {
	case <-f.Synced():
		t.Error("it takes itself for synced")
	default:
	}
	stream := f.begins(t)
	stream <- snapshot(5, []*registryv1.Definition{garden}, instance(garden, "a"))
	f.has(t, "garden-svc/a")
	<-f.Synced()
	stream <- defined(6, kitchen)
	stream <- added(7, instance(kitchen, "a"))
	f.has(t, "garden-svc/a", "kitchen-svc/a")
	if f.Current().Lookup("cook") == nil || f.Current().Revision() != 7 {
		t.Errorf("at revision %d it has %v", f.Current().Revision(), f.Current().Tools())
	}
	moved := instance(garden, "a")
	moved.Address = "127.0.0.1:2"
	stream <- added(8, moved)
	stream <- added(9, instance(garden, "b"))
	f.has(t, "garden-svc/a", "garden-svc/b", "kitchen-svc/a")
	if got := f.Current().InstancesOf("garden-svc")[0].Address; got != moved.GetAddress() {
		t.Errorf("the instance that moved is at %s", got)
	}
	stream <- removed(10, moved)
	stream <- removed(11, instance(garden, "b"))
	stream <- undefined(12, garden)
	f.has(t, "kitchen-svc/a")
	if f.Current().Lookup("sow") != nil {
		t.Error("a tool that nobody offers is still there")
	}
	stream <- snapshot(20, []*registryv1.Definition{garden}, instance(garden, "c")) // it was slow
	f.has(t, "garden-svc/c")
}

func TestWhatIsKnownIsKeptWhileTheRegistryIsAway(t *testing.T) {
	f := start(t, discovery.Options{})
	garden := define(t, "garden-svc", catalogtest.Tools("sow")...)
	stream := f.begins(t)
	stream <- snapshot(1, []*registryv1.Definition{garden}, instance(garden, "a"))
	f.has(t, "garden-svc/a")
	close(stream)
	f.triesAgain(t)
	stream = f.begins(t)
	f.has(t, "garden-svc/a")
	stream <- snapshot(1, []*registryv1.Definition{garden}, instance(garden, "a"))
	stream <- added(2, instance(garden, "b"))
	f.has(t, "garden-svc/a", "garden-svc/b")
}

// history makes a snapshot say of which sequence of changes its revision is.
func history(name string, snapshot *registryv1.WatchResponse) *registryv1.WatchResponse {
	snapshot.GetSnapshot().History = name
	return snapshot
}

func (f *fixture) asks(t *testing.T, history string, revision int64) {
	t.Helper()
	if asked := f.registry.asked.Load(); asked.GetHistory() != history || asked.GetRevision() != revision {
		t.Errorf("asks to go on from %v, want %d of %q", asked, revision, history)
	}
}

func TestAWatcherThatLosesItsRegistryGoesOnWithAnotherOne(t *testing.T) {
	f := start(t, discovery.Options{Grace: -1})
	garden := define(t, "garden-svc", catalogtest.Tools("sow")...)
	stream := f.begins(t)
	f.asks(t, "", 0)
	stream <- history("h", snapshot(7, []*registryv1.Definition{garden}, instance(garden, "a"), instance(garden, "b")))
	stream <- added(8, instance(garden, "c"))
	f.has(t, "garden-svc/a", "garden-svc/b", "garden-svc/c")
	close(stream)
	f.triesAgain(t)
	stream = f.begins(t)
	f.asks(t, "h", 8)
	stream <- &registryv1.WatchResponse{Revision: 8, Event: &registryv1.WatchResponse_Resumed{Resumed: &registryv1.Resumed{}}}
	f.has(t, "garden-svc/a", "garden-svc/b", "garden-svc/c")
	stream <- removed(9, instance(garden, "b"))
	f.has(t, "garden-svc/a", "garden-svc/c")
	stream <- added(11, instance(garden, "e")) // one was lost
	f.triesAgain(t)
	stream = f.begins(t)
	f.asks(t, "", 0)
	stream <- history("h", snapshot(12, []*registryv1.Definition{garden}, instance(garden, "e")))
	f.has(t, "garden-svc/e")
}

func TestWhatIsGoneInTheSameHistoryHasNoGrace(t *testing.T) {
	f := start(t, discovery.Options{Grace: time.Hour})
	garden := define(t, "garden-svc", catalogtest.Tools("sow")...)
	stream := f.begins(t)
	stream <- history("h", snapshot(7, []*registryv1.Definition{garden}, instance(garden, "a"), instance(garden, "b")))
	f.has(t, "garden-svc/a", "garden-svc/b")
	close(stream)
	f.triesAgain(t)
	f.begins(t) <- history("h", snapshot(900, []*registryv1.Definition{garden}, instance(garden, "a")))
	f.has(t, "garden-svc/a")
}

func TestWhatIsMissedWhenTheRegistryIsBackHasTheGraceToComeBack(t *testing.T) {
	f := start(t, discovery.Options{Grace: time.Minute})
	garden := define(t, "garden-svc", catalogtest.Tools("sow")...)
	kitchen := define(t, "kitchen-svc", catalogtest.Tools("cook")...)
	stream := f.begins(t)
	stream <- snapshot(9, []*registryv1.Definition{garden, kitchen},
		instance(garden, "a"), instance(garden, "b"), instance(kitchen, "a"))
	f.has(t, "garden-svc/a", "garden-svc/b", "kitchen-svc/a")
	close(stream)
	f.triesAgain(t)

	stream = f.begins(t)
	stream <- snapshot(0, nil)
	stream <- defined(1, garden)
	stream <- added(2, instance(garden, "a"))
	stream <- added(3, instance(garden, "c"))
	f.has(t, "garden-svc/a", "garden-svc/b", "garden-svc/c", "kitchen-svc/a")
	if f.Current().Lookup("cook") == nil {
		t.Error("the tool that is missed is gone at once")
	}
	f.after(t, time.Minute)
	f.has(t, "garden-svc/a", "garden-svc/c")
	if f.Current().Lookup("cook") != nil {
		t.Error("the tool that did not come back is still there")
	}
	stream <- added(4, instance(garden, "b"))
	f.has(t, "garden-svc/a", "garden-svc/b", "garden-svc/c")
}

func TestWithoutGraceWhatIsMissedGoesAtOnce(t *testing.T) {
	f := start(t, discovery.Options{Grace: -1})
	garden := define(t, "garden-svc", catalogtest.Tools("sow")...)
	stream := f.begins(t)
	stream <- snapshot(9, []*registryv1.Definition{garden}, instance(garden, "a"), instance(garden, "b"))
	f.has(t, "garden-svc/a", "garden-svc/b")
	close(stream)
	f.triesAgain(t)
	f.begins(t) <- snapshot(1, []*registryv1.Definition{garden}, instance(garden, "a"))
	f.has(t, "garden-svc/a")
}

func TestAMessageThatDoesNotFollowMakesItAskForTheWhole(t *testing.T) {
	garden := define(t, "garden-svc", catalogtest.Tools("sow")...)
	for name, message := range map[string]*registryv1.WatchResponse{
		"one was lost":       added(7, instance(garden, "b")),
		"one came twice":     added(5, instance(garden, "b")),
		"one came too early": added(0, instance(garden, "b")),
	} {
		t.Run(name, func(t *testing.T) {
			f := start(t, discovery.Options{})
			stream := f.begins(t)
			stream <- snapshot(5, []*registryv1.Definition{garden}, instance(garden, "a"))
			f.has(t, "garden-svc/a")
			stream <- message
			f.triesAgain(t)
			f.begins(t) <- snapshot(8, []*registryv1.Definition{garden}, instance(garden, "a"), instance(garden, "c"))
			f.has(t, "garden-svc/a", "garden-svc/c")
		})
	}
}

func TestADefinitionThatCannotBeReadHurtsNobodyElse(t *testing.T) {
	f := start(t, discovery.Options{})
	garden := define(t, "garden-svc", catalogtest.Tools("sow")...)
	broken := proto.CloneOf(define(t, "broken-svc", catalogtest.Tools("cook")...))
	broken.Files.File = broken.Files.File[:1]
	stream := f.begins(t)
	stream <- snapshot(1, []*registryv1.Definition{broken, garden}, instance(broken, "a"), instance(garden, "a"))
	f.has(t, "garden-svc/a")
	if !strings.Contains(f.log.String(), "broken-svc") {
		t.Errorf("the log does not tell of it:\n%s", f.log)
	}
	stream <- removed(2, instance(broken, "a"))
	stream <- undefined(3, broken)
	stream <- added(4, instance(garden, "b"))
	f.has(t, "garden-svc/a", "garden-svc/b")
}

func TestAnEventOfALaterRegistryIsPassedOver(t *testing.T) {
	f := start(t, discovery.Options{})
	garden := define(t, "garden-svc", catalogtest.Tools("sow")...)
	stream := f.begins(t)
	stream <- snapshot(1, []*registryv1.Definition{garden}, instance(garden, "a"))
	stream <- &registryv1.WatchResponse{Revision: 2}
	stream <- added(3, instance(garden, "b"))
	f.has(t, "garden-svc/a", "garden-svc/b")
}

func TestASubscriberHearsOfTheLatestAndNotOfEach(t *testing.T) {
	f := start(t, discovery.Options{})
	garden := define(t, "garden-svc", catalogtest.Tools("sow")...)
	slow, cancel := f.Subscribe()
	<-slow // the one at once
	stream := f.begins(t)
	stream <- snapshot(0, []*registryv1.Definition{garden}, instance(garden, "0"))
	for i := range 50 {
		stream <- added(int64(i+1), instance(garden, fmt.Sprint(i+1)))
	}
	for f.Current().Revision() != 50 {
		<-f.changed
	}
	<-slow
	cancel() // no notice is under way any more
	heard := 1
	for f.hears(slow) {
		heard++
	}
	if heard > 2 { // the last notice may come after what it tells of is seen
		t.Errorf("of 51 changes it did not look at, it heard %d times", heard)
	}
	stream <- added(51, instance(garden, "last"))
	for f.Current().Revision() != 51 {
		<-f.changed
	}
	if f.hears(slow) {
		t.Error("it is told though it no longer wants to know")
	}
}

func (f *fixture) hears(changed <-chan struct{}) bool {
	select {
	case <-changed:
		return true
	default:
		return false
	}
}
