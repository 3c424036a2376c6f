package registrysvc_test

import (
	"fmt"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/salaatflow/platform/proto/descriptors"
	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/registry-svc/internal/registrytest"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/discovery"
)

// junk returns a registration of a stranger's service, which has one tool.
func junk(t *testing.T, service, address string) *registryv1.RegisterRequest {
	t.Helper()
	return &registryv1.RegisterRequest{
		Service: service, Version: "1", InstanceId: "one", Address: address,
		GrpcServices: []string{catalogtest.GRPCService(packageOf(service))},
		Files:        catalogtest.Files(t, packageOf(service), catalogtest.Tools("of_"+packageOf(service)[:len(packageOf(service))-3])...),
	}
}

func TestTheRegistryIsLedToNoAddressButTheCallersOwn(t *testing.T) {
	client := registryv1.NewRegistryServiceClient(registrytest.Dial(t, registrytest.Start(t, registrytest.Options{}).Address))
	for _, address := range []string{
		"169.254.169.254:80", "[fe80::1]:80", "[fd00:ec2::254]:80", "0.0.0.0:22", "[::]:22", "224.0.0.1:80", "10.0.0.1:5432",
		"[::ffff:169.254.169.254]:80", "8.8.8.8:53",
	} {
		_, err := client.Register(t.Context(), junk(t, "stranger-svc", address))
		if e := apperr.From(err); e == nil || e.Code != codes.InvalidArgument || e.Reason != errorsv1.Reason_REASON_REGISTRATION_INVALID {
			t.Errorf("%s: %v", address, err)
		}
	}
	if _, err := client.Register(t.Context(), junk(t, "stranger-svc", "localhost:9001")); err != nil {
		t.Errorf("a name of this host's own: %v", err)
	}
}

func TestJunkKeepsThePlatformsServicesNotOut(t *testing.T) {
	registry := registrytest.Start(t, registrytest.Options{Change: func(o *registrations.Options) {
		o.Limits.Services, o.Limits.PerHost.Services = 20, 12
	}})
	client := registryv1.NewRegistryServiceClient(registrytest.Dial(t, registry.Address))
	admitted := 0
	for i := range 40 {
		_, err := client.Register(t.Context(), junk(t, fmt.Sprintf("junk-%d-svc", i), "127.0.0.1:9001"))
		switch status.Code(err) {
		case codes.OK:
			admitted++
		case codes.ResourceExhausted:
		default:
			t.Fatal(err)
		}
	}
	if admitted != 12 {
		t.Errorf("of one host's junk %d services are admitted, want 12", admitted)
	}
	files, err := descriptors.Set(usersv1.UserService_ServiceDesc.ServiceName)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Register(t.Context(), &registryv1.RegisterRequest{
		Service: "users-svc", Version: "1", InstanceId: "one", Address: "127.0.0.1:9002",
		GrpcServices: []string{usersv1.UserService_ServiceDesc.ServiceName}, Files: files,
	}); err != nil {
		t.Errorf("users-svc is kept out: %v", err)
	}
}

// A process that crashed and comes back with the same id has no lease to show, and so waits for its old lease to end.
func TestAnInstanceOfAFixedIDComesBackWhenItsOldLeaseHasEnded(t *testing.T) {
	const ttl = time.Second
	registry := registrytest.Start(t, registrytest.Options{Change: func(o *registrations.Options) { o.TTL = ttl }})
	watcher := watch(t, registry.Address, discovery.Options{})
	crashed := plot{id: "fixed", tools: catalogtest.Tools("sow")}.registered(t, registry.Address)
	awaitInstances(t, watcher, "fixed")
	crashed.crash(t)
	began := time.Now()
	again := plot{id: "fixed", tools: catalogtest.Tools("sow")}.run(t, registry.Address)
	awaitRegistered(t, again.registration)
	if took := time.Since(began); took > ttl+2*time.Second {
		t.Errorf("it took %v, want at most the lease's %v and 2s", took, ttl)
	}
	awaitInstances(t, watcher, "fixed")
	if got := call(t, dial(t, watcher, "garden-svc"), "sow"); got != "fixed" {
		t.Errorf("%s answers", got)
	}
}
