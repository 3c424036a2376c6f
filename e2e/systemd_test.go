package e2e

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/kit/kittest"
	"github.com/salaatflow/platform/services/mtls"
)

const units = "../deploy/systemd"

// What the units set, commented lines included, is what their programs know: an unknown variable is refused by name.
func TestSystemdSettingsAreKnown(t *testing.T) {
	all := exec.CommandContext(t.Context(), harness.Build(t, "../salaatflow", true), "up", "--help")
	all.Env = settingsOf(t, "salaatflow.env")
	if out, err := all.CombinedOutput(); err != nil {
		t.Errorf("salaatflow up with salaatflow.env: %v: %s", err, out)
	}
	page, err := os.ReadFile("../docs/settings.md") // made from the programs' own settings
	if err != nil {
		t.Fatal(err)
	}
	program := regexp.MustCompile(`^SALAATFLOW_[A-Z]+_`)
	for _, setting := range settingsOf(t, "programs.env") {
		name, _, _ := strings.Cut(setting, "=")
		ofEvery := program.ReplaceAllString(name, "SALAATFLOW_PROGRAM_")
		if !strings.Contains(string(page), "`"+name+"`") && !strings.Contains(string(page), "`"+ofEvery+"`") {
			t.Errorf("programs.env: no program has %s", name)
		}
	}
}

// settingsOf returns the settings of a file, commented ones included.
func settingsOf(t *testing.T, file string) (environment []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(units, file))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if setting := strings.TrimSpace(strings.TrimPrefix(line, "#")); strings.HasPrefix(setting, "SALAATFLOW_") {
			environment = append(environment, setting)
		}
	}
	return environment
}

// The units are what systemd understands, and confine what they run.
func TestSystemdUnitsAreValid(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("systemd-analyze is not installed")
	}
	program, err := exec.LookPath("true") // in place of what is not installed here
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for _, unit := range []string{"salaatflow-secrets.service", "salaatflow-secrets.timer", "salaatflow.service", "salaatflow@.service"} {
		installed := strings.NewReplacer("/usr/local/bin/salaatflow ", program+" ", "/usr/local/bin/%i ", program+" ").Replace(unitText(t, unit))
		copied := filepath.Join(folder, strings.Replace(unit, "@.", "@tasks-svc.", 1))
		if err := os.WriteFile(copied, []byte(installed), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.CommandContext(t.Context(), analyze, "verify", copied).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v: %s", unit, err, out)
		}
		if !strings.HasSuffix(unit, ".service") {
			continue
		}
		for _, line := range []string{"Restart=on-failure", "RestartPreventExitStatus=2"} {
			restarts := !strings.Contains(installed, "\nType=oneshot\n")
			if restarts && !strings.Contains(installed, "\n"+line+"\n") {
				t.Errorf("%s does not say %s: it would start a program with wrong settings again and again", unit, line)
			}
		}
		const most = "20" // of 100: well confined
		security := exec.CommandContext(t.Context(), analyze, "security", "--offline=true", "--threshold="+most, copied)
		if out, err := security.CombinedOutput(); err != nil {
			t.Errorf("%s is confined too little: %v: %s", unit, err, out)
		}
	}
}

func unitText(t *testing.T, unit string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(units, unit))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// valuesOf returns what a unit says of a key, with its folders below another one and of a program.
func valuesOf(t *testing.T, unit, key, root, program string) (values []string) {
	t.Helper()
	at := strings.NewReplacer("/var/lib/", root+"/var/lib/", "%i", program)
	for line := range strings.Lines(unitText(t, unit)) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), key+"="); ok {
			values = append(values, at.Replace(value))
		}
	}
	return values
}

// The units make by themselves by what their programs know each other, so that no other process of the machine is one of them.
func TestSystemdUnitsTrustNoOtherProcess(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "var", "lib", "salaatflow", "secrets"), 0o700); err != nil { // the StateDirectory
		t.Fatal(err)
	}
	salaatflow := harness.Build(t, "../salaatflow", true)
	for range 2 { // each start runs them again
		for _, line := range valuesOf(t, "salaatflow-secrets.service", "ExecStart", root, "") {
			words := strings.Fields(line)
			if out, err := exec.CommandContext(t.Context(), salaatflow, words[1:]...).CombinedOutput(); err != nil {
				t.Fatalf("%s: %v: %s", line, err, out)
			}
		}
	}
	registry, users := kittest.FreeAddress(t), kittest.FreeAddress(t)
	start := func(program string, arguments ...string) {
		command := exec.CommandContext(t.Context(), harness.Build(t, filepath.Join("..", program, "cmd", program), true),
			append([]string{"serve"}, arguments...)...)
		command.Env = append(os.Environ(), valuesOf(t, "salaatflow@.service", "Environment", root, program)...)
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = errors.Join(command.Process.Kill(), command.Wait()) })
	}
	start("registry-svc", "--listen-address", registry, "--settling-time", "1s")
	start("users-svc", "--listen-address", users, "--registry", registry, "--database-url", "sqlite:"+filepath.Join(root, "users.db"))

	secret, err := os.ReadFile(filepath.Join(root, "var", "lib", "salaatflow", "secrets", "credential"))
	if err != nil {
		t.Fatal(err)
	}
	certificates := filepath.Join(root, "var", "lib", "salaatflow", "secrets", "tls")
	known := func(program, target string, shown *credential.Credential, files mtls.Config) *grpc.ClientConn {
		conn, err := grpcclient.Dial(target, grpcclient.Options{TLS: sourceOf(t, files), Service: program, Credential: shown})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		return conn
	}
	ours := credential.New(strings.TrimSpace(string(secret)))
	asGateway := filesIn(certificates, "gateway")
	eventually(t, "the programs know each other", func() bool {
		listed, err := registryv1.NewRegistryServiceClient(known("registry-svc", registry, ours, asGateway)).
			ListTools(t.Context(), &registryv1.ListToolsRequest{})
		return err == nil && len(listed.GetTools()) > 0
	})
	ask := func(conn *grpc.ClientConn) error {
		ctx := metadata.AppendToOutgoingContext(t.Context(), "x-user-id", "1", "x-user-role", "admin")
		_, err := usersv1.NewUserServiceClient(conn).GetUserInfo(ctx, &usersv1.GetUserInfoRequest{})
		return err
	}
	if err := ask(known("users-svc", users, ours, asGateway)); status.Code(err) == codes.Unavailable {
		t.Errorf("the gateway is not served: %v", err)
	}
	others := filepath.Join(root, "others")
	if got := runCLI(t, "certs", "--folder", others); got.code != 0 {
		t.Fatal(got)
	}
	for name, conn := range map[string]*grpc.ClientConn{
		"no certificate, no credential":     stranger(t, users),
		"a certificate of its own":          known("users-svc", users, nil, filesIn(others, "gateway")),
		"a certificate without the secret":  known("users-svc", users, nil, asGateway),
		"the certificate and another one's": known("users-svc", users, credential.New("guess"), asGateway),
	} {
		if err := ask(conn); status.Code(err) != codes.Unauthenticated && status.Code(err) != codes.Unavailable {
			t.Errorf("who shows %s: %v", name, err)
		}
	}
	// Whoever gets the registry's port first is told nothing by the programs.
	s := startImpostor(t)
	if err := ask(known("users-svc", s.address, ours, asGateway)); status.Code(err) != codes.Unavailable || s.calls.Load() > 0 {
		t.Errorf("an impostor at a program's address: %v, %d calls", err, s.calls.Load())
	}
}
