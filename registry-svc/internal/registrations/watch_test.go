package registrations_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
)

// watcher reads what a watcher is sent.
type watcher struct {
	*registrations.Watch
	revision int64
}

// begin starts watching a settled registry and reads its catalogue.
func begin(t testing.TB, r *running) *watcher {
	t.Helper()
	w := &watcher{Watch: r.watches(t, registrations.Position{})}
	t.Cleanup(w.Close)
	message := w.next(t)
	if message.GetSnapshot() == nil {
		t.Fatalf("the first message is %v, want the whole catalogue", message)
	}
	w.revision = message.GetRevision()
	return w
}

func (w *watcher) next(t testing.TB) *registryv1.WatchResponse {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	message, err := w.Next(ctx)
	if err != nil {
		t.Fatalf("nothing more is told: %v", err)
	}
	return message
}

// wants reads as many changes as are wanted, which must follow one another.
func (w *watcher) wants(t testing.TB, want ...string) {
	t.Helper()
	var got []string
	for range want {
		message := w.next(t)
		if w.revision++; message.GetRevision() != w.revision {
			t.Errorf("revision %d, want %d", message.GetRevision(), w.revision)
		}
		got = append(got, told(message))
	}
	if !slices.Equal(got, want) {
		t.Errorf("told %v, want %v", got, want)
	}
}

func (w *watcher) skip(t testing.TB, changes int) {
	t.Helper()
	for range changes {
		w.revision = w.next(t).GetRevision()
	}
}

// wantsNothing checks that no message is waiting.
func (w *watcher) wantsNothing(t testing.TB) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if message, err := w.Next(ctx); err == nil {
		t.Errorf("told %v, want nothing", told(message))
	}
}

func told(message *registryv1.WatchResponse) string {
	switch event := message.GetEvent().(type) {
	case *registryv1.WatchResponse_DefinitionAdded:
		return "+definition"
	case *registryv1.WatchResponse_DefinitionRemoved:
		return "-definition"
	case *registryv1.WatchResponse_InstanceAdded:
		return "+" + event.InstanceAdded.GetService() + "/" + event.InstanceAdded.GetId()
	case *registryv1.WatchResponse_InstanceRemoved:
		return "-" + event.InstanceRemoved.GetService() + "/" + event.InstanceRemoved.GetId()
	case *registryv1.WatchResponse_Resumed:
		return "resumed"
	case *registryv1.WatchResponse_Snapshot:
		return fmt.Sprintf("snapshot of %d", len(event.Snapshot.GetInstances()))
	default:
		return "nothing known"
	}
}

func TestADefinitionComesBeforeItsFirstInstanceAndGoesAfterItsLast(t *testing.T) {
	r := start(t)
	w := begin(t, r)
	one := r.register(t, offer(t, "garden-svc", "one", catalogtest.Tools("sow")...))
	two := r.register(t, offer(t, "garden-svc", "two", catalogtest.Tools("sow")...))
	w.wants(t, "+definition", "+garden-svc/one", "+garden-svc/two")
	for _, lease := range []registrations.Lease{one, two} {
		if err := r.Deregister(t.Context(), lease.ID); err != nil {
			t.Fatal(err)
		}
	}
	w.wants(t, "-garden-svc/one", "-garden-svc/two", "-definition")
}

