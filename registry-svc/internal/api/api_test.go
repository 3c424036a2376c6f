package api_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/proto/descriptors"
	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/registry-svc/internal/registrytest"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/prototest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func client(t *testing.T, options registrytest.Options) registryv1.RegistryServiceClient {
	t.Helper()
	return registryv1.NewRegistryServiceClient(registrytest.Dial(t, registrytest.Start(t, options).Address))
}

// own returns the registration of one of the platform's own services.
func own(t *testing.T, service, id string, grpcServices ...string) *registryv1.RegisterRequest {
	t.Helper()
	files, err := descriptors.Set(grpcServices...)
	if err != nil {
		t.Fatal(err)
	}
	return &registryv1.RegisterRequest{
		Service: service, Version: "1.0.0", InstanceId: id, Address: map[string]string{"one": "127.0.0.1:9001", "two": "127.0.0.1:9002"}[id],
		GrpcServices: grpcServices, Files: files,
	}
}

// platform starts a registry in which tasks and users are registered.
func platform(t *testing.T) registryv1.RegistryServiceClient {
	t.Helper()
	client := client(t, registrytest.Options{})
	for _, request := range []*registryv1.RegisterRequest{
		own(t, "tasks-svc", "one", tasksv1.TaskService_ServiceDesc.ServiceName),
		own(t, "tasks-svc", "two", tasksv1.TaskService_ServiceDesc.ServiceName),
		own(t, "users-svc", "one", usersv1.UserService_ServiceDesc.ServiceName),
	} {
		if _, err := client.Register(t.Context(), request); err != nil {
			t.Fatalf("%s: %v", request.GetService(), err)
		}
	}
	return client
}

