package replicas_test

import (
	"context"
	"errors"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/test/bufconn"

	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/replicas"
)

// network has replicas that come and go, in memory, so that time is the test's.
type network struct {
	mu        sync.Mutex
	listeners map[string]*bufconn.Listener // by address
}

func (n *network) dial(ctx context.Context, address string) (net.Conn, error) {
	n.mu.Lock()
	listener := n.listeners[address]
	n.mu.Unlock()
	if listener == nil {
		return nil, errors.New("connection refused")
	}
	return listener.DialContext(ctx)
}

// serve starts a replica, and returns what kills it.
func (n *network) serve(address string) (kill func()) {
	listener := bufconn.Listen(1 << 16)
	server := grpc.NewServer(grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{
		MinTime: 5 * time.Second, PermitWithoutStream: true,
	}))
	healthv1.RegisterHealthServer(server, health.NewServer())
	go server.Serve(listener)
	n.mu.Lock()
	defer n.mu.Unlock()
	n.listeners[address] = listener
	return func() {
		n.mu.Lock()
		delete(n.listeners, address)
		n.mu.Unlock()
		server.Stop()
	}
}

// Replicas are replaced one after the other: the second goes when the first has just come back. Whoever holds a lease must
// find the first before the lease ends, however long it was away.
func TestAReplicaThatIsBackIsFoundWhenTheOtherGoesRightAfter(t *testing.T) {
	const one, two = "one:1", "two:1"
	synctest.Test(t, func(t *testing.T) {
		n := &network{listeners: map[string]*bufconn.Listener{}}
		kills := map[string]func(){one: n.serve(one), two: n.serve(two)}
		conn, err := replicas.Dial(one+","+two, grpcclient.Options{DialOptions: []grpc.DialOption{grpc.WithContextDialer(n.dial)}})
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		for i := range 20 {
			first, second := one, two
			if i%2 == 1 {
				first, second = two, one
			}
			kills[first]()
			if err := ask(t, conn, time.Minute); err != nil {
				_ = ask(t, conn, time.Minute) // the first may have been found gone by a call
			}
			<-time.After(time.Duration(i) * 7 * time.Second)
			kills[first] = n.serve(first)
			kills[second]()
			killed := time.Now()
			for ask(t, conn, time.Minute) != nil {
			}
			if took := time.Since(killed); took > 700*time.Millisecond {
				t.Errorf("after %v away it is found %v after the other went", time.Duration(i)*7*time.Second, took)
			}
			kills[second] = n.serve(second)
			<-time.After(time.Minute)
		}
		for _, kill := range kills {
			kill()
		}
	})
}
