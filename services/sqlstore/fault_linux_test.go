package sqlstore_test

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/salaatflow/platform/services/sqlstore"
)

// A file whose descriptor is another's can be neither read nor written, as on a disk that is gone.
func TestADiskThatFailsIsSaidAndCountedAndItsEndToo(t *testing.T) {
	db := newStored(t)
	db.mustFill(t, 10)
	mend := lose(t, db.path+"-wal")
	db.wants(t, "a writer", db.fill(t, 10, 100), sqlstore.IO, "the disk that keeps the data fail")
	mend()
	if err := db.Probe(t.Context()); err != nil {
		t.Errorf("the disk is back, and a probe says %v", err)
	}
	if err := db.fill(t, 1000, 10); err != nil {
		t.Errorf("the disk is back: %v", err)
	}
}

// lose puts a folder in the place of each of this process's descriptors of a file, until mend.
func lose(t *testing.T, path string) (mend func()) {
	t.Helper()
	folder, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	const descriptors = "/proc/self/fd"
	entries, err := os.ReadDir(descriptors)
	if err != nil {
		t.Fatal(err)
	}
	kept := map[int]int{} // by what was lost
	for _, entry := range entries {
		number, err := strconv.Atoi(entry.Name())
		if to, _ := os.Readlink(filepath.Join(descriptors, entry.Name())); err != nil || to != path {
			continue
		}
		if kept[number], err = syscall.Dup(number); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Dup3(int(folder.Fd()), number, syscall.O_CLOEXEC); err != nil {
			t.Fatal(err)
		}
	}
	if len(kept) == 0 {
		t.Fatalf("nobody has %s open", path)
	}
	return func() {
		for number, copied := range kept {
			if err := syscall.Dup3(copied, number, syscall.O_CLOEXEC); err != nil {
				t.Fatal(err)
			}
			_ = syscall.Close(copied)
		}
	}
}
