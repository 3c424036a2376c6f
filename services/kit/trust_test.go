package kit_test

import (
	"bytes"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kit/kittest"
)

// A service that other machines can reach does not start without a credential, and says what to do.
func TestOffLoopbackAServiceWantsACredential(t *testing.T) {
	file := credentialFile(t)
	for name, c := range map[string]struct {
		args []string
		code int
	}{
		"every interface":                      {[]string{"--listen-address=:0"}, 2},
		"every interface by its address":       {[]string{"--listen-address=0.0.0.0:0"}, 2},
		"every interface of IPv6":              {[]string{"--listen-address=[::]:0"}, 2},
		"an interface of a network":            {[]string{"--listen-address=192.0.2.1:9001"}, 2},
		"a name":                               {[]string{"--listen-address=tasks:9001"}, 2},
		"every interface, with the credential": {[]string{"--listen-address=0.0.0.0:0", "--credential-file=" + file}, 0},
		"every interface, as it was told":      {[]string{"--listen-address=0.0.0.0:0", "--insecure"}, 0},
		"this machine":                         {[]string{"--listen-address=127.0.0.1:0"}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			code, _, stderr := run(t, append([]string{"import", "tasks.json"}, c.args...)...) // import ends by itself
			if code != c.code {
				t.Errorf("exit %d: %s", code, stderr)
			}
			if c.code == 2 && (!strings.Contains(stderr, "--credential-file") || !strings.Contains(stderr, "--insecure")) {
				t.Errorf("it does not say what to do: %s", stderr)
			}
		})
	}
	t.Setenv("SALAATFLOW_CREDENTIAL_FILE", file)
	if code, _, stderr := run(t, "import", "tasks.json", "--listen-address=0.0.0.0:0"); code != 0 {
		t.Errorf("with the variable: exit %d: %s", code, stderr)
	}
}

func TestAnInsecureServiceSaysSoOnce(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*kit.Config)
		lines  int
	}{
		"insecure":            {func(c *kit.Config) { c.Insecure = true }, 1},
		"with the credential": {func(c *kit.Config) { c.Credential.File = credentialFile(t) }, 0},
	} {
		t.Run(name, func(t *testing.T) {
			listener, err := net.Listen("tcp", ":0")
			if err != nil {
				t.Fatal(err)
			}
			var log bytes.Buffer
			settings := kittest.Config(t)
			_ = settings.Listener.Close()
			settings.Listener, settings.LogOutput = listener, &log
			c.change(&settings)
			kittest.Run(t, module("tasks-svc", "x", settings))
			if got := strings.Count(log.String(), "level=WARN"); got != c.lines || strings.Count(log.String(), "insecure") != c.lines {
				t.Errorf("%d warnings, want %d:\n%s", got, c.lines, log.String())
			}
		})
	}
}

// Whoever can reach a service that has a credential, and does not show it, is not believed to be anybody.
func TestAStrangerIsNotTheUserItSaysItIs(t *testing.T) {
	settings := kittest.Config(t)
	settings.Credential.File = credentialFile(t)
	client := tasksv1.NewTaskServiceClient(kittest.Start(t, settings, module("tasks-svc", "x", settings)))
	ctx := metadata.AppendToOutgoingContext(user(t.Context()), "x-user-role", "admin")
	if got, err := client.GetTask(ctx, &tasksv1.GetTaskRequest{TaskId: 1}); err == nil || apperr.From(err).Code != codes.Unauthenticated {
		t.Errorf("a stranger got %v, %v", got, err)
	}
	if err := settings.Healthcheck(t.Context()); err != nil {
		t.Errorf("health wants the credential: %v", err)
	}
}

func credentialFile(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "credential")
	if err := os.WriteFile(file, []byte("the-secret-of-the-platform\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
