package discovery_test

import (
	"context"
	"maps"
	"net"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/grpcclient"
)

// The tests of this file run in bubbles of synctest: the time in them is not the machine's.

var (
	look = catalogtest.Method(pkg, "look") // changes nothing
	sow  = catalogtest.Method(pkg, "sow")
)

// replica is an instance that can be made to hang. It answers with its name.
type replica struct {
	name     string
	listener *bufconn.Listener

	mu      sync.Mutex
	hung    chan struct{} // closed when it goes on; nil while it works
	paused  bool          // it does not even answer health checks while it hangs
	slow    time.Duration
	refusal error
	calls   []time.Time
}

func (r *replica) answer(_ any, stream grpc.ServerStream) error {
	method, _ := grpc.MethodFromServerStream(stream)
	isCheck := method == healthv1.Health_Check_FullMethodName
	r.mu.Lock()
	if !isCheck {
		r.calls = append(r.calls, time.Now())
	}
	hung, paused, slow, refusal := r.hung, r.paused, r.slow, r.refusal
	r.mu.Unlock()
	if isCheck && !paused {
		return stream.SendMsg(&healthv1.HealthCheckResponse{})
	}
	if hung != nil {
		select {
		case <-hung:
		case <-stream.Context().Done():
			return status.FromContextError(stream.Context().Err()).Err()
		}
	}
	<-time.After(slow)
	if err := stream.RecvMsg(&emptypb.Empty{}); err != nil {
		return err
	}
	stream.SetTrailer(metadata.Pairs("by", r.name))
	if err := stream.SetHeader(metadata.Pairs("by", r.name)); err != nil {
		return err
	}
	if refusal != nil {
		return refusal
	}
	return stream.SendMsg(wrapperspb.String(r.name))
}

func (r *replica) hang() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hung = make(chan struct{})
}

// pause makes a replica answer nobody, as a process that is stopped.
func (r *replica) pause() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hung, r.paused = make(chan struct{}), true
}

func (r *replica) goOn() {
	r.mu.Lock()
	defer r.mu.Unlock()
	close(r.hung)
	r.hung, r.paused = nil, false
}

func (r *replica) set(slow time.Duration, refusal error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.slow, r.refusal = slow, refusal
}

// since counts the calls that came from a time on.
func (r *replica) since(from time.Time) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := 0
	for _, call := range r.calls {
		if !call.Before(from) {
			n++
		}
	}
	return n
}

func serveInMemory(t *testing.T, listener net.Listener, server *grpc.Server) {
	t.Helper()
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = server.Serve(listener)
	}()
	t.Cleanup(func() {
		server.Stop()
		<-served
	})
}

func dialInMemory(listeners map[string]*bufconn.Listener) grpc.DialOption {
	return grpc.WithContextDialer(func(ctx context.Context, address string) (net.Conn, error) {
		return listeners[address].DialContext(ctx)
	})
}

