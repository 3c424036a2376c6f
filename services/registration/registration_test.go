package registration_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/registration"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const ttl = 9 * time.Second

// registry says what it is asked, and answers as the test has it. The real registry keeps its word; here it must not.
type registry struct {
	registryv1.UnimplementedRegistryServiceServer
	asked  chan string
	answer chan error // to Register and KeepAlive: nil is yes
	leases int
	notes  []string // what Register says of the tools
	last   atomic.Pointer[registryv1.RegisterRequest]
}

func (r *registry) Register(ctx context.Context, request *registryv1.RegisterRequest) (*registryv1.RegisterResponse, error) {
	r.last.Store(request)
	r.asked <- fmt.Sprintf("register %s %s%s", request.GetService(), request.GetInstanceId(), shown(ctx))
	if err := r.next(ctx); err != nil {
		return nil, err
	}
	r.leases++
	return &registryv1.RegisterResponse{LeaseId: fmt.Sprint("lease ", r.leases), Ttl: durationpb.New(ttl), Notes: r.notes}, nil
}

func (r *registry) KeepAlive(stream registryv1.RegistryService_KeepAliveServer) error {
	for {
		request, err := stream.Recv()
		if err != nil {
			return err
		}
		r.asked <- "keep " + request.GetLeaseId() + shown(stream.Context())
		if err := r.next(stream.Context()); err != nil {
			return err
		}
		if err := stream.Send(&registryv1.KeepAliveResponse{Ttl: durationpb.New(ttl)}); err != nil {
			return err
		}
	}
}

func (r *registry) Deregister(ctx context.Context, request *registryv1.DeregisterRequest) (*registryv1.DeregisterResponse, error) {
	r.asked <- "deregister " + request.GetLeaseId() + shown(ctx)
	return &registryv1.DeregisterResponse{}, r.next(ctx)
}

func (r *registry) next(ctx context.Context) error {
	select {
	case err := <-r.answer:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func shown(ctx context.Context) string {
	if values := metadata.ValueFromIncomingContext(ctx, "authorization"); len(values) > 0 {
		return " with " + values[0]
	}
	return ""
}

// watchedClock tells of each timer and ticker that is set.
type watchedClock struct {
	*clockwork.FakeClock
	set chan time.Duration
}

func (c watchedClock) NewTimer(d time.Duration) clockwork.Timer {
	defer func() { c.set <- d }()
	return c.FakeClock.NewTimer(d)
}

func (c watchedClock) NewTicker(d time.Duration) clockwork.Ticker {
	defer func() { c.set <- d }()
	return c.FakeClock.NewTicker(d)
}

// heardConn tells when an answer of a stream has been taken in: its receiver asks for the next one.
type heardConn struct {
	grpc.ClientConnInterface
	heard chan struct{}
}

func (c heardConn) NewStream(
	ctx context.Context, desc *grpc.StreamDesc, method string, options ...grpc.CallOption,
) (grpc.ClientStream, error) {
	stream, err := c.ClientConnInterface.NewStream(ctx, desc, method, options...)
	return &heardStream{ClientStream: stream, heard: c.heard}, err
}

type heardStream struct {
	grpc.ClientStream
	heard    chan struct{}
	received bool
}

func (s *heardStream) RecvMsg(m any) error {
	if s.received {
		s.heard <- struct{}{}
	}
	err := s.ClientStream.RecvMsg(m)
	s.received = err == nil
	return err
}

// fixture is an instance that registers with a registry of the test.
type fixture struct {
	*registration.Registration
	registry     *registry
	clock        watchedClock
	descriptions *registration.Descriptions
	log          *written
	heard        chan struct{} // an answer to a renewal was taken in
}

// written is a log that is read while it is written.
type written struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (w *written) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.Write(p)
}

// counts counts how often something is in the log.
func (w *written) counts(text string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Count(w.b.String(), text)
}

// warnings counts the lines that an operator should look at.
func (w *written) warnings() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Count(w.b.String(), "level=WARN") + strings.Count(w.b.String(), "level=ERROR")
}

