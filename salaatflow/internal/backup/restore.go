package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqlite"
)

// Options configures Restore.
type Options struct {
	// Data is the folder to restore to. Nothing may be using it: lock it first (platform.LockData).
	Data string
	// Source is the backup.
	Source string
	// Files are the names of the files that a backup may have besides databases.
	Files []string
	// Schemas are those that this program knows. A backup with a newer one is rejected.
	Schemas []sqlstore.Schema
	// Replace moves existing databases, and files that the backup has too, into a folder whose name Restore returns.
	// Without it, Restore fails if there are any.
	Replace bool
	// Now is the current time, for the name of that folder.
	Now time.Time
}

// Restore restores a backup to a data folder. It checks and copies everything before it replaces anything. It returns the
// manifest, and the folder with what was there before, or an empty name if there was nothing.
func Restore(ctx context.Context, options Options) (manifest Manifest, aside string, err error) {
	manifest, err = verified(ctx, options)
	if err != nil {
		return Manifest{}, "", err
	}
	there, err := inTheWay(options.Data, manifest)
	if err != nil {
		return Manifest{}, "", err
	}
	if len(there) > 0 && !options.Replace {
		return Manifest{}, "", fmt.Errorf("%s has %s: name another folder with --data, or say --replace, which puts aside what is there",
			options.Data, there[len(there)-1])
	}
	staged, err := os.MkdirTemp(options.Data, ".restore-")
	if err != nil {
		return Manifest{}, "", err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(staged)) }()
	for _, file := range manifest.copies() {
		if err := copyFile(options.Source, staged, file.Name); err != nil {
			return Manifest{}, "", err
		}
	}
	if len(there) > 0 {
		aside = filepath.Join(options.Data, "before-restore-"+options.Now.UTC().Format("20060102T150405.000Z"))
		if err := os.Mkdir(aside, folderMode); err != nil {
			return Manifest{}, "", err
		}
		if err := move(options.Data, aside, there); err != nil {
			return Manifest{}, aside, err
		}
	}
	var names []string
	for _, file := range manifest.copies() {
		names = append(names, file.Name)
	}
	return manifest, aside, move(staged, options.Data, names)
}

// inTheWay returns what a data folder has that a backup replaces: every database, after the files that SQLite keeps beside
// it, since SQLite would take a log that stayed behind for the restored database's, and the other files of the backup.
func inTheWay(data string, manifest Manifest) (names []string, err error) {
	for _, file := range manifest.Files {
		switch _, err := os.Lstat(file.path(data)); {
		case err == nil:
			names = append(names, file.Name)
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	for _, pattern := range []string{"*.db-wal", "*.db-shm", "*.db"} {
		paths, err := filepath.Glob(filepath.Join(data, pattern))
		if err != nil {
			return nil, fmt.Errorf("the data folder: %w", err)
		}
		for _, path := range paths {
			names = append(names, filepath.Base(path))
		}
	}
	return names, nil
}

// move moves files from a folder to another, in their order, and makes folders as it needs them.
func move(from, to string, names []string) error {
	for _, name := range names {
		file := File{Name: name}
		folder := filepath.Dir(file.path(to))
		if err := os.MkdirAll(folder, folderMode); err != nil {
			return err
		}
		if err := errors.Join(os.Rename(file.path(from), file.path(to)), syncFolder(folder)); err != nil {
			return err
		}
	}
	return nil
}

// verified reads the manifest, and checks that the files match it and have no newer schema.
func verified(ctx context.Context, options Options) (Manifest, error) {
	manifest, err := readManifest(options.Source, options.Files)
	if err != nil {
		return Manifest{}, err
	}
	newest := map[string]int64{}
	for _, schema := range options.Schemas {
		if newest[schema.Name], err = schema.Newest(); err != nil {
			return Manifest{}, fmt.Errorf("the schema %s: %w", schema.Name, err)
		}
	}
	var wrong []error
	for _, database := range manifest.Databases {
		wrong = append(wrong, database.verify(ctx, options.Source, newest))
	}
	for _, file := range manifest.Files {
		wrong = append(wrong, file.verify(options.Source))
	}
	return manifest, errors.Join(wrong...)
}

func (f File) verify(folder string) error {
	found, err := sum(folder, f.Name)
	if err != nil {
		return err
	}
	if found != f {
		return fmt.Errorf("%s is not the file that was backed up: its checksum differs", f.path(folder))
	}
	return nil
}

func (d Database) verify(ctx context.Context, folder string, newest map[string]int64) error {
	if err := d.File.verify(folder); err != nil {
		return err
	}
	path := d.path(folder)
	contents, err := sqlite.Inspect(ctx, path)
	if err != nil {
		return err
	}
	for schema, version := range contents.Versions {
		known, ok := newest[schema]
		if !ok {
			return fmt.Errorf("%s has data of %q, which this program does not know: restore with the program that made the backup", path, schema)
		}
		if version > known {
			return fmt.Errorf("%s has version %d of the schema %s, and this program knows up to %d: "+
				"restore with a program as new as the one that made the backup", path, version, schema, known)
		}
	}
	return nil
}