// pair gives a connection to a service with two instances, both of which have answered.
func pair(t *testing.T, change ...func(*discovery.Options)) (conn *grpc.ClientConn, a, b *replica) {
	t.Helper()
	garden := define(t, "garden-svc", catalogtest.Tool{Name: "look", ReadOnly: true}, catalogtest.Tool{Name: "sow"})
	listeners := map[string]*bufconn.Listener{"registry": bufconn.Listen(1 << 16)}
	var instances []*registryv1.Instance
	serve := func(name, address string) *replica {
		r := &replica{name: name, listener: bufconn.Listen(1 << 16)}
		listeners[address] = r.listener
		serveInMemory(t, r.listener, grpc.NewServer(grpc.UnknownServiceHandler(r.answer), grpc.WaitForHandlers(true),
			grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: 5 * time.Second, PermitWithoutStream: true})))
		i := instance(garden, name)
		i.Address = address
		instances = append(instances, i)
		return r
	}
	a, b = serve("a", "127.0.0.1:1"), serve("b", "127.0.0.1:2")

	source := &registry{streams: make(chan chan *registryv1.WatchResponse)}
	server := grpc.NewServer()
	registryv1.RegisterRegistryServiceServer(server, source)
	serveInMemory(t, listeners["registry"], server)
	toRegistry, err := grpc.NewClient("passthrough:///registry",
		grpc.WithTransportCredentials(insecure.NewCredentials()), dialInMemory(listeners))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = toRegistry.Close() })
	options := discovery.Options{Registry: toRegistry}
	for _, change := range change {
		change(&options)
	}
	watcher := discovery.New(options)
	if err := watcher.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := watcher.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	<-source.streams <- snapshot(1, []*registryv1.Definition{garden}, instances...)
	<-watcher.Synced()
	conn, err = watcher.Dial("garden-svc", grpcclient.Options{DialOptions: []grpc.DialOption{dialInMemory(listeners)}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	synctest.Wait() // all are connected
	for range 2 {
		if _, err := catalogtest.Call(t.Context(), conn, sow); err != nil {
			t.Fatal(err)
		}
	}
	<-time.After(time.Millisecond) // what comes is later
	return conn, a, b
}

// load is calls that begin one after the other at equal intervals, however long they take.
type load struct {
	all sync.WaitGroup

	mu       sync.Mutex
	failures map[codes.Code]int
	by       map[string]int
	took     []time.Duration
}

func (l *load) run(t *testing.T, conn *grpc.ClientConn, method string, every, during time.Duration) {
	t.Helper()
	if l.failures == nil {
		l.failures, l.by = map[codes.Code]int{}, map[string]int{}
	}
	for range int(during / every) {
		l.all.Go(func() {
			began := time.Now()
			by, err := catalogtest.Call(t.Context(), conn, method)
			l.mu.Lock()
			defer l.mu.Unlock()
			l.took = append(l.took, time.Since(began))
			if err != nil {
				l.failures[status.Code(err)]++
			} else {
				l.by[by]++
			}
		})
		<-time.After(every)
	}
}

func (l *load) ends() { l.all.Wait() }

func (l *load) percentile(p int) time.Duration {
	sorted := slices.Sorted(slices.Values(l.took))
	return sorted[len(sorted)*p/100]
}

func TestOneHungInstanceOfTwoFailsNoReadAndIsLeftOut(t *testing.T) {
	for name, every := range map[string]time.Duration{
		"many calls": 5 * time.Millisecond, "some calls": 20 * time.Millisecond, "few calls": 150 * time.Millisecond,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				conn, a, b := pair(t)
				a.set(3*time.Millisecond, nil)
				b.set(3*time.Millisecond, nil)
				before := load{}
				before.run(t, conn, look, every, time.Second)
				before.ends()

				a.hang()
				began := time.Now()
				during := load{}
				during.run(t, conn, look, every, 12*time.Second)
				during.ends()
				if len(during.failures) != 0 {
					t.Errorf("of %d reads failed %v", len(during.took), during.failures)
				}
				if last := slices.Max(during.took); last > 1600*time.Millisecond {
					t.Errorf("the slowest took %v", last)
				}
				if p99 := during.percentile(99); every < 100*time.Millisecond && p99 > 1300*time.Millisecond {
					t.Errorf("p99 is %v", p99)
				}
				if all, probes := a.since(began), a.since(began.Add(2*time.Second)); all == 0 || probes > 3 {
					t.Errorf("it was called %d times, %d of them later than 2 s", all, probes)
				}
				t.Logf("%d reads: p50 %v, p99 %v, slowest %v; the hung one was called %d times",
					len(during.took), during.percentile(50), during.percentile(99), slices.Max(during.took), a.since(began))

				a.goOn()
				after := load{}
				after.run(t, conn, look, every, 17*time.Second) // until it is tried again
				after.ends()
				again := load{}
				again.run(t, conn, look, every, 3*time.Second)
				again.ends()
				if got, want := again.by["a"], len(again.took)/2; got < want-1 || got > want+1 || len(after.failures)+len(again.failures) != 0 {
					t.Errorf("when it works again it has %d of %d calls; failed: %v", got, len(again.took), after.failures)
				}
			})
		})
	}
}

func TestWritesAreSentOnceAndGoPastTheHungInstance(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		conn, a, b := pair(t)
		began := time.Now()
		a.hang()
		first, later := load{}, load{}
		first.run(t, conn, sow, 20*time.Millisecond, 1100*time.Millisecond)
		later.run(t, conn, sow, 20*time.Millisecond, 8*time.Second)
		first.ends()
		later.ends()
		if len(later.failures) != 0 {
			t.Errorf("later than 1.1 s failed %v", later.failures)
		}
		if got := first.failures[codes.DeadlineExceeded]; got == 0 || got > 30 {
			t.Errorf("at first, of %d, failed %v", len(first.took), first.failures)
		}
		if got, want := a.since(began)+b.since(began), len(first.took)+len(later.took); got != want {
			t.Errorf("%d calls were sent as %d", want, got)
		}
		// All that were in flight on it have been given up: a call tries it now and then.
		a.goOn()
		back := load{}
		back.run(t, conn, sow, 20*time.Millisecond, 5*time.Second)
		back.ends()
		if len(back.failures) != 0 || back.by["a"] < 50 {
			t.Errorf("when it works again %v, failed %v", back.by, back.failures)
		}
	})
}

func TestAnAnswerBringsTheHungInstanceBackAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		conn, a, _ := pair(t)
		a.hang()
		stuck, past := load{}, load{}
		stuck.run(t, conn, sow, 20*time.Millisecond, 1100*time.Millisecond)
		past.run(t, conn, sow, 20*time.Millisecond, 2*time.Second)
		past.ends()
		if got := past.by["a"]; got != 0 || len(past.failures) != 0 {
			t.Errorf("while it hangs it answers %d; failed: %v", got, past.failures)
		}
		a.goOn()
		synctest.Wait()
		again := load{}
		again.run(t, conn, sow, 20*time.Millisecond, time.Second)
		for _, l := range []*load{&stuck, &again} {
			l.ends()
			if len(l.failures) != 0 {
				t.Errorf("failed: %v", l.failures)
			}
		}
		if again.by["a"] != again.by["b"] {
			t.Errorf("afterwards %v", again.by)
		}
	})
}

