package e2e

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/kit/kittest"
)

// Health, metrics and profiles of `up` are where its banner says, on another port than its callers use.
func TestTheBannerNamesTheOpsAddress(t *testing.T) {
	if taken, err := net.Listen("tcp", "127.0.0.1:8081"); err == nil { // otherwise another program has it already
		defer taken.Close()
	}
	up := harness.Run(t, harness.Build(t, "../salaatflow", true), "up", "--http", "127.0.0.1:0", "--data", t.TempDir())
	public, ops := urlIn(up.Line(t, "ready at ")), strings.TrimSuffix(strings.TrimSuffix(urlIn(up.Line(t, "  ops ")), ","), "/readyz")
	for path, want := range map[string]string{
		"/healthz": "ok", "/readyz": "ready", "/metrics": "go_goroutines", "/debug/pprof/": "goroutine",
	} {
		if status, body := fetch(t, ops+path); status != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%s at the ops address: %d %.200s", path, status, body)
		}
		if status, body := fetch(t, public+path); status != http.StatusNotFound {
			t.Errorf("%s at the public address: %d %.200s", path, status, body)
		}
	}
}

// A service of the platform that runs elsewhere joins `up`, whose registry is where it was told to be, with the credential that is in
// the data folder. It finds both by the variables that all programs read.
func TestAServiceJoinsUp(t *testing.T) {
	registry, data := kittest.FreeAddress(t), t.TempDir()
	up := harness.Run(t, harness.Build(t, "../salaatflow", true), "up", "--http", "127.0.0.1:0", "--ops-address", "",
		"--registry-listen", registry, "--data", data)
	up.Line(t, registry+" is the registry")
	watcher := watchOf(t, registry)
	if got := instancesOf(watcher, "users-svc"); got != 1 {
		t.Fatalf("%d instances of users-svc before another joins", got)
	}
	t.Setenv("SALAATFLOW_REGISTRY", registry)
	t.Setenv("SALAATFLOW_CREDENTIAL_FILE", filepath.Join(data, "credential"))
	harness.Run(t, harness.Build(t, "../users-svc/cmd/users-svc", true), "serve", "--database-url",
		"sqlite:"+filepath.Join(t.TempDir(), "users.db"))
	eventually(t, "another users-svc has joined", func() bool { return instancesOf(watcher, "users-svc") == 2 })
}

func fetch(t *testing.T, url string) (int, string) {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

// A second platform on the same folder ends at once, says why, and touches nothing.
func TestASecondUpIsRefused(t *testing.T) {
	t.Parallel()
	binary, data := harness.Build(t, "../salaatflow", true), t.TempDir()
	first, c := startUp(t, binary, data)
	other := filepath.Join(t.TempDir(), "data")
	got := runCLI(t, "up", "--http", strings.TrimPrefix(c.URL, "http://"), "--data", other)
	if got.code != 1 || !strings.Contains(got.err, "--http: ") || !strings.Contains(got.err, "address already in use") {
		t.Errorf("at the same address: %+v", got)
	}
	if _, err := os.Stat(other); !os.IsNotExist(err) {
		t.Errorf("the folder of a platform that could not listen was touched: %v", err)
	}
	got = runCLI(t, "up", "--http", "127.0.0.1:0", "--data", data)
	if holder := fmt.Sprintf("process %d", first.Process.Pid); got.code != 1 || !strings.Contains(got.err, holder) ||
		!strings.Contains(got.err, data) {
		t.Errorf("in the same folder: %+v, want %s", got, holder)
	}
	if code, err := c.call(t, toolnames.CreateTask, `{"title":"x"}`); code != "" || err != nil {
		t.Errorf("the first no longer works: %s, %v", code, err)
	}
	first.End(t, syscall.SIGKILL)
	_ = first.Exited(t) // killed, as it should be
	again, _ := startUp(t, binary, data)
	again.End(t, os.Interrupt)
	if err := again.Exited(t); err != nil {
		t.Errorf("it does not stop in order: %v", err)
	}
}
