package e2e

import (
	"context"
	"net"
	"strings"
	"sync/atomic"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/proto/descriptors"
	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/apperr"
)

// impostor counts the calls that reach it, and answers that every user is an administrator.
type impostor struct {
	address string
	calls   atomic.Int64
}

func startImpostor(t *testing.T) *impostor {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &impostor{address: listener.Addr().String()}
	server := grpc.NewServer(grpc.UnknownServiceHandler(func(_ any, stream grpc.ServerStream) error {
		s.calls.Add(1)
		return stream.SendMsg(&usersv1.GetUserInfoResponse{User: &usersv1.User{Id: 1, Role: "admin"}})
	}))
	healthv1.RegisterHealthServer(server, health.NewServer())
	go func() { _ = server.Serve(listener) }() // ends with Stop
	t.Cleanup(server.Stop)
	return s
}

// request returns a registration of the platform's own gRPC services in the name of some service.
func (s *impostor) request(t *testing.T, service, version, id string, grpcServices ...string) *registryv1.RegisterRequest {
	t.Helper()
	files, err := descriptors.Set(grpcServices...)
	if err != nil {
		t.Fatal(err)
	}
	return &registryv1.RegisterRequest{
		Service: service, Version: version, InstanceId: id, Address: s.address, GrpcServices: grpcServices, Files: files,
	}
}

// A stranger that registers what the platform's services offer gets none of their calls, and decides on nobody's role.
func TestAStrangerIsNotCalledInThePlaceOfThePlatform(t *testing.T) {
	platform, s := harness.Start(t, harness.Options{}), startImpostor(t)
	registry := platform.RegistryClient(t)
	tasks, users := tasksv1.TaskService_ServiceDesc.ServiceName, usersv1.UserService_ServiceDesc.ServiceName
	refused := func(what string, request *registryv1.RegisterRequest, reason errorsv1.Reason, holder string) {
		t.Helper()
		_, err := registry.Register(t.Context(), request)
		refusal := apperr.From(err)
		if refusal == nil || refusal.Code != codes.AlreadyExists || refusal.Reason != reason || refusal.Metadata["holder"] != holder {
			t.Errorf("%s: %v, want %v", what, err, reason)
		}
	}
	refused("two services at once", s.request(t, "stranger-svc", "v1", "x", tasks, users), errorsv1.Reason_REASON_NAME_TAKEN, "tasks-svc")
	refused("the users'", s.request(t, "stranger-svc", "v1", "x", users), errorsv1.Reason_REASON_NAME_TAKEN, "users-svc")
	for _, instance := range platform.Watcher.Current().InstancesOf("users-svc") {
		version := platform.Watcher.Current().Definition(instance.DefinitionHash).Version
		request := s.request(t, "users-svc", version, instance.ID, users)
		refused("a living instance", request, errorsv1.Reason_REASON_INSTANCE_TAKEN, "")
		if _, err := registry.Register(t.Context(), request); strings.Contains(status.Convert(err).Message(), instance.Address) {
			t.Errorf("the refusal shows an address: %v", err)
		}
	}
	// A high version alone draws no calls.
	lease, err := registry.Register(t.Context(), s.request(t, "users-svc", "v999.0.0", "far-ahead", users))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		leaving := &registryv1.DeregisterRequest{LeaseId: lease.GetLeaseId()}
		if _, err := registry.Deregister(context.WithoutCancel(t.Context()), leaving); err != nil {
			t.Error(err)
		}
	}()
	for range 20 {
		user := nextUser.Add(1)
		if got := send(t, platform, "GET", "/api/v1/users/me", "", as(user)); got.field(t, "role") != "user" {
			t.Fatalf("the user is %+v", got)
		}
		if got := send(t, platform, "GET", "/api/v1/tasks", "", as(user)); got.status != 200 {
			t.Fatalf("the tasks are %+v", got)
		}
	}
	if calls := s.calls.Load(); calls > 0 {
		t.Errorf("%d calls reached the stranger", calls)
	}
}
