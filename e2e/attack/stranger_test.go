//go:build attack

package attack

import (
	"context"
	"fmt"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/proto/descriptors"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
)

const (
	taskService = "salaatflow.tasks.v1.TaskService"
	userService = "salaatflow.users.v1.UserService"
)

// stranger is somebody else's gRPC server, which records each call that reaches it, and answers that everybody is an
// administrator.
type stranger struct {
	address string
	calls   atomic.Int64
	first   atomic.Value
}

func startStranger(t testing.TB) *stranger {
	t.Helper()
	s := &stranger{}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.address = listener.Addr().String()
	server := grpc.NewServer(grpc.UnknownServiceHandler(s.serve))
	healthv1.RegisterHealthServer(server, health.NewServer())
	go func() { _ = server.Serve(listener) }() // ends with Stop
	t.Cleanup(server.Stop)
	return s
}

func (s *stranger) serve(_ any, stream grpc.ServerStream) error {
	method, _ := grpc.MethodFromServerStream(stream)
	s.calls.Add(1)
	s.first.CompareAndSwap(nil, method)
	if strings.HasPrefix(method, "/"+userService) {
		return stream.SendMsg(&usersv1.GetUserInfoResponse{User: &usersv1.User{Id: 1, Role: "admin"}})
	}
	return status.Error(codes.Internal, "the stranger has it")
}

// dial connects to an address as anybody who reaches it can, without the platform's own client.
func dial(t testing.TB, address string) *grpc.ClientConn {
	t.Helper()
	conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() }) // nothing is running any more
	return conn
}

// registryClient returns a client of the target's registry.
func (p *target) registryClient(t testing.TB) registryv1.RegistryServiceClient {
	t.Helper()
	return registryv1.NewRegistryServiceClient(dial(t, p.registry))
}

// files returns the platform's own files of some gRPC services, without the options that make their RPCs tools.
func files(t testing.TB, tools bool, services ...string) *descriptorpb.FileDescriptorSet {
	t.Helper()
	set, err := descriptors.Set(services...)
	if err != nil {
		t.Fatal(err)
	}
	set = proto.CloneOf(set)
	if tools {
		return set
	}
	for _, file := range set.GetFile() {
		for _, service := range file.GetService() {
			for _, method := range service.GetMethod() {
				if method.Options != nil {
					proto.ClearExtension(method.Options, toolsv1.E_Tool)
				}
			}
		}
	}
	return set
}

func refusedNaming(t *testing.T, err error, holder string) {
	t.Helper()
	switch status.Code(err) {
	case codes.AlreadyExists, codes.PermissionDenied, codes.InvalidArgument:
		if !strings.Contains(status.Convert(err).Message(), holder) {
			t.Errorf("the refusal does not name %s: %v", holder, err)
		}
	default:
		t.Errorf("the stranger is not refused: %v", err)
	}
}

// keepAlive renews a lease until the test ends.
func keepAlive(t testing.TB, registry registryv1.RegistryServiceClient, lease string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	stream, err := registry.KeepAlive(ctx)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				_ = stream.Send(&registryv1.KeepAliveRequest{LeaseId: lease}) // ctx shows the end
			case <-ctx.Done():
				return
			}
		}
	}()
	t.Cleanup(func() { cancel(); <-done })
}

// undisturbed calls the platform as user 1. It fails if a call fails, is an administrator's, or reaches the stranger.
func undisturbed(t *testing.T, p *target, s *stranger) {
	t.Helper()
	for i := range 40 {
		for _, path := range []string{"/api/v1/tasks", "/api/v1/users/me"} {
			got := p.send(t, "GET", path, "", "X-Request-Id", fmt.Sprint(i))
			if got.status != 200 || strings.Contains(string(got.body), `"role":"admin"`) {
				t.Fatalf("%s: %d %s", path, got.status, got.body)
			}
		}
		if got := p.send(t, "POST", "/api/v1/tools/list_tasks", `{}`); got.field("success") != true {
			t.Fatalf("list_tasks: %d %s", got.status, got.body)
		}
	}
	if n := s.calls.Load(); n > 0 {
		t.Errorf("%d calls reached the stranger, the first of %v", n, s.first.Load())
	}
}

func TestAStrangerCannotTakeThePlatformsServices(t *testing.T) {
	p, s := startTarget(t), startStranger(t)
	registry := p.registryClient(t)
	for _, tt := range []struct {
		name, service string
		tools         bool
		grpc          []string
		holder        string
	}{
		{"gRPC services without tool names", "stranger-svc", false, []string{taskService, userService}, "-svc"},
		{"one gRPC service without tool names", "stranger-svc", false, []string{userService}, "users-svc"},
		{"gRPC services with tool names", "stranger-svc", true, []string{taskService}, "tasks-svc"},
		{"another platform service's", "hadith-svc", false, []string{userService}, "hadith-svc"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := registry.Register(t.Context(), &registryv1.RegisterRequest{
				Service: tt.service, Version: "v999.0.0", InstanceId: "x", Address: s.address,
				GrpcServices: tt.grpc, Files: files(t, tt.tools, tt.grpc...),
			})
			refusedNaming(t, err, tt.holder)
			undisturbed(t, p, s)
		})
	}
}

