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
	"github.com/salaatflow/platform/services/mtls"
	"github.com/salaatflow/platform/services/mtls/mtlstest"
)

// A service that other machines can reach does not start before programs can prove to it who they are, and says what to do.
func TestOffLoopbackAServiceWantsACertificate(t *testing.T) {
	file, tls := credentialFile(t), mtlstest.NewAuthority(t).For("tasks-svc")
	certificate := []string{"--tls-cert=" + tls.Cert, "--tls-key=" + tls.Key, "--tls-ca=" + tls.CA}
	for name, c := range map[string]struct {
		args []string
		code int
		says string // what the message names beside the flags of a certificate
	}{
		"every interface":                {[]string{"--listen-address=:0"}, 2, "--insecure"},
		"every interface by its address": {[]string{"--listen-address=0.0.0.0:0"}, 2, "--insecure"},
		"every interface of IPv6":        {[]string{"--listen-address=[::]:0"}, 2, "--insecure"},
		"an interface of a network":      {[]string{"--listen-address=192.0.2.1:9001"}, 2, "--insecure"},
		"a name":                         {[]string{"--listen-address=tasks:9001"}, 2, "--insecure"},
		"a registry of another machine":  {[]string{"--registry=127.0.0.1:9000,registry:9000"}, 2, "--insecure"},
		"with the credential alone":      {[]string{"--listen-address=0.0.0.0:0", "--credential-file=" + file}, 2, "--insecure"},
		"insecure alone":                 {[]string{"--listen-address=0.0.0.0:0", "--insecure"}, 2, "--credential-file"},
		"insecure alone, to a registry":  {[]string{"--registry=registry:9000", "--insecure"}, 2, "--credential-file"},
		"half a certificate":             {append([]string{"--listen-address=0.0.0.0:0"}, certificate[:1]...), 2, "--tls-key"},
		"an edge that is none":           {[]string{"--edges=http://gateway"}, 2, "--edges"},
		"with a certificate":             {append([]string{"--listen-address=0.0.0.0:0"}, certificate...), 0, ""},
		"with both": {append([]string{"--listen-address=0.0.0.0:0", "--credential-file=" + file}, certificate...),
			0, ""},
		"insecure, as it was told":              {[]string{"--listen-address=0.0.0.0:0", "--insecure", "--credential-file=" + file}, 0, ""},
		"this machine":                          {[]string{"--listen-address=127.0.0.1:0", "--registry=localhost:9000"}, 0, ""},
		"this machine, with edges":              {[]string{"--edges=gateway,spiffe://example.org/door,door.example.org"}, 0, ""},
		"a registry that is elsewhere, by TLS":  {append([]string{"--registry=registry:9000"}, certificate...), 0, ""},
		"a registry that is elsewhere, plainly": {[]string{"--registry=registry:9000", "--insecure", "--credential-file=" + file}, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			code, _, stderr := run(t, append([]string{"import", "tasks.json"}, c.args...)...) // import ends by itself
			if code != c.code {
				t.Errorf("exit %d: %s", code, stderr)
			}
			if !strings.Contains(stderr, c.says) {
				t.Errorf("it does not say what to do (%s): %s", c.says, stderr)
			}
		})
	}
	t.Setenv("SALAATFLOW_TLS_CERT", tls.Cert)
	t.Setenv("SALAATFLOW_TLS_KEY", tls.Key)
	t.Setenv("SALAATFLOW_TLS_CA", tls.CA)
	if code, _, stderr := run(t, "import", "tasks.json", "--listen-address=0.0.0.0:0"); code != 0 {
		t.Errorf("with the variables: exit %d: %s", code, stderr)
	}
}

func TestAnInsecureServiceSaysSoOnce(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*kit.Config)
		lines  int
	}{
		"insecure":           {func(c *kit.Config) { c.Insecure, c.Credential.File = true, credentialFile(t) }, 1},
		"with a certificate": {func(c *kit.Config) { c.TLS = mtlstest.NewAuthority(t).For("tasks-svc") }, 0},
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

// A health check by the same settings proves that it is the same program.
func TestAHealthCheckSpeaksTLS(t *testing.T) {
	ours := mtlstest.NewAuthority(t)
	settings := kittest.Config(t)
	settings.TLS = ours.For("tasks-svc")
	kittest.Run(t, module("tasks-svc", "x", settings))
	if err := settings.Healthcheck(t.Context()); err != nil {
		t.Error(err)
	}
	for name, tls := range map[string]mtls.Config{
		"another program": ours.For("hadith-svc"), "a stranger": mtlstest.NewAuthority(t).For("tasks-svc"), "plain text": {},
	} {
		settings.TLS = tls
		if err := settings.Healthcheck(t.Context()); err == nil {
			t.Errorf("%s: it is healthy", name)
		}
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
