package e2e

import (
	"net"
	"sync/atomic"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/salaatflow/platform/proto/descriptors"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
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