func TestAnInstanceIsReplacedByItselfAlone(t *testing.T) {
	p, s := startTarget(t), startStranger(t)
	registry := p.registryClient(t)
	watching, cancel := context.WithCancel(t.Context())
	defer cancel()
	watch, err := registry.Watch(watching, &registryv1.WatchRequest{})
	if err != nil {
		t.Fatal(err)
	}
	seen, err := watch.Recv()
	if err != nil {
		t.Fatal(err)
	}
	versions := map[string]string{}
	for _, definition := range seen.GetSnapshot().GetDefinitions() {
		versions[definition.GetHash()] = definition.GetVersion()
	}
	for _, instance := range seen.GetSnapshot().GetInstances() {
		if instance.GetService() != "tasks-svc" {
			continue
		}
		_, err := registry.Register(t.Context(), &registryv1.RegisterRequest{
			Service: "tasks-svc", Version: versions[instance.GetDefinitionHash()], InstanceId: instance.GetId(), Address: s.address,
			GrpcServices: []string{taskService}, Files: files(t, true, taskService),
		})
		if status.Code(err) != codes.AlreadyExists && status.Code(err) != codes.PermissionDenied {
			t.Errorf("the instance of tasks-svc is replaced without its secret: %v", err)
		}
		if err != nil && (strings.Contains(err.Error(), instance.GetAddress()) || strings.Contains(err.Error(), "lease_id")) {
			t.Errorf("the refusal tells what is the instance's: %v", err)
		}
	}
	undisturbed(t, p, s)
}

func TestAVersionFarAheadDrawsNoCalls(t *testing.T) {
	p, s := startTarget(t), startStranger(t)
	registry := p.registryClient(t)
	lease, err := registry.Register(t.Context(), &registryv1.RegisterRequest{
		Service: "tasks-svc", Version: "v999.0.0", InstanceId: "far-ahead", Address: s.address,
		GrpcServices: []string{taskService}, Files: files(t, true, taskService),
	})
	if err == nil {
		keepAlive(t, registry, lease.GetLeaseId())
	}
	undisturbed(t, p, s)
}

func TestTheRegistryIsNoPortScanner(t *testing.T) {
	p := startTarget(t)
	registry := p.registryClient(t)
	for _, address := range []string{
		"169.254.169.254:80", "[fe80::1]:80", "[fd00:ec2::254]:80", "0.0.0.0:22", "[::]:22", "224.0.0.1:80", "[ff02::1]:80",
		"10.0.0.1:5432", "192.168.0.1:22", "8.8.8.8:53", "metadata.google.internal:80", "[::ffff:169.254.169.254]:80",
	} {
		_, err := registry.Register(t.Context(), goals("stranger-svc", "one", address))
		switch status.Code(err) {
		case codes.InvalidArgument, codes.PermissionDenied, codes.FailedPrecondition:
		default:
			t.Errorf("%s may be registered: %v", address, err)
		}
	}
}

func TestJunkKeepsNobodyOut(t *testing.T) {
	p, s := startTarget(t), startStranger(t)
	registry := p.registryClient(t)
	refused := 0
	for i := range 3000 {
		_, err := registry.Register(t.Context(), goals(fmt.Sprintf("junk-%d-svc", i), "one", s.address))
		if status.Code(err) == codes.ResourceExhausted {
			refused++
		}
	}
	if refused == 0 {
		t.Error("3,000 services of one peer are all taken in")
	}
	// There is still room for a second instance of one of the platform's services.
	program := harness.Build(t, "../../users-svc/cmd/users-svc", true)
	users := harness.Run(t, program, "serve", "--registry", p.registry, "--credential-file", p.credential,
		"--database-url", "sqlite:"+t.TempDir()+"/users.db")
	watching, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	watch, err := registry.Watch(watching, &registryv1.WatchRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for found := 0; found < 2; {
		message, err := watch.Recv()
		if err != nil {
			t.Fatalf("a second users-svc (process %d) is kept out by junk: %v", users.Process.Pid, err)
		}
		for _, instance := range append(message.GetSnapshot().GetInstances(), message.GetInstanceAdded()) {
			if instance.GetService() == "users-svc" {
				found++
			}
		}
	}
}

// goals returns the registration of a service with its own proto package and one tool, named for the service.
func goals(service, instance, address string) *registryv1.RegisterRequest {
	name := strings.ReplaceAll(service, "-", "_")
	options := &descriptorpb.MethodOptions{}
	proto.SetExtension(options, toolsv1.E_Tool, &toolsv1.Tool{Name: name, Title: "Do it", Auth: toolsv1.Auth_AUTH_NONE})
	file := &descriptorpb.FileDescriptorProto{
		Name: proto.String(name + ".proto"), Package: proto.String(name + ".v1"), Syntax: proto.String("proto3"),
		MessageType: []*descriptorpb.DescriptorProto{{Name: proto.String("DoRequest")}, {Name: proto.String("DoResponse")}},
		Service: []*descriptorpb.ServiceDescriptorProto{{Name: proto.String("DoService"), Method: []*descriptorpb.MethodDescriptorProto{{
			Name: proto.String("Do"), InputType: proto.String("." + name + ".v1.DoRequest"),
			OutputType: proto.String("." + name + ".v1.DoResponse"), Options: options,
		}}}},
	}
	return &registryv1.RegisterRequest{
		Service: service, Version: "v1", InstanceId: instance, Address: address,
		GrpcServices: []string{name + ".v1.DoService"}, Files: &descriptorpb.FileDescriptorSet{File: []*descriptorpb.FileDescriptorProto{file}},
	}
}
