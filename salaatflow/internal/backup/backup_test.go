package backup_test

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/salaatflow/platform/salaatflow/internal/backup"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqlite"
)

var now = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// notes is a schema with so many migrations.
func notes(migrations int) sqlstore.Schema {
	files := fstest.MapFS{"00001_notes.sql": {Data: []byte("-- +goose Up\nCREATE TABLE notes (text TEXT NOT NULL);\n")}}
	if migrations > 1 {
		files["00002_more.sql"] = &fstest.MapFile{Data: []byte("-- +goose Up\nALTER TABLE notes ADD COLUMN more TEXT;\n")}
	}
	return sqlstore.Schema{Name: "notes", SQLite: sqlite.Pool, Command: "notes-svc migrate", Migrations: files}
}

// write adds a note to the database in a data folder, and brings it up to date.
func write(t *testing.T, data, text string, migrations int) {
	t.Helper()
	db, err := sqlstore.Open(t.Context(), "sqlite:"+filepath.Join(data, "notes.db"), notes(migrations))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	err = db.Update(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO notes (text) VALUES ($1)", text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// read returns the notes of a data folder.
func read(t *testing.T, data string) string {
	t.Helper()
	db, err := sqlstore.Open(t.Context(), "sqlite:"+filepath.Join(data, "notes.db"), notes(1))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var all sql.NullString
	if err := db.Reader().QueryRowContext(t.Context(), "SELECT GROUP_CONCAT(text) FROM notes").Scan(&all); err != nil {
		t.Fatal(err)
	}
	return all.String
}

// files are those that a backup has besides databases, where they are there.
var files = []string{"accepted.json", "outbox/key"}

func of(data string) backup.Source { return backup.Source{Data: data, Files: files} }

func create(t *testing.T, data string) string {
	t.Helper()
	target := filepath.Join(t.TempDir(), "backup")
	if _, err := backup.Create(t.Context(), of(data), target, "v1", now); err != nil {
		t.Fatal(err)
	}
	return target
}

// put writes a file of a folder, and text reads it; one that is not there is empty.
func put(t *testing.T, folder, name, content string) {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func text(t *testing.T, folder, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return string(content)
}

func restore(t *testing.T, data, source string, replace bool) (string, error) {
	t.Helper()
	_, aside, err := backup.Restore(t.Context(), backup.Options{
		Data: data, Source: source, Files: files, Schemas: []sqlstore.Schema{notes(1)}, Replace: replace, Now: now,
	})
	return aside, err
}

func TestWhatWasBackedUpComesBack(t *testing.T) {
	data := t.TempDir()
	write(t, data, "first", 1)
	source := create(t, data)
	write(t, data, "second", 1)

	elsewhere := t.TempDir()
	if aside, err := restore(t, elsewhere, source, false); err != nil || aside != "" || read(t, elsewhere) != "first" {
		t.Errorf("to an empty folder: %q, %v, %q", read(t, elsewhere), err, aside)
	}
	_, err := restore(t, data, source, false)
	if err == nil || !strings.Contains(err.Error(), "--replace") || read(t, data) != "first,second" {
		t.Errorf("over what is there: %v, %q", err, read(t, data))
	}
	aside, err := restore(t, data, source, true)
	if err != nil || read(t, data) != "first" || read(t, aside) != "first,second" {
		t.Errorf("in place of what is there: %q, aside %q, %v", read(t, data), read(t, aside), err)
	}
	if left, err := filepath.Glob(filepath.Join(data, ".restore-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// What was accepted stays accepted: files beside the databases are as they were, and what a backup lacks stays as it is.
func TestFilesBesideTheDatabasesComeBack(t *testing.T) {
	data := t.TempDir()
	write(t, data, "first", 1)
	put(t, data, "outbox/key", "secret")
	put(t, data, "outbox/other", "of this folder")
	without := create(t, data)
	put(t, data, "accepted.json", "old")
	source := create(t, data)
	put(t, data, "accepted.json", "new")

	elsewhere := t.TempDir()
	if _, err := restore(t, elsewhere, source, false); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"accepted.json": "old", "outbox/key": "secret", "outbox/other": ""} {
		if got := text(t, elsewhere, name); got != want {
			t.Errorf("to an empty folder: %s is %q, want %q", name, got, want)
		}
	}
	files := t.TempDir()
	put(t, files, "accepted.json", "theirs")
	if _, err := restore(t, files, source, false); err == nil || !strings.Contains(err.Error(), "accepted.json") ||
		text(t, files, "accepted.json") != "theirs" {
		t.Errorf("over a file: %v", err)
	}
	aside, err := restore(t, data, source, true)
	if err != nil || text(t, data, "accepted.json") != "old" || text(t, aside, "accepted.json") != "new" ||
		text(t, data, "outbox/other") != "of this folder" {
		t.Errorf("in place of what is there: %q, aside %q, %v", text(t, data, "accepted.json"), text(t, aside, "accepted.json"), err)
	}
	if _, err := restore(t, files, without, true); err != nil || text(t, files, "accepted.json") != "theirs" {
		t.Errorf("of a backup without the file: %q, %v", text(t, files, "accepted.json"), err)
	}
}

func TestWhatIsNoGoodBackupIsRefusedAndChangesNothing(t *testing.T) {
	for name, tc := range map[string]struct {
		spoil func(t *testing.T, data, source string)
		want  string
	}{
		"no manifest": {func(t *testing.T, _, source string) {
			t.Helper()
			if err := os.Remove(filepath.Join(source, "manifest.json")); err != nil {
				t.Fatal(err)
			}
		}, "is not a backup"},
		"a database that is gone": {func(t *testing.T, _, source string) {
			t.Helper()
			if err := os.Remove(filepath.Join(source, "notes.db")); err != nil {
				t.Fatal(err)
			}
		}, "no such file"},
		"a file that was changed": {func(t *testing.T, data, source string) {
			t.Helper()
			write(t, data, "more", 1)
			if err := os.Rename(filepath.Join(create(t, data), "notes.db"), filepath.Join(source, "notes.db")); err != nil {
				t.Fatal(err)
			}
		}, "checksum"},
		"a manifest that leads elsewhere": {func(t *testing.T, _, source string) {
			t.Helper()
			edit(t, source, `"notes.db"`, `"../notes.db"`)
		}, "not a database"},
		"another file": {func(t *testing.T, data, source string) {
			t.Helper()
			put(t, data, "accepted.json", "old")
			with := create(t, data)
			edit(t, with, `"accepted.json"`, `"../accepted.json"`)
			put(t, source, "manifest.json", text(t, with, "manifest.json"))
		}, "does not keep"},
		"a file that was changed beside them": {func(t *testing.T, data, source string) {
			t.Helper()
			put(t, data, "accepted.json", "old")
			put(t, source, "manifest.json", text(t, create(t, data), "manifest.json"))
			put(t, source, "accepted.json", "bad")
		}, "checksum"},
		"a newer format": {func(t *testing.T, _, source string) {
			t.Helper()
			edit(t, source, `"format": 2`, `"format": 3`)
		}, "newer"},
	} {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			write(t, data, "first", 1)
			source := create(t, data)
			tc.spoil(t, data, source)
			target := t.TempDir()
			if _, err := restore(t, target, source, false); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %v, want %q", err, tc.want)
			}
			if left, err := os.ReadDir(target); err != nil || len(left) > 0 {
				t.Errorf("it left %v, %v", left, err)
			}
		})
	}
}

func edit(t *testing.T, folder, from, to string) {
	t.Helper()
	path := filepath.Join(folder, "manifest.json")
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), from) {
		t.Fatalf("%s does not say %s: %v", path, from, err)
	}
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(text), from, to)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A program would not know what a newer one's columns mean.
func TestANewerSchemaIsRefused(t *testing.T) {
	data := t.TempDir()
	write(t, data, "first", 2)
	_, err := restore(t, t.TempDir(), create(t, data), false)
	if err == nil || !strings.Contains(err.Error(), "version 2") || !strings.Contains(err.Error(), "up to 1") {
		t.Errorf("error %v", err)
	}
	_, _, err = backup.Restore(t.Context(), backup.Options{Data: t.TempDir(), Source: create(t, data), Now: now})
	if err == nil || !strings.Contains(err.Error(), `"notes"`) {
		t.Errorf("of a service that is not known: %v", err)
	}
}

func TestABackupIsWholeOrNotThere(t *testing.T) {
	data, parent := t.TempDir(), t.TempDir()
	target := filepath.Join(parent, "backup")
	if _, err := backup.Create(t.Context(), of(data), target, "v1", now); err == nil || !strings.Contains(err.Error(), "no database") {
		t.Errorf("of an empty folder: %v", err)
	}
	write(t, data, "first", 1)
	if err := os.WriteFile(filepath.Join(data, "zzz.db"), []byte(strings.Repeat("no database", 20)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := backup.Create(t.Context(), of(data), target, "v1", now); err == nil {
		t.Error("a file that is no database was backed up")
	}
	if left, err := os.ReadDir(parent); err != nil || len(left) > 0 {
		t.Errorf("it left %v, %v", left, err)
	}
	if err := os.Mkdir(target, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := backup.Create(t.Context(), of(data), target, "v1", now); err == nil || !strings.Contains(err.Error(), "exists") {
		t.Errorf("over a folder that is there: %v", err)
	}
}
