package grpcserver_test

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/resolver/manual"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/grpcserver"
)

func TestNoCallFailsWhenOneOfTwoInstancesDrainsUnderLoad(t *testing.T) {
	instances := manual.NewBuilderWithScheme("instances")
	var servers []*grpcserver.Server
	var addresses []resolver.Address
	for range 2 {
		server, conn := serve(t, grpcserver.Options{}, func(r grpc.ServiceRegistrar) {
			tasksv1.RegisterTaskServiceServer(r, tasks{create: echo})
		})
		servers = append(servers, server)
		addresses = append(addresses, resolver.Address{Addr: conn.Target()})
	}
	instances.InitialState(resolver.State{Addresses: addresses})
	conn, err := grpcclient.Dial("instances:///tasks-svc", grpcclient.Options{
		Resolvers:     []resolver.Builder{instances},
		ServiceConfig: `{"loadBalancingConfig": [{"round_robin": {}}]}`,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()

	client := tasksv1.NewTaskServiceClient(conn)
	var load sync.WaitGroup
	var answered atomic.Int64
	stop := make(chan struct{})
	for range 16 {
		load.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if _, err := client.CreateTask(as(t, 1), read("x")); err != nil {
					t.Errorf("a call failed: %v", err)
					return
				}
				answered.Add(1)
			}
		})
	}
	until(t, &answered, 500)
	if err := servers[0].Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	until(t, &answered, answered.Load()+500)
	close(stop)
	load.Wait()
}

// until waits for the count, which the load makes.
func until(t *testing.T, count *atomic.Int64, atLeast int64) {
	t.Helper()
	for count.Load() < atLeast && !t.Failed() {
		runtime.Gosched()
	}
}