func TestWhenAllAreSilentNoneIsLeftOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		conn, a, b := pair(t)
		a.hang() // what both wait for is away
		b.hang()
		began := time.Now()
		waiting := load{}
		waiting.run(t, conn, sow, 600*time.Millisecond, 6*time.Second) // the second is asked later, and is not better for it
		waiting.run(t, conn, sow, 20*time.Millisecond, 2*time.Second)
		if a, b := a.since(began), b.since(began); a != b {
			t.Errorf("they have %d and %d of the calls", a, b)
		}
		a.goOn()
		b.goOn()
		waiting.ends()
		if len(waiting.failures) != 0 {
			t.Errorf("failed: %v", waiting.failures)
		}
	})
}

func TestHedgesAreAtMostATwentiethOfTheCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		conn, a, b := pair(t)
		a.set(600*time.Millisecond, nil)
		b.set(600*time.Millisecond, nil)
		began := time.Now()
		reads := load{}
		reads.run(t, conn, look, 10*time.Millisecond, 30*time.Second)
		reads.ends()
		calls := len(reads.took)
		hedges := a.since(began) + b.since(began) - calls
		if most := 10 + calls/20; hedges < most-2 || hedges > most || len(reads.failures) != 0 {
			t.Errorf("for %d calls %d hedges, want %d; failed: %v", calls, hedges, most, reads.failures)
		}
	})
}

// withTimeout is context.WithTimeout or discovery.WithTimeout.
type withTimeout func(context.Context, time.Duration) (context.Context, context.CancelFunc)

// readOf calls a read whose first attempt goes to a, in one of two calls.
func readOf(
	t *testing.T, within withTimeout, conn *grpc.ClientConn, a *replica, options ...grpc.CallOption,
) (by string, took time.Duration, err error) {
	t.Helper()
	call := func(answer *wrapperspb.StringValue) error {
		ctx, cancel := within(t.Context(), time.Minute)
		defer cancel()
		return conn.Invoke(ctx, look, &emptypb.Empty{}, answer, options...)
	}
	for range 2 {
		before, began := a.since(time.Time{}), time.Now()
		answer := wrapperspb.String("left over")
		err = call(answer)
		if a.since(time.Time{}) > before {
			return answer.GetValue(), time.Since(began), err
		}
	}
	t.Fatal("neither call went to it")
	return "", 0, nil
}

func TestWhoseAnswerCounts(t *testing.T) {
	for name, tc := range map[string]struct {
		slow    time.Duration // a's; 0 hangs
		refusal error         // b's
		by      string
		code    codes.Code
		within  time.Duration
	}{
		"the second's when the first hangs": {by: "b", within: 260 * time.Millisecond},
		"the first's when it is first":      {slow: 200 * time.Millisecond, by: "a", within: 210 * time.Millisecond},
		"the second's though it is bad": {
			refusal: status.Error(codes.NotFound, "no such"), code: codes.NotFound, within: 260 * time.Millisecond,
		},
		"the first's when the second cannot tell": {
			slow: 2 * time.Second, refusal: status.Error(codes.Internal, "broken"), by: "a", within: 2010 * time.Millisecond,
		},
	} {
		for of, within := range map[string]withTimeout{"its own": discovery.WithTimeout, "any": context.WithTimeout} {
			t.Run(name+", with "+of+" context", func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					conn, a, b := pair(t)
					a.set(tc.slow, nil)
					if tc.slow == 0 {
						a.hang()
					}
					b.set(time.Millisecond, tc.refusal)
					var header, trailer metadata.MD
					got, took, err := readOf(t, within, conn, a, grpc.Header(&header), grpc.Trailer(&trailer))
					if status.Code(err) != tc.code || took > tc.within || err == nil && got != tc.by {
						t.Errorf("after %v: %q, %v", took, got, err)
					}
					by := tc.by
					if by == "" {
						by = "b"
					}
					for what, md := range maps.All(map[string]metadata.MD{"header": header, "trailer": trailer}) {
						if what == "header" && err != nil {
							continue // gRPC gives the caller none of a call without a message
						}
						if !slices.Equal(md.Get("by"), []string{by}) {
							t.Errorf("the %s is %v", what, md)
						}
					}
				})
			})
		}
	}
}

func TestAnInstanceCannotHideBehindCallersWhoGiveUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		conn, a, _ := pair(t)
		a.hang()
		for range 16 {
			ctx, cancel := context.WithTimeout(t.Context(), 150*time.Millisecond)
			_, _ = catalogtest.Call(ctx, conn, sow)
			cancel()
			<-time.After(time.Minute) // nobody waits
		}
		if got := a.since(time.Time{}); got > 1+7+4 { // at first, until a second was waited for, and trying again
			t.Errorf("it got %d calls", got)
		}
	})
}