func TestAWatcherGoesOnFromWhereItWas(t *testing.T) {
	const whole = "snapshot of 2"
	for name, c := range map[string]struct {
		history  string // of the registry, unless it is named
		revision int64
		want     []string
	}{
		"from the beginning": {"", 0, []string{"resumed", "+definition", "+garden-svc/one", "+garden-svc/two"}},
		"from the middle":    {"", 2, []string{"resumed", "+garden-svc/two"}},
		"from the end":       {"", 3, []string{"resumed"}},
		"from the future":    {"", 4, []string{whole}},
		"another history":    {"another", 2, []string{whole}},
	} {
		t.Run(name, func(t *testing.T) {
			r := start(t, func(o *registrations.Options) { o.Backlog = 4 })
			from := registrations.Position{History: c.history, Revision: c.revision}
			if from.History == "" {
				w := r.watches(t, registrations.Position{})
				defer w.Close()
				from.History = (&watcher{Watch: w}).next(t).GetSnapshot().GetHistory()
			}
			r.register(t, offer(t, "garden-svc", "one", catalogtest.Tools("sow")...))
			r.register(t, offer(t, "garden-svc", "two", catalogtest.Tools("sow")...))
			w := &watcher{Watch: r.watches(t, from)}
			defer w.Close()
			for _, want := range c.want {
				if got := told(w.next(t)); got != want {
					t.Errorf("told %s, want %s", got, want)
				}
			}
			r.register(t, offer(t, "garden-svc", "three", catalogtest.Tools("sow")...))
			if got := told(w.next(t)); got != "+garden-svc/three" {
				t.Errorf("then told %s", got)
			}
			w.wantsNothing(t)
			r.register(t, offer(t, "garden-svc", "four", catalogtest.Tools("sow")...))
			late := r.watches(t, registrations.Position{History: from.History})
			defer late.Close()
			if got := told((&watcher{Watch: late}).next(t)); got != "snapshot of 4" {
				t.Errorf("who missed more than is kept is told %s", got)
			}
		})
	}
}

func TestAWatcherThatComesLateGetsTheWhole(t *testing.T) {
	r := start(t)
	r.register(t, offer(t, "garden-svc", "one", catalogtest.Tools("sow")...))
	r.register(t, offer(t, "kitchen-svc", "one", catalogtest.Tools("cook")...))
	w := r.watches(t, registrations.Position{})
	defer w.Close()
	message := asReceived(t, (&watcher{Watch: w}).next(t))
	snapshot := message.GetSnapshot()
	if len(snapshot.GetDefinitions()) != 2 || len(snapshot.GetInstances()) != 2 || message.GetRevision() != 4 {
		t.Errorf("got %d definitions and %d instances at revision %d, want 2, 2 and 4",
			len(snapshot.GetDefinitions()), len(snapshot.GetInstances()), message.GetRevision())
	}
	for _, instance := range snapshot.GetInstances() {
		known := slices.ContainsFunc(snapshot.GetDefinitions(), func(d *registryv1.Definition) bool {
			return d.GetHash() == instance.GetDefinitionHash() && d.GetService() == instance.GetService()
		})
		if !known {
			t.Errorf("the definition of %s is missing", instance.GetService())
		}
	}
}

// asReceived returns a message as its receiver decodes it.
func asReceived(t testing.TB, sent *registryv1.WatchResponse) *registryv1.WatchResponse {
	t.Helper()
	content, err := proto.Marshal(sent)
	if err != nil {
		t.Fatal(err)
	}
	received := &registryv1.WatchResponse{}
	if err := proto.Unmarshal(content, received); err != nil {
		t.Fatal(err)
	}
	return received
}

// A catalogue that is too large for one message comes in parts, none of which is large, and a file that many services have comes
// once. Changes that come meanwhile follow on the last part.
func TestTheWholeComesInPartsWithEachFileOnce(t *testing.T) {
	r := start(t)
	long := strings.Repeat("It is long. ", 20_000)
	const services = 8 // of a quarter of a megabyte each
	for i := range services {
		tool := catalogtest.Tool{Name: fmt.Sprintf("sow_%d", i), Does: long}
		r.register(t, offer(t, fmt.Sprintf("plot%d-svc", i), "one", tool))
	}
	watch, err := r.Watch(t.Context(), registrations.Position{}, registrations.Form{Parts: true})
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close()
	w := &watcher{Watch: watch}
	var (
		files       [][]byte
		definitions []*registryv1.SharedDefinition
		instances   []*registryv1.Instance
		parts       uint32
	)
	for last := false; !last; parts++ {
		message := asReceived(t, w.next(t))
		if parts == 0 {
			r.register(t, offer(t, "late-svc", "one", catalogtest.Tools("come")...))
		}
		part := message.GetSnapshotPart()
		if part == nil || part.GetNumber() != parts || message.GetRevision() != 2*services || proto.Size(message) > 2<<20 {
			t.Fatalf("part %d is %s with the number %d of revision %d and %d bytes", parts, told(message), part.GetNumber(),
				message.GetRevision(), proto.Size(message))
		}
		files, definitions = append(files, part.GetFiles()...), append(definitions, part.GetDefinitions()...)
		instances, last = append(instances, part.GetInstances()...), part.GetLast()
	}
	if parts < 2 || len(definitions) != services || len(instances) != services {
		t.Errorf("%d parts with %d definitions and %d instances, want several with %d", parts, len(definitions), len(instances), services)
	}
	seen := map[string]bool{}
	for _, file := range files {
		if seen[string(file)] {
			t.Error("a file comes twice")
		}
		seen[string(file)] = true
	}
	for _, definition := range definitions {
		whole := &registryv1.Definition{
			Service: definition.GetService(), Version: definition.GetVersion(), GrpcServices: definition.GetGrpcServices(),
			Files: &descriptorpb.FileDescriptorSet{},
		}
		for _, number := range definition.GetFiles() {
			file := &descriptorpb.FileDescriptorProto{}
			if err := proto.Unmarshal(files[number], file); err != nil {
				t.Fatal(err)
			}
			whole.Files.File = append(whole.Files.File, file)
		}
		hash, err := catalog.Hash(whole.GetService(), whole.GetVersion(), whole.GetGrpcServices(), whole.GetFiles())
		if err != nil || hash != definition.GetHash() {
			t.Errorf("the files of %s are not those that it registered: %v", definition.GetService(), err)
		}
	}
	w.revision = 2 * services
	w.wants(t, "+definition", "+late-svc/one")
}

