package platform

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestADataFolderIsUsedByOnePlatform(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "data")
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, nil))
	first, err := openDataFolder(path, logger)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder is %v, %v", info.Mode(), err)
	}
	if log.Len() > 0 {
		t.Errorf("a folder of our own is complained of: %s", log.String())
	}
	_, err = openDataFolder(path, logger)
	want := fmt.Sprintf("in use by process %d", os.Getpid())
	if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
		t.Errorf("a second platform: %v, want %s", err, want)
	}
	if err := first.release(); err != nil {
		t.Fatal(err)
	}
	again, err := openDataFolder(path, logger)
	if err != nil {
		t.Fatalf("when the first has gone: %v", err)
	}
	if err := again.release(); err != nil {
		t.Fatal(err)
	}
}

// A process that was killed could not tidy up: its id still stands there, and nobody holds the lock.
func TestALockThatItsHolderLeftIsTaken(t *testing.T) {
	path := t.TempDir()
	if err := os.WriteFile(filepath.Join(path, lockName), []byte("999999999999\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	folder, err := openDataFolder(path, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer folder.release()
	if text, err := os.ReadFile(filepath.Join(path, lockName)); err != nil || strings.TrimSpace(string(text)) != fmt.Sprint(os.Getpid()) {
		t.Errorf("it says %q, %v", text, err)
	}
}
