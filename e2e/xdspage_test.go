package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/kit/kittest"
)

// What docs/internal-clients.md says of xDS works: its program calls tasks-svc by name, with the bootstrap file of the page
// and the one line more.
func TestThePageOnXDS(t *testing.T) {
	credential := credentialFile(t)
	registry := &replica{name: "registry-svc", address: kittest.FreeAddress(t), ops: kittest.FreeAddress(t)}
	registry.arguments = []string{"--listen-address", registry.address, "--lease-ttl", "1s", "--credential-file", credential}
	registry.start(t)
	for _, name := range []string{"users-svc", "tasks-svc"} {
		r := &replica{name: name, ops: kittest.FreeAddress(t), arguments: []string{
			"--registry", registry.address, "--credential-file", credential,
			"--database-url", "sqlite:" + filepath.Join(t.TempDir(), name+".db"),
		}}
		r.start(t)
		eventually(t, name+" is ready", r.isReady)
	}

	program := strings.Replace(onPage(t, "```go stubs/main.go\n"), "import (", onPage(t, "```go\nimport _ ")+"\nimport (", 1)
	command := exec.CommandContext(t.Context(), buildFile(t, program), "xds:///tasks-svc")
	command.Env = append(os.Environ(), "SALAATFLOW_CREDENTIAL_FILE="+credential,
		"GRPC_XDS_BOOTSTRAP="+xdsBootstrap(t, registry.address, credential))
	if output, err := command.CombinedOutput(); err != nil || string(output) != "1 Read Surah Al-Kahf\n" {
		t.Errorf("prints %s, %v", output, err)
	}
}

// onPage returns the block of docs/internal-clients.md that begins so.
func onPage(t *testing.T, begin string) string {
	t.Helper()
	page, err := os.ReadFile("../docs/internal-clients.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(page), begin)
	if !found {
		t.Fatalf("the page has no block %q", begin)
	}
	_, first, _ := strings.Cut(begin, "\n") // the first line says the language
	code, _, _ := strings.Cut(first+rest, "```")
	return code
}

func credentialFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "credential")
	if err := os.WriteFile(path, []byte(platformSecret+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// xdsBootstrap makes the bootstrap file as the page says.
func xdsBootstrap(t *testing.T, registry, credential string) string {
	t.Helper()
	folder := t.TempDir()
	command := exec.CommandContext(t.Context(), "sh", "-c", onPage(t, "```sh\numask"))
	command.Dir = folder
	command.Env = append(os.Environ(), "SALAATFLOW_REGISTRY="+registry, "SALAATFLOW_CREDENTIAL_FILE="+credential)
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s%v", output, err)
	}
	return filepath.Join(folder, "bootstrap.json")
}
