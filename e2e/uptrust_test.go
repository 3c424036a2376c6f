package e2e

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/salaatflow/platform/proto/descriptors"
	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/gateway"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/mtls"
	"github.com/salaatflow/platform/services/ownership"
)

// eachWayToSignIn runs a test on a platform of each --auth, as `up` starts it, with a function that returns the headers of a user.
func eachWayToSignIn(t *testing.T, test func(t *testing.T, platform *harness.Platform, as func(user int32) []string)) {
	issuer := harness.NewIssuer(t)
	for auth, headers := range map[string]func(user int32) []string{
		"dev": func(user int32) []string { return []string{as(user)} },
		"oidc": func(user int32) []string {
			person := harness.Person{Subject: fmt.Sprint("user ", user), Scopes: []string{"tasks:read", "tasks:write"}}
			return []string{"Authorization: Bearer " + issuer.Token(t, person)}
		},
		"none": nil,
	} {
		t.Run(auth, func(t *testing.T) {
			test(t, harness.Start(t, harness.Options{Gateway: func(c *gateway.Config) {
				c.Auth = auth
				if auth == "oidc" {
					c.SignIn.Issuer, c.SignIn.Audience = []string{issuer.URL}, []string{harness.Audience}
				}
			}}), headers)
		})
	}
}

// addressesOf returns an address of each of the platform's services.
func addressesOf(platform *harness.Platform) map[string]string {
	found := map[string]string{"registry-svc": platform.Registry().String()}
	for _, instance := range platform.Watcher.Current().Instances() {
		found[instance.Service] = instance.Address
	}
	return found
}

// Whoever runs a program on the machine of `up` cannot have the calls of its services: it gets none of their names.
func TestNoProcessOfTheMachineTakesThePlatformsNames(t *testing.T) {
	eachWayToSignIn(t, func(t *testing.T, platform *harness.Platform, headers func(int32) []string) {
		s := startImpostor(t)
		conn := stranger(t, platform.Registry().String())
		registry := registryv1.NewRegistryServiceClient(conn)
		catalogue := platform.Watcher.Current()
		for _, instance := range catalogue.Instances() {
			definition := catalogue.Definition(instance.DefinitionHash)
			for _, id := range []string{"beside", instance.ID} {
				request := s.request(t, instance.Service, definition.Version, id, definition.GRPCServices()...)
				_, err := registry.Register(t.Context(), request)
				if e := apperr.From(err); err == nil || e.Code != codes.PermissionDenied || e.Reason != errorsv1.Reason_REASON_NOT_GRANTED ||
					strings.Contains(e.Message, instance.Address) {
					t.Errorf("registering as %s, instance %s: %v", instance.Service, id, err)
				}
			}
		}
		for _, name := range append(ownership.Default().Services(), "gateway", "registry-svc") {
			_, err := registry.Register(t.Context(), &registryv1.RegisterRequest{
				Service: name, Version: "v1.0.0", InstanceId: "x", Address: s.address,
				GrpcServices: []string{catalogtest.GRPCService("other.v1")}, Files: catalogtest.Files(t, "other.v1", catalogtest.Tools("other")...),
			})
			if e := apperr.From(err); err == nil || e.Reason != errorsv1.Reason_REASON_NOT_GRANTED || !strings.Contains(e.Message, name) {
				t.Errorf("registering something else as %s: %v", name, err)
			}
		}
		for offered, holder := range map[string]string{
			tasksv1.TaskService_ServiceDesc.ServiceName: "tasks-svc", masjidv1.MasjidService_ServiceDesc.ServiceName: "masjid-svc",
		} {
			_, err := registry.Register(t.Context(), s.request(t, "stranger-svc", "v1.0.0", "x", offered))
			if e := apperr.From(err); err == nil || e.Reason != errorsv1.Reason_REASON_NAME_TAKEN || e.Metadata["holder"] != holder {
				t.Errorf("offering %s under another name: %v", offered, err)
			}
		}
		for range 40 {
			if headers == nil {
				break
			}
			got := send(t, platform, http.MethodPost, "/api/v1/tasks", `{"title":"x"}`, headers(nextUser.Add(1))...)
			if got.status != http.StatusCreated {
				t.Fatalf("a task: %d %s", got.status, got.body)
			}
		}
		if calls := s.calls.Load(); calls > 0 {
			t.Errorf("%d calls reached the stranger", calls)
		}
	})
}

