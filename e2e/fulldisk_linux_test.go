package e2e

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
)

// When the disk is full, who writes is told so and nothing is done, who reads is answered, operators see it, and it works again
// by itself when there is room.
func TestAFullDiskIsSaidEverywhereAndItsEndToo(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("none", disk, "tmpfs", 0, "size=48m"); err != nil {
		t.Skip("only root may mount a disk that can be full:", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(disk, syscall.MNT_DETACH) })
	platform := harness.Start(t, harness.Options{Data: filepath.Join(disk, "data")})
	create := func(title string) answer {
		return send(t, platform, "POST", "/api/v1/tasks", fmt.Sprintf(`{"title":%q}`, title), as(1))
	}
	readyz := func() (int, string) {
		response, err := platform.HTTP.Get(platform.Ops + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		text, _ := io.ReadAll(response.Body)
		return response.StatusCode, string(text)
	}
	if got := create("before"); got.status != http.StatusCreated {
		t.Fatalf("it does not work: %d %s", got.status, got.body)
	}
	platform.Eventually(t, "it is ready", func() bool { status, _ := readyz(); return status == http.StatusOK })
	filler := filepath.Join(disk, "filler")
	fillUp(t, filler)
	full := func() bool { got := create("while it is full"); return got.status != http.StatusCreated }
	platform.Eventually(t, "the disk is full", full) // what a file has reserved may take some first
	for range 3 {
		got := create("while it is full")
		if got.status != http.StatusServiceUnavailable || !strings.Contains(got.body, "the disk that keeps the data is full") {
			t.Errorf("who writes is told %d %s", got.status, got.body)
		}
	}
	if got := send(t, platform, "GET", "/api/v1/tasks", "", as(1)); got.status != http.StatusOK || !strings.Contains(got.body, "before") {
		t.Errorf("who reads is told %d %s", got.status, got.body)
	}
	platform.Eventually(t, "operators see it", func() bool {
		status, text := readyz()
		return status == http.StatusServiceUnavailable && strings.Contains(text, "tasks-svc: the database") && strings.Contains(text, "full")
	})
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	platform.Eventually(t, "it works again", func() bool { return create("after").status == http.StatusCreated })
	platform.Eventually(t, "operators see that, too", func() bool { status, _ := readyz(); return status == http.StatusOK })
}

// fillUp writes a file until there is no room left.
func fillUp(t *testing.T, path string) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for piece := make([]byte, 4096); err == nil; {
		_, err = file.Write(piece)
	}
}