// Who looks for one service is told of that one alone, at the start, while it watches, and when it comes back.
func TestAWatcherOfOneServiceIsToldOfThatOneAlone(t *testing.T) {
	for _, parts := range []bool{false, true} {
		t.Run(fmt.Sprintf("in parts %v", parts), func(t *testing.T) {
			r := start(t)
			r.register(t, offer(t, "garden-svc", "one", catalogtest.Tools("sow")...))
			r.register(t, offer(t, "kitchen-svc", "one", catalogtest.Tools("cook")...))
			form := registrations.Form{Parts: parts, Services: []string{"kitchen-svc"}}
			watch, err := r.Watch(t.Context(), registrations.Position{}, form)
			if err != nil {
				t.Fatal(err)
			}
			defer watch.Close()
			w := &watcher{Watch: watch}
			first := asReceived(t, w.next(t))
			instances, history := first.GetSnapshot().GetInstances(), first.GetSnapshot().GetHistory()
			if parts {
				instances, history = first.GetSnapshotPart().GetInstances(), first.GetSnapshotPart().GetHistory()
			}
			if len(instances) != 1 || instances[0].GetService() != "kitchen-svc" {
				t.Errorf("the whole is %v, want kitchen-svc alone", instances)
			}
			r.register(t, offer(t, "garden-svc", "two", catalogtest.Tools("sow")...))
			lease := r.register(t, offer(t, "kitchen-svc", "two", catalogtest.Tools("cook")...))
			if message := w.next(t); told(message) != "+kitchen-svc/two" || message.GetRevision() != 6 {
				t.Errorf("told %s at revision %d, want the instance of kitchen-svc at 6", told(message), message.GetRevision())
			}
			if err := r.Deregister(t.Context(), lease.ID); err != nil {
				t.Fatal(err)
			}
			again, err := r.Watch(t.Context(), registrations.Position{History: history, Revision: 4}, form)
			if err != nil {
				t.Fatal(err)
			}
			defer again.Close()
			back := &watcher{Watch: again}
			for _, want := range []string{"resumed", "+kitchen-svc/two", "-kitchen-svc/two"} {
				if got := told(back.next(t)); got != want {
					t.Errorf("who comes back is told %s, want %s", got, want)
				}
			}
			back.wantsNothing(t)
		})
	}
}

func TestASlowWatcherIsSentTheWholeAgainAndNobodyWaitsForIt(t *testing.T) {
	const backlog = 8
	r := start(t, func(o *registrations.Options) { o.Backlog = backlog })
	slow, quick := begin(t, r), begin(t, r)
	for i := range backlog { // and one definition: one change too many
		r.register(t, offer(t, "garden-svc", fmt.Sprint(i), catalogtest.Tools("sow")...))
		quick.skip(t, 1)
	}
	quick.skip(t, 1)
	message := slow.next(t)
	if told(message) != "snapshot of 8" || message.GetRevision() != backlog+1 {
		t.Errorf("the slow watcher is told %s at %d, want the whole at %d", told(message), message.GetRevision(), backlog+1)
	}
	slow.revision = message.GetRevision()
	slow.wantsNothing(t)
	r.register(t, offer(t, "garden-svc", "another", catalogtest.Tools("sow")...))
	slow.wants(t, "+garden-svc/another")
	quick.wants(t, "+garden-svc/another")
}