// Nor can it call them as anybody: whatever it says of itself, it gets nothing of any service, and no health is hidden from it.
func TestNoProcessOfTheMachineCallsThePlatformsServices(t *testing.T) {
	eachWayToSignIn(t, func(t *testing.T, platform *harness.Platform, _ func(int32) []string) {
		conns := map[string]*grpc.ClientConn{}
		for service, address := range addressesOf(platform) {
			conns[service] = stranger(t, address)
		}
		if len(conns) != len(ownership.Default().Services())+1 {
			t.Fatalf("there are %d services", len(conns))
		}
		namesNobody := map[string]bool{"nothing": true, "headers of the gateway": true, "an identity as bytes": true}
		for what, call := range attacks(conns) {
			for how, said := range map[string][]string{
				"nothing":                 {},
				"a user":                  {"x-user-id", "1"},
				"an administrator":        {"x-user-id", "1", "x-user-role", "admin"},
				"a role alone":            {"x-user-role", "admin"},
				"that it is an edge":      {"x-user-id", "1", "x-audit-origin", "tool;oidc;;192.0.2.1"},
				"an empty credential":     {"x-user-id", "1", "x-user-role", "admin", "authorization", "Bearer "},
				"another credential":      {"x-user-id", "1", "x-user-role", "admin", "authorization", "Bearer guess"},
				"two of them":             {"x-user-id", "1", "authorization", "Bearer guess", "authorization", "Bearer other"},
				"a scheme of its own":     {"x-user-id", "1", "authorization", "guess"},
				"headers of the gateway":  {"grpcgateway-x-user-id", "1", "grpc-metadata-x-user-id", "1"},
				"an identity as bytes":    {"x-user-id-bin", "1"},
				"a scope and no identity": {"x-user-scopes", "tasks:read audit:read"},
			} {
				err := call(metadata.NewOutgoingContext(t.Context(), metadata.Pairs(said...)))
				if what == watchTheCatalogue && err == nil && namesNobody[how] {
					continue // it may join, so it may look
				}
				if code := status.Code(err); code != codes.Unauthenticated && code != codes.PermissionDenied {
					t.Errorf("%s, saying %s: %v", what, how, err)
				}
			}
		}
		for service, conn := range conns {
			eventually(t, service+" says that it is well, to whoever asks", func() bool {
				answer, err := healthv1.NewHealthClient(conn).Check(t.Context(), &healthv1.HealthCheckRequest{})
				return err == nil && answer.GetStatus() == healthv1.HealthCheckResponse_SERVING
			})
		}
		everyRPC(t, platform, func(service, method string) {
			for _, said := range []string{"x-user-id", "x-user-role"} {
				bounded, cancel := context.WithTimeout(t.Context(), answerTimeout) // a stream that is let in has no end
				ctx := metadata.AppendToOutgoingContext(bounded, said, map[string]string{"x-user-id": "1", "x-user-role": "admin"}[said])
				err := conns[service].Invoke(ctx, method, &emptypb.Empty{}, &emptypb.Empty{})
				cancel()
				if code := status.Code(err); code != codes.Unauthenticated && (service != "registry-svc" || code != codes.PermissionDenied) {
					t.Errorf("%s with %s: %v", method, said, err)
				}
			}
		})
	})
}

// answerTimeout bounds how long a service may take to refuse a call.
const answerTimeout = 10 * time.Second

// everyRPC calls a function with each method that a service of the platform serves, health left out.
func everyRPC(t *testing.T, platform *harness.Platform, each func(service, method string)) {
	t.Helper()
	catalogue := platform.Watcher.Current()
	offered := map[string][]string{"registry-svc": {registryv1.RegistryService_ServiceDesc.ServiceName}}
	for _, instance := range catalogue.Instances() {
		offered[instance.Service] = catalogue.Definition(instance.DefinitionHash).GRPCServices()
	}
	count := 0
	for service, grpcServices := range offered {
		described, err := descriptors.Services(grpcServices...)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range described {
			for i := range one.Methods().Len() {
				each(service, fmt.Sprintf("/%s/%s", one.FullName(), one.Methods().Get(i).Name()))
				count++
			}
		}
		if service != "registry-svc" {
			each(service, "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo")
		}
	}
	if count < 50 {
		t.Errorf("there are only %d methods", count)
	}
}