func start(t *testing.T, secret string) *fixture {
	t.Helper()
	f := &fixture{
		registry:     &registry{asked: make(chan string, 16), answer: make(chan error, 16)},
		clock:        watchedClock{clockwork.NewFakeClock(), make(chan time.Duration, 16)},
		descriptions: registration.NewDescriptions(),
		log:          &written{},
		heard:        make(chan struct{}, 16),
	}
	server := grpc.NewServer()
	registryv1.RegisterRegistryServiceServer(server, f.registry)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	dial := grpcclient.Options{}
	if secret != "" {
		dial.Credential = credential.New(secret)
	}
	conn, err := grpcclient.Dial(listener.Addr().String(), dial)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	f.Registration, err = registration.New(registration.Options{
		Registry: heardConn{conn, f.heard}, Service: "users-svc", Version: "1", InstanceID: "one", Address: "127.0.0.1:9001",
		GRPCServices: []string{usersv1.UserService_ServiceDesc.ServiceName}, Clock: f.clock,
		Descriptions: f.descriptions, Logger: slog.New(slog.NewTextHandler(f.log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.stop(0) })
	return f
}

func (f *fixture) stop(timeout time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return f.Stop(ctx)
}

// wants waits for the registry to be asked these in turn, and answers each.
func (f *fixture) wants(t *testing.T, exchanges ...exchange) {
	t.Helper()
	for _, e := range exchanges {
		f.asked(t, e.asked)
		f.registry.answer <- e.answer
	}
}

type exchange struct {
	asked  string
	answer error
}

func (f *fixture) asked(t *testing.T, want string) {
	t.Helper()
	select {
	case got := <-f.registry.asked:
		if got != want {
			t.Fatalf("the registry is asked to %s, want %s", got, want)
		}
	case <-time.After(20 * time.Second):
		t.Fatalf("the registry is not asked to %s", want)
	}
}

// waits waits until the instance waits for a time from least to most, and lets it pass.
func (f *fixture) waits(t *testing.T, least, most time.Duration) {
	t.Helper()
	select {
	case d := <-f.clock.set:
		if d < least || d > most {
			t.Errorf("it waits %v, want from %v to %v", d, least, most)
		}
		f.clock.Advance(d)
	case <-time.After(20 * time.Second):
		t.Fatal("it does not wait")
	}
}

// hears waits until an answer to a renewal has been taken in.
func (f *fixture) hears(t *testing.T) {
	t.Helper()
	select {
	case <-f.heard:
	case <-time.After(20 * time.Second):
		t.Fatal("it hears no answer")
	}
}

func (f *fixture) registered(t *testing.T) {
	t.Helper()
	select {
	case <-f.Registered():
	case <-time.After(20 * time.Second):
		t.Fatalf("not registered: %v", f.Err())
	}
	if err := f.Err(); err != nil {
		t.Errorf("registered, and yet: %v", err)
	}
}

func TestALeaseIsRenewedThreeTimesInItsLife(t *testing.T) {
	f := start(t, "")
	f.wants(t, exchange{"register users-svc one", nil}, exchange{"keep lease 1", nil})
	f.hears(t)
	f.waits(t, ttl/3, ttl/3)
	f.wants(t, exchange{"keep lease 1", nil})
	f.hears(t)
	f.clock.Advance(ttl / 3)
	f.wants(t, exchange{"keep lease 1", nil})
}

func TestTheCredentialIsShownWithEachCall(t *testing.T) {
	f := start(t, "open sesame")
	const with = " with Bearer open sesame"
	f.wants(t, exchange{"register users-svc one" + with, nil}, exchange{"keep lease 1" + with, nil})
	f.registered(t)
	f.registry.answer <- nil
	if err := f.stop(20 * time.Second); err != nil {
		t.Error(err)
	}
	f.asked(t, "deregister lease 1"+with)
}

func TestALeaseThatTheRegistryDoesNotKnowIsReplaced(t *testing.T) {
	f := start(t, "")
	f.wants(t, exchange{"register users-svc one", nil}, exchange{"keep lease 1", nil})
	f.hears(t)
	f.waits(t, ttl/3, ttl/3)
	f.wants(t, exchange{"keep lease 1", status.Error(codes.NotFound, "never heard of it")})
	f.waits(t, 50*time.Millisecond, 100*time.Millisecond)
	f.wants(t, exchange{"register users-svc one", nil}, exchange{"keep lease 2", nil})
	f.registered(t)
}

func TestARegistryThatFallsSilentIsLeftAndAskedAnew(t *testing.T) {
	f := start(t, "")
	f.wants(t, exchange{"register users-svc one", nil}, exchange{"keep lease 1", nil})
	f.registered(t)
	f.waits(t, ttl/3, ttl/3)
	f.asked(t, "keep lease 1") // and no answer until the next renewal is due
	for len(f.clock.set) == 0 {
		f.clock.Advance(ttl / 3)
		runtime.Gosched()
	}
	f.waits(t, 50*time.Millisecond, 100*time.Millisecond)
	f.wants(t, exchange{"keep lease 1", nil})
	f.registered(t)
}

// A registry that closes an old connection, or another replica in its place, still knows the lease: nothing is registered
// again.
func TestALeaseGoesOnWithTheNextStream(t *testing.T) {
	f := start(t, "")
	f.wants(t, exchange{"register users-svc one", nil}, exchange{"keep lease 1", nil})
	f.registered(t)
	f.waits(t, ttl/3, ttl/3)
	f.wants(t, exchange{"keep lease 1", status.Error(codes.Unavailable, "too old a connection")})
	f.waits(t, 50*time.Millisecond, 100*time.Millisecond)
	f.wants(t, exchange{"keep lease 1", nil})
	f.registered(t)
	if n := f.log.warnings(); n != 0 {
		t.Errorf("a connection that ended is worth %d warnings", n)
	}
}

// What models do not know of a tool is said once, not each time that the instance registers.
func TestWhatTheRegistryNotesOfToolsIsLoggedOnce(t *testing.T) {
	f := start(t, "")
	f.registry.notes = []string{"sow: pattern of seed is not listed"}
	f.wants(t, exchange{"register users-svc one", nil}, exchange{"keep lease 1", nil})
	f.registered(t)
	f.waits(t, ttl/3, ttl/3)
	f.wants(t, exchange{"keep lease 1", status.Error(codes.NotFound, "no such lease")})
	f.waits(t, 50*time.Millisecond, 100*time.Millisecond)
	f.wants(t, exchange{"register users-svc one", nil}, exchange{"keep lease 2", nil})
	f.registered(t)
	if said := f.log.counts(f.registry.notes[0]); said != 1 {
		t.Errorf("it is said %d times", said)
	}
}

func TestARefusalIsTriedAgainLaterAndALossSoon(t *testing.T) {
	const soonest, soon, later, latest = 50 * time.Millisecond, 100 * time.Millisecond, time.Second, 2 * time.Second
	for name, tc := range map[string]struct {
		answer      error
		least, most time.Duration
	}{
		"a name that is taken": {status.Error(codes.AlreadyExists, "taken"), later, latest},
		"a wrong credential":   {status.Error(codes.Unauthenticated, "who?"), later, latest},
		"a malformed one":      {status.Error(codes.InvalidArgument, "what?"), later, latest},
		"a full registry":      {status.Error(codes.ResourceExhausted, "full"), later, latest},
		"a registry that ails": {status.Error(codes.Unavailable, "not now"), soonest, soon},
		"a registry that errs": {status.Error(codes.Internal, "oh"), soonest, soon},
	} {
		t.Run(name, func(t *testing.T) {
			f := start(t, "")
			f.wants(t, exchange{"register users-svc one", tc.answer})
			f.waits(t, tc.least, tc.most)
			f.asked(t, "register users-svc one")
			if status.Code(f.Err()) != status.Code(tc.answer) {
				t.Errorf("meanwhile it says %v, want %v", f.Err(), tc.answer)
			}
			f.registry.answer <- nil
			f.wants(t, exchange{"keep lease 1", nil})
			f.registered(t)
		})
	}
}

func TestItShowsTheLeaseItHadWhenItRegistersAgain(t *testing.T) {
	f := start(t, "")
	f.wants(t, exchange{"register users-svc one", nil}, exchange{"keep lease 1", nil})
	f.registered(t)
	if got := f.registry.last.Load().GetPreviousLeaseId(); got != "" {
		t.Errorf("at first it shows %q", got)
	}
	f.waits(t, ttl/3, ttl/3)
	f.wants(t, exchange{"keep lease 1", status.Error(codes.Unavailable, "restarting")})
	f.waits(t, 50*time.Millisecond, 100*time.Millisecond)
	f.wants(t, exchange{"keep lease 1", status.Error(codes.NotFound, "never heard of it")})
	<-f.clock.set                                                   // it would have renewed the lease
	f.asked(t, "register users-svc one")                            // at once
	f.registry.answer <- status.Error(codes.Unavailable, "not now") // the lease is not forgotten
	f.waits(t, 50*time.Millisecond, 200*time.Millisecond)
	if n := f.log.warnings(); n != 1 {
		t.Errorf("a registry that is away is worth %d warnings, want 1", n)
	}
	f.wants(t, exchange{"register users-svc one", nil})
	if got := f.registry.last.Load().GetPreviousLeaseId(); got != "lease 1" {
		t.Errorf("it shows %q", got)
	}
}

func TestWhoLostItsLeaseKeepsAskingUntilThatHasEnded(t *testing.T) {
	f := start(t, "")
	taken := apperr.New(codes.AlreadyExists, errorsv1.Reason_REASON_INSTANCE_TAKEN, "it lives").GRPCStatus().Err()
	for range 12 {
		f.wants(t, exchange{"register users-svc one", taken})
		f.waits(t, 500*time.Millisecond, 2*time.Second) // and never longer
	}
	f.wants(t, exchange{"register users-svc one", nil}, exchange{"keep lease 1", nil})
	f.registered(t)
}

func TestStoppingDeregistersAndIsBoundedByItsContext(t *testing.T) {
	t.Run("registered", func(t *testing.T) {
		f := start(t, "")
		f.wants(t, exchange{"register users-svc one", nil}, exchange{"keep lease 1", nil})
		f.registered(t)
		f.registry.answer <- nil
		if err := f.stop(20 * time.Second); err != nil {
			t.Error(err)
		}
		f.asked(t, "deregister lease 1")
		if f.Err() == nil {
			t.Error("it takes itself for registered")
		}
	})
	t.Run("while registering", func(t *testing.T) {
		f := start(t, "")
		f.asked(t, "register users-svc one")
		stopped := make(chan error)
		go func() { stopped <- f.stop(20 * time.Second) }()
		for range 3 { // to Register, to a renewal, which may go out, and to Deregister
			f.registry.answer <- nil
		}
		if err := <-stopped; err != nil {
			t.Error(err)
		}
		if got := <-f.registry.asked; got != "keep lease 1" && got != "deregister lease 1" {
			t.Errorf("the registry is asked to %s", got)
		} else if got == "keep lease 1" {
			f.asked(t, "deregister lease 1")
		}
	})
	t.Run("a registry that does not answer", func(t *testing.T) {
		f := start(t, "")
		f.wants(t, exchange{"register users-svc one", nil}, exchange{"keep lease 1", nil})
		f.registered(t)
		if err := f.stop(50 * time.Millisecond); status.Code(err) != codes.DeadlineExceeded {
			t.Errorf("got %v, want that it did not answer in time", err)
		}
	})
	t.Run("never registered", func(t *testing.T) {
		f := start(t, "")
		f.wants(t, exchange{"register users-svc one", status.Error(codes.AlreadyExists, "taken")})
		if err := f.stop(20 * time.Second); err != nil {
			t.Error(err)
		}
	})
}

func TestWithoutARegistryItWaitsAndStopsAtOnce(t *testing.T) {
	conn, err := grpcclient.Dial("127.0.0.1:1", grpcclient.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	r, err := registration.New(registration.Options{
		Registry: conn, Service: "users-svc", Version: "1", InstanceID: "one", Address: "127.0.0.1:9001",
		GRPCServices: []string{usersv1.UserService_ServiceDesc.ServiceName},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	started := time.Now()
	if err := r.Stop(t.Context()); err != nil || time.Since(started) > 2*time.Second {
		t.Errorf("stopping took %v and gave %v", time.Since(started), err)
	}
}

func TestAServiceThatIsNotOursNeedsItsFiles(t *testing.T) {
	_, err := registration.New(registration.Options{Service: "garden-svc", GRPCServices: []string{"garden.v1.Garden"}})
	if err == nil || !strings.Contains(err.Error(), "garden.v1.Garden") || !strings.Contains(err.Error(), "garden-svc") {
		t.Errorf("got %v, want an error that names both", err)
	}
}

func TestStoppingWhatWasNotStartedIsNoError(t *testing.T) {
	r, err := registration.New(registration.Options{GRPCServices: []string{usersv1.UserService_ServiceDesc.ServiceName}})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Stop(t.Context()); err != nil {
		t.Error(err)
	}
}
