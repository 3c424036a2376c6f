package sqlstore_test

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"testing"

	"github.com/salaatflow/platform/services/sqlstore"
)

func mode(t *testing.T, path string) os.FileMode {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().Perm()
}

// A database is its owner's alone: the files that are made, and those that an older version left open.
func TestTheFilesOfADatabaseAreItsOwners(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "deep", "data")
	path := filepath.Join(folder, "counting.db")
	for _, round := range []string{"made", "left open by an older version"} {
		db, err := sqlstore.Open(t.Context(), "sqlite:"+path, schema(first))
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Prepare(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := db.Update(t.Context(), func(ctx context.Context, tx *sql.Tx) error { return add(ctx, tx, "a") }); err != nil {
			t.Fatal(err)
		}
		for _, beside := range []string{"", "-wal", "-shm"} {
			if got := mode(t, path+beside); got != 0o600 {
				t.Errorf("%s%s, %s, is %o", filepath.Base(path), beside, round, got)
			}
		}
		if got := mode(t, folder); round == "made" && got != 0o700 {
			t.Errorf("the folder is %o", got)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestWhetherAFolderIsOpenToOthers(t *testing.T) {
	for _, c := range []struct {
		above, folder os.FileMode
		open          bool
	}{
		{0o755, 0o700, false},
		{0o755, 0o755, true},
		{0o755, 0o750, true},
		{0o755, 0o733, true},
		{0o700, 0o777, false}, // nobody else gets there
		{0o744, 0o777, false},
	} {
		root := openRoot(t)
		above := filepath.Join(root, "above")
		folder := filepath.Join(above, "folder")
		for path, want := range map[string]os.FileMode{above: c.above, folder: c.folder} {
			if err := os.MkdirAll(folder, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, want); err != nil {
				t.Fatal(err)
			}
		}
		if got := sqlstore.OpenToOthers(folder); got != c.open {
			t.Errorf("%o in %o is open to others: %t", c.folder, c.above, got)
		}
	}
	if sqlstore.OpenToOthers("/nowhere/at/all") {
		t.Error("a folder that is not there is open")
	}
}

// openRoot is a folder of the test that others can enter, as far as the machine lets them.
func openRoot(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	if err := os.Chmod(filepath.Dir(root), 0o755); err != nil {
		t.Fatal(err)
	}
	if !sqlstore.OpenToOthers(root) {
		t.Skip("the folder for temporary files is closed to others: ", root)
	}
	return root
}