// A service of somebody else's joins without the credential, looks at the catalogue and is called; and what it is told is good for
// calling itself alone.
func TestAStrangerJoinsUpAsAStranger(t *testing.T) {
	eachWayToSignIn(t, func(t *testing.T, platform *harness.Platform, headers func(int32) []string) {
		joined := startOutsider(t, "goals-svc", platform.Registry().String(), mtls.Config{}, mtls.Config{}, nil)
		var mine []string
		if headers != nil {
			mine = headers(nextUser.Add(1))
		}
		platform.Eventually(t, "it is called", func() bool {
			return send(t, platform, http.MethodPost, "/api/v1/tools/"+joined.tool, `{}`, mine...).status == http.StatusOK
		})
		conns := map[string]*grpc.ClientConn{}
		for service, address := range addressesOf(platform) {
			conns[service] = stranger(t, address)
		}
		registry := registryv1.NewRegistryServiceClient(conns["registry-svc"])
		listed, err := registry.ListTools(t.Context(), &registryv1.ListToolsRequest{})
		if err != nil || len(listed.GetTools()) == 0 {
			t.Errorf("the catalogue: %v, %v", listed, err)
		}
		if _, err := registry.ResolveName(t.Context(), &registryv1.ResolveNameRequest{Name: "add_task"}); err != nil {
			t.Errorf("a name: %v", err)
		}
		secret := secretOf(t, platform)
		joined.mu.Lock()
		said := joined.said
		joined.mu.Unlock()
		for _, told := range said {
			for key, values := range told {
				if strings.Contains(strings.Join(values, " "), secret) {
					t.Errorf("the platform's secret is in %s", key)
				}
			}
			for what, call := range attacks(conns) {
				for how, sent := range replays(told) {
					err := call(metadata.NewOutgoingContext(t.Context(), sent))
					if code := status.Code(err); code != codes.Unauthenticated && code != codes.PermissionDenied {
						t.Errorf("%s with %s: %v", what, how, err)
					}
				}
			}
		}
	})
}

// secretOf returns the secret that a platform keeps in its data folder, whose file is its owner's alone.
func secretOf(t *testing.T, platform *harness.Platform) string {
	t.Helper()
	info, err := os.Stat(platform.CredentialFile())
	if err != nil || info.Mode() != 0o600 {
		t.Fatalf("the credential's file: %v, %v", info, err)
	}
	text, err := os.ReadFile(platform.CredentialFile())
	if err != nil || len(strings.TrimSpace(string(text))) < 26 {
		t.Fatalf("the credential has %d characters, %v", len(text), err)
	}
	return strings.TrimSpace(string(text))
}

// Who can read the file calls as whoever they say, as programs of the platform do; another start goes on with it.
func TestWithTheCredentialOfItsDataFolderUpIsCalled(t *testing.T) {
	data, binary := t.TempDir(), harness.Build(t, "../salaatflow", true)
	var before string
	for range 2 {
		process := harness.Run(t, binary, "up", "--http", "127.0.0.1:0", "--ops-address", "127.0.0.1:0", "--data", data)
		process.Line(t, "ready at ")
		file := filepath.Join(data, "credential")
		if line := process.Line(t, "authorization: Bearer"); !strings.Contains(line, file) {
			t.Errorf("it does not say where the credential is: %s", line)
		}
		text, err := os.ReadFile(file)
		if err != nil || before != "" && before != string(text) {
			t.Fatalf("%q, then %q, %v", before, text, err)
		}
		before = string(text)
		registry := strings.Fields(process.Line(t, "is the registry"))[1]
		tasks := ""
		for _, instance := range watchOf(t, registry).Current().InstancesOf("tasks-svc") {
			tasks = instance.Address
		}
		ctx := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+strings.TrimSpace(before), "x-user-id", "1")
		if _, err := tasksv1.NewTaskServiceClient(stranger(t, tasks)).ListTasks(ctx, &tasksv1.ListTasksRequest{}); err != nil {
			t.Errorf("with the credential: %v", err)
		}
		process.End(t, os.Interrupt)
		if err := process.Exited(t); err != nil {
			t.Fatal(err)
		}
	}
}

// A credential that an operator names is asked of everybody, also of those who would join.
func TestUpWithACredentialThatWasNamedLetsNobodyElseJoin(t *testing.T) {
	file := filepath.Join(t.TempDir(), "credential")
	if err := os.WriteFile(file, []byte(platformSecret+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	platform := harness.Start(t, harness.Options{CredentialFile: file, Data: data})
	registry := registryv1.NewRegistryServiceClient(stranger(t, platform.Registry().String()))
	if _, err := registry.ListTools(t.Context(), &registryv1.ListToolsRequest{}); status.Code(err) != codes.Unauthenticated {
		t.Errorf("a stranger is shown the catalogue: %v", err)
	}
	if _, err := os.Stat(filepath.Join(data, "credential")); !os.IsNotExist(err) {
		t.Errorf("another credential is in the data folder: %v", err)
	}
	startOutsider(t, "goals-svc", platform.Registry().String(), mtls.Config{}, mtls.Config{}, credential.New(platformSecret))
	platform.Eventually(t, "whoever has it joins", func() bool {
		return send(t, platform, http.MethodPost, "/api/v1/tools/of_goals", `{}`, as(1)).status == http.StatusOK
	})
}