func TestListToolsByName(t *testing.T) {
	listed, err := platform(t).ListTools(t.Context(), &registryv1.ListToolsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range listed.GetTools() {
		names = append(names, tool.GetTool().GetName())
	}
	services, err := descriptors.Services(tasksv1.TaskService_ServiceDesc.ServiceName, usersv1.UserService_ServiceDesc.ServiceName)
	if err != nil {
		t.Fatal(err)
	}
	tools, err := toolspec.Tools(services...)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, tool := range tools {
		want = append(want, tool.Name)
	}
	if !slices.Equal(names, want) || !slices.Contains(names, toolnames.CreateTask) {
		t.Errorf("got %v, want %v", names, want)
	}
	if listed.GetRevision() != 5 {
		t.Errorf("revision %d, want 5: two definitions, three instances", listed.GetRevision())
	}
}

func TestGetToolByNameOrAlias(t *testing.T) {
	client := platform(t)
	byName, err := client.GetTool(t.Context(), &registryv1.GetToolRequest{Name: toolnames.CreateTask})
	if err != nil {
		t.Fatal(err)
	}
	tool := byName.GetTool()
	if tool.GetService() != "tasks-svc" || tool.GetVersion() != "1.0.0" || tool.GetInstanceCount() != 2 ||
		tool.GetMethod() != "salaatflow.tasks.v1.TaskService/CreateTask" || tool.GetDescription() == "" ||
		tool.GetInputSchema() == "" || tool.GetOutputSchema() == "" || len(tool.GetTool().GetAliases()) == 0 {
		t.Errorf("got %v", tool)
	}
	byAlias, err := client.GetTool(t.Context(), &registryv1.GetToolRequest{Name: tool.GetTool().GetAliases()[0]})
	if err != nil || !proto.Equal(byAlias, byName) {
		t.Errorf("by its alias: %v, %v; want the same", byAlias, err)
	}
	_, err = client.GetTool(t.Context(), &registryv1.GetToolRequest{Name: "no_such_tool"})
	wantError(t, err, codes.NotFound, errorsv1.Reason_REASON_TOOL_NOT_FOUND)
}

func TestResolveName(t *testing.T) {
	client := platform(t)
	alias := aliasOf(t, client, toolnames.CreateTask)
	for name, want := range map[string]*registryv1.ResolveNameResponse{
		toolnames.CreateTask: {CanonicalName: toolnames.CreateTask, Found: true},
		alias:                {CanonicalName: toolnames.CreateTask, Found: true},
		"no_such_tool":       {CanonicalName: "no_such_tool"},
		"Create_Task":        {CanonicalName: "Create_Task"},
		"":                   {},
	} {
		if got, err := client.ResolveName(t.Context(), &registryv1.ResolveNameRequest{Name: name}); err != nil || !proto.Equal(got, want) {
			t.Errorf("%q: %v, %v; want %v", name, got, err, want)
		}
	}
}

func aliasOf(t *testing.T, client registryv1.RegistryServiceClient, name string) string {
	t.Helper()
	got, err := client.GetTool(t.Context(), &registryv1.GetToolRequest{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	return got.GetTool().GetTool().GetAliases()[0]
}

func TestMapIntent(t *testing.T) {
	client := platform(t)
	alias := aliasOf(t, client, toolnames.CreateTask)
	for intent, want := range map[string]*string{
		toolnames.CreateTask: proto.String(toolnames.CreateTask),
		alias:                proto.String(alias), // as in the contract: the caller's word, not the canonical name
		"identity_query":     proto.String(toolnames.GetUserInfo),
		"Identity_Query":     nil,
		"unknown":            nil,
		"":                   nil,
	} {
		got, err := client.MapIntent(t.Context(), &registryv1.MapIntentRequest{Intent: intent})
		if err != nil || !proto.Equal(got, &registryv1.MapIntentResponse{ToolName: want}) {
			t.Errorf("%q: %v, %v; want %v", intent, got, err, want)
		}
	}
}

func TestNothingIsAnsweredBeforeTheCatalogueIsSettled(t *testing.T) {
	client := client(t, registrytest.Options{Change: func(o *registrations.Options) { o.Settling = time.Hour }})
	_, listing := client.ListTools(t.Context(), &registryv1.ListToolsRequest{})
	_, getting := client.GetTool(t.Context(), &registryv1.GetToolRequest{Name: "sow"})
	_, resolving := client.ResolveName(t.Context(), &registryv1.ResolveNameRequest{Name: "sow"})
	_, mapping := client.MapIntent(t.Context(), &registryv1.MapIntentRequest{Intent: "sow"})
	for _, err := range []error{listing, getting, resolving, mapping} {
		wantError(t, err, codes.Unavailable, errorsv1.Reason_REASON_NETWORK_ERROR)
	}
	watch, err := client.Watch(t.Context(), &registryv1.WatchRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if header, err := watch.Header(); err != nil || len(header.Get(discovery.UnsettledHeader)) != 1 {
		t.Errorf("a watch begins with %v, %v, and does not say that there is no catalogue", header, err)
	}
}

func TestWhatIsWrongWithARegistrationIsSaid(t *testing.T) {
	client := client(t, registrytest.Options{Change: func(o *registrations.Options) { o.Limits.Services = 1 }})
	garden := func(change func(*registryv1.RegisterRequest)) *registryv1.RegisterRequest {
		request := &registryv1.RegisterRequest{
			Service: "garden-svc", Version: "1", InstanceId: "one", Address: "127.0.0.1:9001",
			GrpcServices: []string{catalogtest.GRPCService("garden.v1")},
			Files:        catalogtest.Files(t, "garden.v1", catalogtest.Tools("sow")...),
		}
		change(request)
		return request
	}
	if _, err := client.Register(t.Context(), garden(func(*registryv1.RegisterRequest) {})); err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		change func(*registryv1.RegisterRequest)
		code   codes.Code
		reason errorsv1.Reason
	}{
		"the service has no form": {
			func(r *registryv1.RegisterRequest) { r.Service = "Garden" },
			codes.InvalidArgument, errorsv1.Reason_REASON_VALIDATION_ERROR,
		},
		"no version": {
			func(r *registryv1.RegisterRequest) { r.Version = "" },
			codes.InvalidArgument, errorsv1.Reason_REASON_VALIDATION_ERROR,
		},
		"no instance": {
			func(r *registryv1.RegisterRequest) { r.InstanceId = "" },
			codes.InvalidArgument, errorsv1.Reason_REASON_VALIDATION_ERROR,
		},
		"no port": {
			func(r *registryv1.RegisterRequest) { r.Address = "127.0.0.1" },
			codes.InvalidArgument, errorsv1.Reason_REASON_VALIDATION_ERROR,
		},
		"no files": {
			func(r *registryv1.RegisterRequest) { r.Files = nil },
			codes.InvalidArgument, errorsv1.Reason_REASON_VALIDATION_ERROR,
		},
		"a service that is not there": {
			func(r *registryv1.RegisterRequest) { r.GrpcServices = []string{"garden.v1.Nothing"} },
			codes.InvalidArgument, errorsv1.Reason_REASON_REGISTRATION_INVALID,
		},
		"a name that is taken": {
			func(r *registryv1.RegisterRequest) { r.Service = "rival-svc" },
			codes.AlreadyExists, errorsv1.Reason_REASON_NAME_TAKEN,
		},
		"one service too many": {
			func(r *registryv1.RegisterRequest) {
				r.Service, r.Files = "kitchen-svc", catalogtest.Files(t, "kitchen.v1", catalogtest.Tools("cook")...)
				r.GrpcServices = []string{catalogtest.GRPCService("kitchen.v1")}
			},
			codes.ResourceExhausted, errorsv1.Reason_REASON_REGISTRATION_INVALID,
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := client.Register(t.Context(), garden(tc.change))
			wantError(t, err, tc.code, tc.reason)
		})
	}
	_, err := client.Register(t.Context(), garden(func(r *registryv1.RegisterRequest) { r.Service = "rival-svc" }))
	if got := apperr.From(err).Metadata; got["name"] != "sow" || got["holder"] != "garden-svc" {
		t.Errorf("the metadata is %v", got)
	}
}

// Hosts of models do not take all that a schema says. Whoever registers is told what models then do not know.
func TestWhatModelsDoNotKnowOfAToolIsSaidAtItsRegistration(t *testing.T) {
	client := client(t, registrytest.Options{})
	answer, err := client.Register(t.Context(), &registryv1.RegisterRequest{
		Service: "garden-svc", Version: "1", InstanceId: "one", Address: "127.0.0.1:9001", GrpcServices: []string{"garden.v1.Garden"},
		Files: prototest.Set(t, map[string]string{"garden/v1/garden.proto": `edition = "2023";
			package garden.v1;
			import "buf/validate/validate.proto";
			import "salaatflow/tools/v1/tool.proto";
			service Garden {
				// Sows.
				rpc Sow(SowRequest) returns (SowResponse) { option (salaatflow.tools.v1.tool) = {name: "sow" auth: AUTH_NONE}; }
			}
			message SowRequest { string seed = 1 [(buf.validate.field).string.pattern = "^[a-z]+$"]; }
			message SowResponse {}`}),
	})
	if err != nil {
		t.Fatal(err)
	}
	if notes := answer.GetNotes(); len(notes) != 1 || !strings.HasPrefix(notes[0], "sow: pattern of seed is not listed") {
		t.Errorf("it is told %q", notes)
	}
	answer, err = client.Register(t.Context(), own(t, "tasks-svc", "one", tasksv1.TaskService_ServiceDesc.ServiceName))
	if err != nil || len(answer.GetNotes()) > 0 {
		t.Errorf("the platform's own is told %q, %v", answer.GetNotes(), err)
	}
}

func TestOneStreamKeepsManyLeasesAlive(t *testing.T) {
	client := client(t, registrytest.Options{})
	stream, err := client.KeepAlive(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, service := range []string{"garden-svc", "kitchen-svc"} {
		pkg := strings.TrimSuffix(service, "-svc") + ".v1"
		request := &registryv1.RegisterRequest{
			Service: service, Version: "1", InstanceId: "one", Address: "127.0.0.1:9001",
			GrpcServices: []string{catalogtest.GRPCService(pkg)},
			Files:        catalogtest.Files(t, pkg, catalogtest.Tools("of_"+service[:6])...),
		}
		lease, err := client.Register(t.Context(), request)
		if err != nil {
			t.Fatal(err)
		}
		if err := stream.Send(&registryv1.KeepAliveRequest{LeaseId: lease.GetLeaseId()}); err != nil {
			t.Fatal(err)
		}
		if answer, err := stream.Recv(); err != nil || answer.GetTtl().AsDuration() != registrytest.TTL {
			t.Errorf("%s lives %v more, %v; want %v", service, answer.GetTtl().AsDuration(), err, registrytest.TTL)
		}
	}
	if err := stream.CloseSend(); err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); !errors.Is(err, io.EOF) {
		t.Errorf("ended in order, the stream ends with %v", err)
	}
}

func TestKeepingAliveWhatIsNotKnownSaysToRegisterAgain(t *testing.T) {
	stream, err := client(t, registrytest.Options{}).KeepAlive(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Send(&registryv1.KeepAliveRequest{LeaseId: "never given"}); err != nil {
		t.Fatal(err)
	}
	_, err = stream.Recv()
	wantError(t, err, codes.NotFound, errorsv1.Reason_REASON_LEASE_UNKNOWN)
}

func TestTheCredentialIsNeededToChangeAndToRead(t *testing.T) {
	client := client(t, registrytest.Options{Credential: credential.New("open sesame")})
	_, registering := client.Register(t.Context(), own(t, "users-svc", "one", usersv1.UserService_ServiceDesc.ServiceName))
	_, deregistering := client.Deregister(t.Context(), &registryv1.DeregisterRequest{LeaseId: "x"})
	stream, err := client.KeepAlive(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	_, keeping := stream.Recv()
	_, listing := client.ListTools(t.Context(), &registryv1.ListToolsRequest{})
	watch, err := client.Watch(t.Context(), &registryv1.WatchRequest{})
	if err != nil {
		t.Fatal(err)
	}
	_, watching := watch.Recv()
	for _, err := range []error{registering, deregistering, keeping, listing, watching} {
		wantError(t, err, codes.Unauthenticated, errorsv1.Reason_REASON_CREDENTIAL_INVALID)
	}
}

func wantError(t *testing.T, err error, code codes.Code, reason errorsv1.Reason) {
	t.Helper()
	if got := apperr.From(err); got == nil || got.Code != code || got.Reason != reason {
		t.Errorf("got %v, want %v with %v", err, code, reason)
	}
}
