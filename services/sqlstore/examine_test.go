package sqlstore_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/sqlstore"
)

// prepare is what a service does with its file at the start.
func prepare(t *testing.T, path string) error {
	t.Helper()
	db, err := sqlstore.Open(t.Context(), "sqlite:"+path, schema(first, many))
	if err != nil {
		return err
	}
	return errors.Join(db.Prepare(t.Context()), db.Close())
}

// written is a closed file with data, and its bytes.
func written(t *testing.T, name string) (path string, content []byte) {
	t.Helper()
	db := openStored(t, filepath.Join(t.TempDir(), name))
	db.mustFill(t, 2000)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(db.path)
	if err != nil {
		t.Fatal(err)
	}
	return db.path, content
}

func write(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestADamagedFileIsRefusedWithWhatToDo(t *testing.T) {
	for name, c := range map[string]struct {
		happens func(t *testing.T, path string, content []byte)
		want    string
	}{
		"a text": {func(t *testing.T, path string, _ []byte) {
			write(t, path, []byte(strings.Repeat("not a database. ", 1000)))
		}, "does not begin as a SQLite file does"},
		"the first bytes alone": {func(t *testing.T, path string, content []byte) {
			write(t, path, content[:60])
		}, "does not begin as a SQLite file does"},
		"its first page is gone": {func(t *testing.T, path string, content []byte) {
			write(t, path, append(make([]byte, 4096), content[4096:]...))
		}, "does not begin as a SQLite file does"},
		"its end is gone": {func(t *testing.T, path string, content []byte) {
			write(t, path, content[:len(content)/2])
		}, "and its header says"},
		"a page of nonsense": {func(t *testing.T, path string, _ []byte) {
			overwrite(t, path)
		}, "Tree"},
		"empty, beside another database": {func(t *testing.T, path string, content []byte) {
			write(t, path, nil)
			write(t, filepath.Join(filepath.Dir(path), "other.db"), content)
		}, "it has 0 bytes, while other.db beside it holds data (if there never was any in it, remove the file)"},
		"empty, with a log": {func(t *testing.T, path string, content []byte) {
			write(t, path, nil)
			write(t, path+"-wal", content)
		}, "it is empty or gone, while there is data in its log counting.db-wal"},
		"gone, with a log": {func(t *testing.T, path string, content []byte) {
			if err := os.Rename(path, path+"-wal"); err != nil {
				t.Fatal(err)
			}
		}, "it is empty or gone, while there is data in its log counting.db-wal"},
		"without a table": {func(t *testing.T, path string, _ []byte) {
			change(t, path, "DROP TABLE fillers")
		}, "it has no table fillers"},
	} {
		t.Run(name, func(t *testing.T) {
			path, content := written(t, "counting.db")
			c.happens(t, path, content)
			before := everything(t, path)
			err := prepare(t, path)
			var damaged *sqlstore.DamageError
			if !errors.As(err, &damaged) || damaged.Path != path {
				t.Fatalf("it starts, or ends with %v", err)
			}
			for _, want := range []string{c.want, path, "salaatflow restore", ".recover", "the counting database"} {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("it does not say %q: %v", want, err)
				}
			}
			if sqlstore.Classify(err) != err {
				t.Error("a start goes on trying")
			}
			if after := everything(t, path); after != before {
				t.Error("what is there was changed")
			}
		})
	}
}

// everything is what a file and its log hold.
func everything(t *testing.T, path string) string {
	t.Helper()
	file, _ := os.ReadFile(path)
	log, _ := os.ReadFile(path + "-wal")
	return string(file) + "|" + string(log)
}

// change runs a statement as no program of ours would.
func change(t *testing.T, path, statement string) {
	t.Helper()
	pool, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pool.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
	if err := pool.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestAFileThatIsWellStarts(t *testing.T) {
	for name, happens := range map[string]func(t *testing.T, path string, content []byte){
		"as it was left": func(*testing.T, string, []byte) {},
		"gone, as one that was never there": func(t *testing.T, path string, _ []byte) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		},
		"gone, beside another database": func(t *testing.T, path string, _ []byte) {
			if err := os.Rename(path, filepath.Join(filepath.Dir(path), "other.db")); err != nil {
				t.Fatal(err)
			}
		},
		"empty, and alone": func(t *testing.T, path string, _ []byte) { write(t, path, nil) },
		"with more at its end, as after a change that was rolled back": func(t *testing.T, path string, content []byte) {
			write(t, path, append(content, make([]byte, 4096)...))
		},
		"of a newer program, which needs one table less": func(t *testing.T, path string, _ []byte) {
			change(t, path, "INSERT INTO counting_schema_version (version_id, is_applied) VALUES (9, 1)")
			change(t, path, "DROP TABLE fillers")
		},
	} {
		t.Run(name, func(t *testing.T) {
			path, content := written(t, "counting.db")
			happens(t, path, content)
			if err := prepare(t, path); err != nil {
				t.Errorf("it is refused: %v", err)
			}
		})
	}
}

// A program that is killed while it makes its file leaves none of 0 bytes, which the next start would refuse.
func TestANewFileComesIntoBeingWhole(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "new.db")
	db, err := sqlstore.Open(t.Context(), "sqlite:"+path, schema(first))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	info, err := os.Stat(path)
	if err != nil || info.Size() == 0 || info.Mode().Perm() != 0o600 {
		t.Errorf("the new file: %v, %v", info, err)
	}
	if left, _ := filepath.Glob(path + ".new-*"); len(left) > 0 {
		t.Errorf("files are left: %v", left)
	}
}

// A large file is not waited for: it is checked while it is used, and what is found then ends all writing.
func TestALargeFileIsCheckedBesideItsUse(t *testing.T) {
	db := newStored(t)
	db.mustFill(t, 20_000)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	overwrite(t, db.path)
	db = openStored(t, db.path)
	if err := db.fill(t, 50_000, 1); err != nil {
		t.Fatalf("it is not used before it was checked: %v", err)
	}
	if err := db.CheckLarge(t.Context()); err != nil {
		t.Fatal(err)
	}
	db.wants(t, "after the check", db.fill(t, 50_001, 1), sqlstore.Corrupt, "damaged")
}
