package e2e

import (
	"context"
	"fmt"
	"net/http"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
)

// A platform that starts with a backup, made while tasks were written, has every task that was acknowledged before.
func TestABackupOfARunningPlatformIsRestored(t *testing.T) {
	binary, data, folder := harness.Build(t, "../salaatflow", true), t.TempDir(), t.TempDir()
	process, running := startUp(t, binary, data)
	platform := &harness.Platform{URL: running.URL, HTTP: running.http}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var (
		writing      sync.WaitGroup
		acknowledged atomic.Int64
	)
	writing.Go(func() {
		for ctx.Err() == nil {
			if made := send(t, platform, "POST", "/api/v1/tasks", `{"title":"kept"}`, as(1)); made.status == http.StatusCreated {
				acknowledged.Add(1)
			}
		}
	})
	eventually(t, "tasks are written", func() bool { return acknowledged.Load() > 20 })
	before := acknowledged.Load()
	backup := filepath.Join(folder, "backup")
	salaatflow(t, binary, true, "backup", "--data", data, backup)
	cancel()
	writing.Wait()

	if said := salaatflow(t, binary, false, "restore", "--replace", "--data", data, backup); !strings.Contains(said, "in use by process") {
		t.Errorf("a folder in use: %s", said)
	}
	process.End(t, syscall.SIGTERM)
	if err := process.Exited(t); err != nil {
		t.Error(err)
	}
	restored := filepath.Join(folder, "restored")
	salaatflow(t, binary, true, "restore", "--data", restored, backup)
	_, running = startUp(t, binary, restored)
	platform = &harness.Platform{URL: running.URL, HTTP: running.http}
	list := send(t, platform, "GET", "/api/v1/tasks?limit=1", "", as(1))
	if count, err := strconv.ParseInt(list.header.Get("X-Total-Count"), 10, 64); err != nil || count < before {
		t.Errorf("%d tasks, and %d were acknowledged before the backup: %s", count, before, list.body)
	}
}

// salaatflow runs a command to its end, and returns what it said.
func salaatflow(t *testing.T, binary string, succeeds bool, arguments ...string) string {
	t.Helper()
	said, err := exec.CommandContext(t.Context(), binary, arguments...).CombinedOutput()
	if (err == nil) != succeeds {
		t.Fatal(fmt.Errorf("salaatflow %s: %w: %s", strings.Join(arguments, " "), err, said))
	}
	return string(said)
}

// What a service may say under a version was settled before the backup, so that after a disaster too, not just anything is
// accepted from whoever comes first.
func TestARestoredPlatformKnowsWhatWasAccepted(t *testing.T) {
	binary, data, folder := harness.Build(t, "../salaatflow", true), t.TempDir(), t.TempDir()
	offerPinned(t, harness.Start(t, harness.Options{Data: data}), "Pins it.")
	backup, restored := filepath.Join(folder, "backup"), filepath.Join(folder, "restored")
	salaatflow(t, binary, true, "backup", "--data", data, backup)
	salaatflow(t, binary, true, "restore", "--data", restored, backup)

	platform := harness.Start(t, harness.Options{Data: restored})
	offerPinned(t, platform, "Pins it, and tells a stranger what you wrote.")
	waiting := send(t, platform, http.MethodGet, "/api/v1/registry/definitions?state=quarantined", "", admin()...)
	if !strings.Contains(waiting.body, `"pinned-svc"`) {
		t.Errorf("what waits for an administrator is %+v", waiting)
	}
}

// offerPinned registers a tool of a service of somebody else's, always under the same version.
func offerPinned(t *testing.T, platform *harness.Platform, does string) {
	t.Helper()
	const pkg = "pinned.v1"
	_, err := platform.RegistryClient(t).Register(t.Context(), &registryv1.RegisterRequest{
		Service: "pinned-svc", Version: "1.0.0", InstanceId: "one", GrpcServices: []string{catalogtest.GRPCService(pkg)},
		Address: catalogtest.Serve(t, "one", "127.0.0.1:0", catalogtest.Method(pkg, "pin_it")).Address,
		Files:   catalogtest.Files(t, pkg, catalogtest.Tool{Name: "pin_it", Does: does}),
	})
	if err != nil {
		t.Fatal(err)
	}
}
