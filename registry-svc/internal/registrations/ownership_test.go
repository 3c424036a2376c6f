package registrations_test

import (
	"errors"
	"fmt"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/proto/descriptors"
	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/ownership"
)

// platform tells the registry what belongs to the platform.
func platform(t testing.TB) func(*registrations.Options) {
	t.Helper()
	reserved, err := ownership.Default().Reserved()
	if err != nil {
		t.Fatal(err)
	}
	return func(o *registrations.Options) { o.Owners, o.Reserved = ownership.Default(), reserved }
}

// plain offers one gRPC service without tools, at a REST path.
func plain(t testing.TB, service, pkg, grpcService, path string) registrations.Offer {
	t.Helper()
	source := fmt.Sprintf(`syntax = "proto3";
package %s;
import "google/api/annotations.proto";
message Request { string id = 1; string name = 2; }
message Response {}
service %s { rpc Do(Request) returns (Response) { option (google.api.http) = {get: %q}; } }`, pkg, grpcService, path)
	return registrations.Offer{
		Service: service, Version: "1.0.0", InstanceID: "one", Address: service + ":1",
		GRPCServices: []string{pkg + "." + grpcService}, Files: catalogtest.Compile(t, source),
	}
}

func wantTaken(t *testing.T, err error, kind registrations.Kind, name, holder string) {
	t.Helper()
	var taken *registrations.NameTakenError
	if !errors.As(err, &taken) || taken.Claim != kind || taken.Name != name || taken.Holder != holder {
		t.Errorf("got %v, want that %s holds the %s %s", err, holder, kind, name)
	}
}

func TestServicesPathsAndPackagesBelongToTheirFirstHolder(t *testing.T) {
	r := start(t)
	r.register(t, plain(t, "garden-svc", "garden.v1", "Garden", "/garden/{id}"))
	watch := begin(t, r)
	for name, tc := range map[string]struct {
		offer registrations.Offer
		kind  registrations.Kind
		taken string
	}{
		"the gRPC service": {plain(t, "rival-svc", "garden.v1", "Garden", "/other"), registrations.KindGRPCService,
			"garden.v1.Garden"},
		"the package": {plain(t, "rival-svc", "garden.v1", "Rival", "/other"), registrations.KindPackage, "garden.v1"},
		"the path":    {plain(t, "rival-svc", "rival.v1", "Rival", "/garden/{id}"), registrations.KindPath, "GET /garden/{id}"},
		"the path, its name another": {plain(t, "rival-svc", "rival.v1", "Rival", "/garden/{name}"), registrations.KindPath,
			"GET /garden/{name}"},
		"a path that the path covers": {plain(t, "rival-svc", "rival.v1", "Rival", "/garden/roses"), registrations.KindPath, "GET /garden/roses"},
		"a path that covers the path": {plain(t, "rival-svc", "rival.v1", "Rival", "/{id}/{name}"), registrations.KindPath, "GET /{id}/{name}"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := r.Register(t.Context(), tc.offer)
			wantTaken(t, err, tc.kind, tc.taken, "garden-svc")
			watch.wantsNothing(t)
		})
	}
	r.register(t, plain(t, "rival-svc", "garden.v2", "Garden", "/gardens/{id}"))
	next := plain(t, "garden-svc", "garden.v1", "Garden", "/garden/{name}")
	next.Version, next.InstanceID, next.Address = "1.1.0", "two", "garden-svc:2"
	r.register(t, next) // versions of one service do not compete
	r.has(t, "garden-svc/one", "garden-svc/two", "rival-svc/one")
}

func TestWhatIsOnlyImportedAndWhatEveryServerHasIsNobodys(t *testing.T) {
	r := start(t, platform(t))
	for _, service := range []string{"garden-svc", "kitchen-svc"} {
		o := offer(t, service, "one", catalogtest.Tools("of_"+packageOf(service)[:6])...) // imports salaatflow.tools.v1
		health := catalogtest.Compile(t, "syntax = \"proto3\"; package grpc.health.v1; message M {} service Health { rpc Check(M) returns (M); }")
		extra := proto.CloneOf(health.GetFile()[0])
		extra.Name = proto.String("health.proto")
		o.Files = proto.CloneOf(o.Files)
		o.Files.File = append(o.Files.File, extra)
		o.GRPCServices = append(o.GRPCServices, "grpc.health.v1.Health")
		r.register(t, o)
	}
	r.has(t, "garden-svc/one", "kitchen-svc/one")
}

func TestThePlatformsPackagesAreTheServicesThatAreConfigured(t *testing.T) {
	const tasks, users = "salaatflow.tasks.v1.TaskService", "salaatflow.users.v1.UserService"
	own := func(service string, grpcServices ...string) registrations.Offer {
		files, err := descriptors.Set(grpcServices...)
		if err != nil {
			t.Fatal(err)
		}
		return registrations.Offer{
			Service: service, Version: "1.0.0", InstanceID: "one", Address: service + ":1", GRPCServices: grpcServices, Files: files,
		}
	}
	r := start(t, platform(t)) // and none of the platform's services is registered
	watch := begin(t, r)
	for name, tc := range map[string]struct {
		offer       registrations.Offer
		kind        registrations.Kind
		taken, held string
	}{
		"a stranger":      {own("stranger-svc", tasks), registrations.KindGRPCService, tasks, "tasks-svc"},
		"two at once":     {own("tasks-svc", tasks, users), registrations.KindGRPCService, users, "users-svc"},
		"another of ours": {own("hadith-svc", users), registrations.KindGRPCService, users, "users-svc"},
		"the registry's own": {own("registry-svc", "salaatflow.registry.v1.RegistryService"), registrations.KindGRPCService,
			"salaatflow.registry.v1.RegistryService", "the platform"},
		"a new service of it": {plain(t, "stranger-svc", "salaatflow.tasks.v1", "Tasks", "/x"), registrations.KindGRPCService,
			"salaatflow.tasks.v1.Tasks", "tasks-svc"},
		"a new package": {plain(t, "stranger-svc", "salaatflow.new.v1", "New", "/x"), registrations.KindGRPCService, "salaatflow.new.v1.New",
			"the platform"},
		"a shared package": {plain(t, "stranger-svc", "salaatflow.tools.v1", "New", "/x"), registrations.KindGRPCService,
			"salaatflow.tools.v1.New", "the platform"},
		"a tool name": {offer(t, "stranger-svc", "one", catalogtest.Tools(toolnames.CreateTask)...), registrations.KindTool,
			toolnames.CreateTask, "tasks-svc"},
		"a path": {plain(t, "stranger-svc", "stranger.v1", "Stranger", "/api/v1/users/{id}"), registrations.KindPath,
			"GET /api/v1/users/{id}", "users-svc"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := r.Register(t.Context(), tc.offer)
			wantTaken(t, err, tc.kind, tc.taken, tc.held)
			watch.wantsNothing(t)
		})
	}
	r.register(t, own("tasks-svc", tasks))
	r.register(t, own("users-svc", users))
	r.has(t, "tasks-svc/one", "users-svc/one")
}

func TestAPathThatCannotBeReadIsRefused(t *testing.T) {
	r := start(t)
	_, err := r.Register(t.Context(), plain(t, "garden-svc", "garden.v1", "Garden", "/garden/{id"))
	var invalid *registrations.InvalidError
	if !errors.As(err, &invalid) {
		t.Errorf("got %v, want that it is invalid", err)
	}
}
