package registrations_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/proto/descriptors"
	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/offering"
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

func wantTaken(t *testing.T, err error, kind offering.Kind, name, holder string) {
	t.Helper()
	var taken *offering.NameTakenError
	if !errors.As(err, &taken) || taken.Claim != kind || taken.Name != name || taken.Holder != holder {
		t.Errorf("got %v, want that %s holds the %s %s", err, holder, kind, name)
	}
}

func TestServicesPathsAndPackagesBelongToTheirFirstHolder(t *testing.T) {
	r := start(t)
	r.register(t, plain(t, "garden-svc", "garden.v1", "Garden", "/v1/garden/{id}"))
	watch := begin(t, r)
	for name, tc := range map[string]struct {
		offer registrations.Offer
		kind  offering.Kind
		taken string
	}{
		"the gRPC service": {plain(t, "rival-svc", "garden.v1", "Garden", "/v1/other"), offering.KindGRPCService,
			"garden.v1.Garden"},
		"the package": {plain(t, "rival-svc", "garden.v1", "Rival", "/v1/other"), offering.KindPackage, "garden.v1"},
		"the path":    {plain(t, "rival-svc", "rival.v1", "Rival", "/v1/garden/{id}"), offering.KindPath, "GET /v1/garden/{id}"},
		"the path, its name another": {plain(t, "rival-svc", "rival.v1", "Rival", "/v1/garden/{name}"), offering.KindPath,
			"GET /v1/garden/{name}"},
		"a path that the path covers": {plain(t, "rival-svc", "rival.v1", "Rival", "/v1/garden/roses"), offering.KindPath,
			"GET /v1/garden/roses"},
		"a path that covers the path": {plain(t, "rival-svc", "rival.v1", "Rival", "/v1/{id}/{name}"), offering.KindPath, "GET /v1/{id}/{name}"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := r.Register(t.Context(), tc.offer)
			wantTaken(t, err, tc.kind, tc.taken, "garden-svc")
			watch.wantsNothing(t)
		})
	}
	r.register(t, plain(t, "rival-svc", "garden.v2", "Garden", "/v1/gardens/{id}"))
	next := plain(t, "garden-svc", "garden.v1", "Garden", "/v1/garden/{name}")
	next.Version, next.InstanceID, next.Address = "1.1.0", "two", "garden-svc:2"
	r.register(t, next) // versions of one service do not compete
	r.has(t, "garden-svc/one", "garden-svc/two", "rival-svc/one")
}

// What was found right once is not read again, and is held against what others hold by then all the same.
func TestANameThatHasChangedHandsIsItsNextHolders(t *testing.T) {
	r := start(t)
	garden := plain(t, "garden-svc", "garden.v1", "Garden", "/v1/garden/{id}")
	rival := plain(t, "rival-svc", "rival.v1", "Rival", "/v1/garden/{id}")
	left := r.register(t, garden)
	_, err := r.Register(t.Context(), rival)
	wantTaken(t, err, offering.KindPath, "GET /v1/garden/{id}", "garden-svc")
	if err := r.Deregister(t.Context(), left.ID); err != nil {
		t.Fatal(err)
	}
	r.register(t, rival)
	_, err = r.Register(t.Context(), garden)
	wantTaken(t, err, offering.KindPath, "GET /v1/garden/{id}", "rival-svc")
	second := rival
	second.InstanceID, second.Address = "two", "rival-svc:2"
	r.register(t, second)
	r.has(t, "rival-svc/one", "rival-svc/two")
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
		kind        offering.Kind
		taken, held string
	}{
		"a stranger":      {own("stranger-svc", tasks), offering.KindGRPCService, tasks, "tasks-svc"},
		"two at once":     {own("tasks-svc", tasks, users), offering.KindGRPCService, users, "users-svc"},
		"another of ours": {own("hadith-svc", users), offering.KindGRPCService, users, "users-svc"},
		"the registry's own": {own("registry-svc", "salaatflow.registry.v1.RegistryService"), offering.KindGRPCService,
			"salaatflow.registry.v1.RegistryService", "the platform"},
		"a new service of it": {plain(t, "stranger-svc", "salaatflow.tasks.v1", "Tasks", "/x"), offering.KindGRPCService,
			"salaatflow.tasks.v1.Tasks", "tasks-svc"},
		"a new package": {plain(t, "stranger-svc", "salaatflow.new.v1", "New", "/x"), offering.KindGRPCService, "salaatflow.new.v1.New",
			"the platform"},
		"a shared package": {plain(t, "stranger-svc", "salaatflow.tools.v1", "New", "/x"), offering.KindGRPCService,
			"salaatflow.tools.v1.New", "the platform"},
		"a tool name": {offer(t, "stranger-svc", "one", catalogtest.Tools(toolnames.CreateTask)...), offering.KindTool,
			toolnames.CreateTask, "tasks-svc"},
		"a path": {plain(t, "stranger-svc", "stranger.v1", "Stranger", "/api/v1/users/{id}"), offering.KindPath,
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
	_, err := r.Register(t.Context(), plain(t, "garden-svc", "garden.v1", "Garden", "/v1/garden/{id"))
	var invalid *offering.InvalidError
	if !errors.As(err, &invalid) {
		t.Errorf("got %v, want that it is invalid", err)
	}
}

// What the gateway serves by itself, or may serve in a later release, no service can claim; nor what no gateway would serve.
func TestAPathOfTheGatewayIsNobodyElses(t *testing.T) {
	r := start(t, platform(t))
	for _, path := range []string{
		"/", "/{id}", "/**", "/mcp", "/console", "/console/{id}", "/docs", "/openapi.json", "/healthz", "/garden/{id}", "/{id}/{name}",
		"/api/v1/tools", "/api/v1/tools/{name}", "/api/v1/{id}", "/api/v1/{id}/{name}", "/api/**", "/api/{id}/tools", "/api/*/tools/x",
		"/api/v1/proto.zip", "/api/v1/gateway/{id}", "/api/v1/registry/definitions", "/api/v1/intents/mine", "/.well-known/{id}",
	} {
		_, err := r.Register(t.Context(), plain(t, "stranger-svc", "stranger.v1", "Stranger", path))
		var taken *offering.NameTakenError
		var invalid *offering.InvalidError
		switch {
		case path == "/" && errors.As(err, &invalid):
		case !errors.As(err, &taken) || taken.Holder != "the gateway" || !strings.Contains(err.Error(), "GET "+path):
			t.Errorf("%s: %v, want that it is the gateway's", path, err)
		}
	}
	for _, path := range []string{"/v1/nothing/{nothing}", "/v1/a/../b", "/v1/" + strings.Repeat("a/", 40) + "b"} {
		var invalid *offering.InvalidError
		if _, err := r.Register(t.Context(), plain(t, "stranger-svc", "stranger.v1", "Stranger", path)); !errors.As(err, &invalid) {
			t.Errorf("%s: %v, want that it is invalid", path, err)
		}
	}
	for service, path := range map[string]string{
		"one": "/v1/garden/{id}", "two": "/api/garden/v1/{id}", "three": "/api/v1/garden/{id}:water", "four": "/v2beta1/**",
	} {
		if _, err := r.Register(t.Context(), plain(t, service+"-svc", service+".v1", "Stranger", path)); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}
