package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"

	"github.com/salaatflow/platform/e2e/harness"
)

// The code of docs/internal-clients.md builds, and its programs create the task that they say.
func TestThePageOnInternalClients(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/internal-clients.md")
	if err != nil {
		t.Fatal(err)
	}
	programs := map[string]string{} // by folder
	for _, block := range regexp.MustCompile("(?s)```go (\\S+)\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		folder := filepath.Dir(block[1])
		programs[folder] = buildFile(t, block[2])
	}
	credential := filepath.Join(t.TempDir(), "credential")
	if err := os.WriteFile(credential, []byte(platformSecret+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	platform := harness.Start(t, harness.Options{CredentialFile: credential})
	tasks := platform.Service(t, protoreflect.FullName(tasksv1.TaskService_ServiceDesc.ServiceName)).Target()
	for _, run := range []struct {
		program, argument, prints string
	}{
		{"byname", "", `true  {"task":{"id":1,"title":"Read Surah Al-Kahf",`},
		{"stubs", tasks, "2 Read Surah Al-Kahf"},
	} {
		command := exec.CommandContext(t.Context(), programs[run.program], run.argument)
		command.Env = append(os.Environ(), "SALAATFLOW_REGISTRY="+platform.Registry().String(), "SALAATFLOW_CREDENTIAL_FILE="+credential)
		output, err := command.CombinedOutput()
		if err != nil || !strings.HasPrefix(string(output), run.prints) {
			t.Errorf("%s prints %s, %v; want %s", run.program, output, err, run.prints)
		}
	}
	if _, built := programs["inservice"]; !built || len(programs) != 3 {
		t.Errorf("the page has the programs %v", programs)
	}
}

// buildFile builds a file with the workspace's modules, and returns the binary of what is a program.
func buildFile(t *testing.T, code string) string {
	t.Helper()
	folder := t.TempDir()
	source, binary := filepath.Join(folder, "main.go"), filepath.Join(folder, "program")
	if err := os.WriteFile(source, []byte(code), 0o600); err != nil {
		t.Fatal(err)
	}
	if output, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, source).CombinedOutput(); err != nil {
		t.Fatalf("%s%v", output, err)
	}
	return binary
}
