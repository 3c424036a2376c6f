package replicas_test

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/replicas"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// replica answers, unless it hangs.
type replica struct {
	*grpc.Server
	address string
	hangs   chan struct{} // closed when it does
	asked   chan struct{} // receives when it is asked meanwhile
}

func start(t *testing.T) *replica {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &replica{address: listener.Addr().String(), hangs: make(chan struct{}), asked: make(chan struct{}, 1)}
	r.Server = grpc.NewServer(grpc.UnaryInterceptor(
		func(ctx context.Context, request any, _ *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (any, error) {
			select {
			case <-r.hangs:
				r.asked <- struct{}{}
				<-ctx.Done()
				return nil, ctx.Err()
			default:
				return handle(ctx, request)
			}
		}))
	healthv1.RegisterHealthServer(r.Server, health.NewServer())
	go r.Serve(listener)
	t.Cleanup(r.Stop)
	return r
}

// ask makes a call.
func ask(t *testing.T, conn *grpc.ClientConn, timeout time.Duration) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	_, err := healthv1.NewHealthClient(conn).Check(ctx, &healthv1.HealthCheckRequest{}, grpc.WaitForReady(true))
	return err
}

func dial(t *testing.T, all ...*replica) *grpc.ClientConn {
	t.Helper()
	var addresses []string
	for _, r := range all {
		addresses = append(addresses, r.address)
	}
	conn, err := replicas.Dial(strings.Join(addresses, ","), grpcclient.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

const timeout = 20 * time.Second

func TestAReplicaThatIsGoneIsNotAskedAgain(t *testing.T) {
	one, two := start(t), start(t)
	conn := dial(t, one, two)
	if err := ask(t, conn, timeout); err != nil {
		t.Fatal(err)
	}
	one.Stop()
	failed := 0
	for range 20 {
		if err := ask(t, conn, timeout); err != nil {
			failed++
		}
	}
	if failed > 1 { // the one that was under way
		t.Errorf("%d calls failed after one of two replicas went", failed)
	}
}

// overdue is a context whose deadline has come when done is closed.
type overdue struct {
	context.Context
	done chan struct{}
}

func (c overdue) Done() <-chan struct{} { return c.done }

func (c overdue) Err() error {
	select {
	case <-c.done:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

func TestWhoAsksAReplicaThatHangsAsksAnotherNext(t *testing.T) {
	one, two := start(t), start(t)
	conn := dial(t, one, two)
	if err := ask(t, conn, timeout); err != nil {
		t.Fatal(err)
	}
	close(one.hangs)
	// The connection to the second is only made when the first is late, and calls go on to the first until it is there.
	for begun := time.Now(); ; {
		if answered(t, conn, one) {
			break
		}
		if time.Since(begun) > timeout {
			t.Fatal("calls go to the replica that hangs, and to no other")
		}
	}
	for range 10 {
		if !answered(t, conn, one) {
			t.Fatal("a call goes to the replica that hangs after another has answered")
		}
	}
}

// answered makes a call whose deadline comes as soon as the replica that hangs is asked, and reports whether another answers.
func answered(t *testing.T, conn *grpc.ClientConn, hanging *replica) bool {
	t.Helper()
	ctx := overdue{t.Context(), make(chan struct{})}
	ended := make(chan error, 1)
	go func() {
		_, err := healthv1.NewHealthClient(conn).Check(ctx, &healthv1.HealthCheckRequest{}, grpc.WaitForReady(true))
		ended <- err
	}()
	select {
	case err := <-ended:
		if err != nil {
			t.Fatal(err)
		}
		return true
	case <-hanging.asked:
		close(ctx.done)
		if err := <-ended; status.Code(err) != codes.DeadlineExceeded {
			t.Fatal(err)
		}
		return false
	}
}

func TestAllAreTried(t *testing.T) {
	gone, there := start(t), start(t)
	gone.Stop()
	if err := ask(t, dial(t, gone, there), timeout); err != nil {
		t.Error(err)
	}
}

func TestAddressesAreRefusedByName(t *testing.T) {
	for _, wrong := range []string{"", "localhost", "127.0.0.1:1,", "127.0.0.1:1,b", ":9000"} {
		if _, err := replicas.Dial(wrong, grpcclient.Options{}); err == nil || !strings.Contains(err.Error(), "is not an address") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	for _, right := range []string{"127.0.0.1:1", "[::1]:1,b.example:2", "registry:9000"} {
		if err := replicas.Validate(right); err != nil {
			t.Errorf("%q: %v", right, err)
		}
	}
}