func TestManyWatchersAreToldTheSameInTheSameOrder(t *testing.T) {
	const watchers, instances = 16, 50
	r := start(t)
	var all sync.WaitGroup
	for range watchers {
		w := begin(t, r)
		all.Go(func() {
			for i := range instances + 1 {
				message := w.next(t)
				if message.GetRevision() != int64(i+1) {
					t.Errorf("revision %d came as number %d", message.GetRevision(), i+1)
				}
			}
		})
	}
	var registering sync.WaitGroup
	for i := range instances {
		o := offer(t, "garden-svc", fmt.Sprint(i), catalogtest.Tools("sow")...)
		registering.Go(func() {
			if _, err := r.Register(t.Context(), o); err != nil {
				t.Error(err)
			}
		})
	}
	registering.Wait()
	all.Wait()
}

func TestAWatchEndsWithItsContext(t *testing.T) {
	r := start(t)
	w := begin(t, r)
	ctx, cancel := context.WithCancelCause(t.Context())
	reason := errors.New("the gateway went away")
	ended := make(chan error)
	go func() {
		_, err := w.Next(ctx)
		ended <- err
	}()
	cancel(reason)
	if err := <-ended; !errors.Is(err, reason) {
		t.Errorf("got %v, want %v", err, reason)
	}
}

func TestAfterAStartNothingIsPublishedBeforeItIsSettled(t *testing.T) {
	r := start(t, func(o *registrations.Options) { o.Settling = 0 })
	w := &watcher{Watch: r.watches(t, registrations.Position{})}
	defer w.Close()
	r.register(t, offer(t, "garden-svc", "one", catalogtest.Tools("sow")...))
	w.wantsNothing(t)
	var unsettled *registrations.UnsettledError
	if _, err := r.Catalog(); !errors.As(err, &unsettled) {
		t.Errorf("asked before, it answers %v, want that it is not settled", err)
	}
	r.passes(t, ttl/2)
	if _, err := r.KeepAlive(t.Context(), registered(t, r)[0].LeaseID); err != nil {
		t.Fatal(err)
	}
	w.wantsNothing(t)
	r.passes(t, ttl/2)
	if got := told(w.next(t)); got != "snapshot of 1" {
		t.Errorf("when it is settled it tells %s, want the one instance", got)
	}
	r.has(t, "garden-svc/one")
}

func registered(t testing.TB, r *running) []registrations.Registration {
	t.Helper()
	all, err := r.Registrations(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestItIsSettledAsSoonAsWhatIsRequiredIsThere(t *testing.T) {
	r := start(t, func(o *registrations.Options) { o.Settling, o.RequiredTools = 0, []string{"sow", "cook"} })
	w := &watcher{Watch: r.watches(t, registrations.Position{})}
	defer w.Close()
	r.register(t, offer(t, "garden-svc", "one", catalogtest.Tools("sow")...))
	// An alias with that name is not the tool.
	alias := r.register(t, offer(t, "other-svc", "one", catalogtest.Tool{Name: "brew", Aliases: []string{"cook"}}))
	w.wantsNothing(t)
	if err := r.Deregister(t.Context(), alias.ID); err != nil {
		t.Fatal(err)
	}
	r.register(t, offer(t, "kitchen-svc", "one", catalogtest.Tools("cook")...))
	if got := told(w.next(t)); got != "snapshot of 2" {
		t.Errorf("told %s, want both", got)
	}
}

func TestWhatIsRequiredAndDoesNotComeDelaysNothingForever(t *testing.T) {
	r := start(t, func(o *registrations.Options) { o.Settling, o.RequiredTools = 0, []string{"sow"} })
	w := &watcher{Watch: r.watches(t, registrations.Position{})}
	defer w.Close()
	r.passes(t, ttl)
	if got := told(w.next(t)); got != "snapshot of 0" {
		t.Errorf("told %s, want the empty catalogue", got)
	}
}
