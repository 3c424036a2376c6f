package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/grpcclient"

	"github.com/salaatflow/platform/e2e/harness"
)

const platformSecret = "the secret that all programs share"

// withCredential gives the platform's credential to the programs that the test starts.
func withCredential(t *testing.T) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "credential")
	if err := os.WriteFile(file, []byte(platformSecret+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SALAATFLOW_CREDENTIAL_FILE", file)
}

// The programs of the platform work together with the credential, and a caller that does not show it gets nothing from
// any of them.
func TestProcessesTrustOneAnotherAndNobodyElse(t *testing.T) {
	withCredential(t)
	c := startCluster(t)
	if code, err := c.call(t, toolnames.CreateTask, `{"title":"x"}`); code != "" || err != nil {
		t.Fatalf("a call through the gateway: %s, %v", code, err)
	}
	conn, err := grpcclient.Dial(c.registry, grpcclient.Options{Credential: credential.New(platformSecret)})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	watcher := discovery.New(discovery.Options{Registry: conn})
	if err := watcher.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	harness.WaitFor(t, "the registry's first catalogue", watcher.Synced())
	defer watcher.Stop(t.Context())
	tasks := ""
	for _, instance := range watcher.Current().Instances() {
		if instance.Service == "tasks-svc" {
			tasks = instance.Address
		}
	}
	for name, shown := range map[string][]string{
		"nothing":            {"x-user-id", "1"},
		"an administrator":   {"x-user-id", "1", "x-user-role", "admin"},
		"a wrong credential": {"x-user-id", "1", "authorization", "Bearer guess"},
	} {
		ctx := metadata.NewOutgoingContext(t.Context(), metadata.Pairs(shown...))
		_, err := tasksv1.NewTaskServiceClient(stranger(t, tasks)).ListTasks(ctx, &tasksv1.ListTasksRequest{})
		if status.Code(err) != codes.Unauthenticated {
			t.Errorf("tasks of user 1 to who shows %s: %v", name, err)
		}
		_, err = registryv1.NewRegistryServiceClient(stranger(t, c.registry)).ListTools(ctx, &registryv1.ListToolsRequest{})
		if status.Code(err) != codes.Unauthenticated {
			t.Errorf("the registry's tools to who shows %s: %v", name, err)
		}
	}
	// A caller cannot pass a secret that it knows or guesses through the gateway.
	request, err := http.NewRequest(http.MethodGet, c.URL+"/api/v1/tasks", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+platformSecret)
	request.Header.Set("X-User-ID", "1")
	response, err := c.http.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusUnauthorized {
		t.Errorf("the secret in a header of the public port: %d", response.StatusCode)
	}
}

// A program without the credential is a fault of the platform, which its callers are not asked to mend.
func TestAGatewayWithoutTheCredentialSaysThatThePlatformFailed(t *testing.T) {
	c := newCluster(t)
	c.startGateway(t, "--required-tools", toolnames.ListTasks)
	withCredential(t)
	c.kill(t, "tasks-svc", os.Interrupt)
	eventually(t, "the tools are gone", func() bool { status, _ := c.complete(); return status == http.StatusServiceUnavailable })
	c.startService(t, "tasks-svc")
	c.awaitReady(t)
	if code, err := c.call(t, toolnames.ListTasks, `{}`); code != "SERVER_ERROR" || err != nil {
		t.Errorf("%s, %v", code, err)
	}
}

func TestUpWorksWithACredential(t *testing.T) {
	withCredential(t)
	_, c := startUp(t, harness.Build(t, "../salaatflow", true), t.TempDir())
	if code, err := c.call(t, toolnames.CreateTask, `{"title":"x"}`); code != "" || err != nil {
		t.Errorf("a tool call: %s, %v", code, err)
	}
	if status, said := c.chat(t, "mere tasks dikhao"); status != http.StatusOK || !strings.Contains(said, `"tool":"list_tasks"`) {
		t.Errorf("the chat: %d %s", status, said)
	}
}

// A program that other machines could reach does not start without a credential, and starts nothing else either.
func TestProgramsRefuseToServeOtherMachinesWithoutACredential(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	got := runCLI(t, "up", "--http", "127.0.0.1:0", "--data", data, "--registry-listen", "0.0.0.0:0")
	if got.code != 2 || !strings.Contains(got.err, "--credential-file") || !strings.Contains(got.err, "--insecure") {
		t.Errorf("up: %+v", got)
	}
	if _, err := os.Stat(data); !os.IsNotExist(err) {
		t.Errorf("the data folder was touched: %v", err)
	}
}

// stranger is a connection of somebody who is not a program of the platform.
func stranger(t *testing.T, address string) *grpc.ClientConn {
	t.Helper()
	conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}
