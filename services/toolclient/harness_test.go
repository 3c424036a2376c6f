package toolclient_test

import (
	"context"
	"net"
	"sync"
	"testing"
	"time"

	"go.uber.org/fx"
	"go.uber.org/goleak"
	"google.golang.org/grpc"

	"github.com/salaatflow/platform/proto/descriptors"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"

	"github.com/salaatflow/platform/services/broadcast"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kit/kittest"
	"github.com/salaatflow/platform/services/toolclient"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolspec"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// atMost bounds a wait for what must happen.
const atMost = 20 * time.Second

// registry tells whoever watches what is offered at any time.
type registry struct {
	registryv1.UnimplementedRegistryServiceServer
	address string
	changes broadcast.Broadcaster

	mu      sync.Mutex
	offered []offer
}

// offer is a definition and the addresses of its instances.
type offer struct {
	definition *catalog.Definition
	addresses  []string
}

func (r *registry) Watch(_ *registryv1.WatchRequest, stream registryv1.RegistryService_WatchServer) error {
	changed, cancel := r.changes.Subscribe()
	defer cancel()
	for revision := int64(1); ; revision++ {
		select {
		case <-changed:
		case <-stream.Context().Done():
			return nil
		}
		event := &registryv1.WatchResponse_Snapshot{Snapshot: r.snapshot()}
		if err := stream.Send(&registryv1.WatchResponse{Revision: revision, Event: event}); err != nil {
			return err
		}
	}
}

func (r *registry) snapshot() *registryv1.Snapshot {
	r.mu.Lock()
	defer r.mu.Unlock()
	snapshot := &registryv1.Snapshot{}
	for _, o := range r.offered {
		snapshot.Definitions = append(snapshot.Definitions, o.definition.Proto())
		for _, address := range o.addresses {
			snapshot.Instances = append(snapshot.Instances, catalog.Instance{
				ID: address, Service: o.definition.Service, Address: address, DefinitionHash: o.definition.Hash,
			}.Proto())
		}
	}
	return snapshot
}

// offers makes this all that is offered.
func (r *registry) offers(offered ...offer) {
	r.mu.Lock()
	r.offered = offered
	r.mu.Unlock()
	r.changes.Publish()
}

// serveRegistry serves a registry in which nobody has registered.
func serveRegistry(t testing.TB) *registry {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &registry{address: listener.Addr().String()}
	server := grpc.NewServer()
	registryv1.RegisterRegistryServiceServer(server, r)
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = server.Serve(listener)
	}()
	t.Cleanup(func() {
		server.Stop()
		<-served
	})
	return r
}

// platformService is what a service of the platform's registers: its gRPC service, as the contract has it.
func platformService(t testing.TB, service, grpcService string) *catalog.Definition {
	t.Helper()
	files, err := descriptors.Set(grpcService)
	if err != nil {
		t.Fatal(err)
	}
	definition, err := catalogtest.NewDefinition(service, "1.0.0", []string{grpcService}, files, toolspec.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	return definition
}

// tasks answers for tasks-svc as a test says, and notes who called.
type tasks struct {
	tasksv1.UnimplementedTaskServiceServer
	mu      sync.Mutex
	callers []identity.Caller
	// answer decides about each call, by its number from 1; nil lets all succeed.
	answer func(ctx context.Context, call int) error
}

func (s *tasks) called(ctx context.Context) error {
	s.mu.Lock()
	s.callers = append(s.callers, identity.FromContext(ctx))
	call := len(s.callers)
	s.mu.Unlock()
	if s.answer == nil {
		return nil
	}
	return s.answer(ctx, call)
}

// calls returns the callers so far.
func (s *tasks) calls() []identity.Caller {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.callers
}

func (s *tasks) CreateTask(ctx context.Context, in *tasksv1.CreateTaskRequest) (*tasksv1.CreateTaskResponse, error) {
	if err := s.called(ctx); err != nil {
		return nil, err
	}
	return &tasksv1.CreateTaskResponse{Task: &tasksv1.Task{Id: 7, Title: in.GetTitle()}}, nil
}

func (s *tasks) ListTasks(ctx context.Context, _ *tasksv1.ListTasksRequest) (*tasksv1.ListTasksResponse, error) {
	if err := s.called(ctx); err != nil {
		return nil, err
	}
	return &tasksv1.ListTasksResponse{Count: 3}, nil
}

// serveTasks runs the service as production does, registered nowhere, and returns what it would register.
func serveTasks(t testing.TB, service *tasks) offer {
	t.Helper()
	config := kittest.Config(t)
	kittest.Run(t, kit.Service("tasks-svc", config,
		fx.Provide(fx.Private, func() tasksv1.TaskServiceServer { return service }),
		kit.GRPC(tasksv1.RegisterTaskServiceServer)))
	return offer{platformService(t, "tasks-svc", tasksv1.TaskService_ServiceDesc.ServiceName), []string{config.ListenAddress}}
}

// start makes and starts a client of the registry, and stops it when the test ends.
func start(t testing.TB, r *registry, options toolclient.Options) *toolclient.Client {
	t.Helper()
	options.Registry = kittest.Dial(t, r.address)
	client, err := toolclient.New(options)
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := client.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	return client
}

// startWithTasks serves tasks, and returns a client that knows them.
func startWithTasks(t testing.TB, service *tasks, options toolclient.Options) *toolclient.Client {
	t.Helper()
	r := serveRegistry(t)
	r.offers(serveTasks(t, service))
	options.Required = taskTools
	client := start(t, r, options)
	await(t, client)
	return client
}

// await waits until the client knows its required tools.
func await(t testing.TB, client *toolclient.Client) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), atMost)
	defer cancel()
	if err := client.Await(ctx); err != nil {
		t.Fatal(err)
	}
}

// until waits until the client's table is as wanted.
func until(t testing.TB, client *toolclient.Client, wanted func(*routing.Table) bool) {
	t.Helper()
	changed, cancel := client.Subscribe()
	defer cancel()
	timeout := time.After(atMost)
	for !wanted(client.Table()) {
		select {
		case <-changed:
		case <-timeout:
			t.Fatalf("the table still has %v", client.Table().Names())
		}
	}
}

// asUser returns a context in which a user is calling.
func asUser(ctx context.Context, id int32) context.Context {
	return identity.NewContext(ctx, identity.Caller{UserID: id})
}
