package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
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
	// Schemas are those that this program knows. A backup with a newer one is rejected.
	Schemas []sqlstore.Schema
	// Replace moves existing databases into a folder whose name Restore returns. Without it, Restore fails if there
	// are any.
	Replace bool
	// Now is the current time, for the name of that folder.
	Now time.Time
}

// Restore restores the databases of a backup to a data folder. It checks and copies everything before it replaces
// anything. It returns the manifest, and the folder with the previous databases, or an empty name if there were none.
func Restore(ctx context.Context, options Options) (manifest Manifest, aside string, err error) {
	manifest, err = verified(ctx, options)
	if err != nil {
		return Manifest{}, "", err
	}
	there, err := filepath.Glob(filepath.Join(options.Data, "*.db"))
	if err != nil {
		return Manifest{}, "", fmt.Errorf("the data folder: %w", err)
	}
	if len(there) > 0 && !options.Replace {
		return Manifest{}, "", fmt.Errorf("%s has databases: name another folder with --data, or say --replace, which puts them aside",
			options.Data)
	}
	staged, err := os.MkdirTemp(options.Data, ".restore-")
	if err != nil {
		return Manifest{}, "", err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(staged)) }()
	for _, database := range manifest.Databases {
		if err := copyFile(filepath.Join(options.Source, database.File), filepath.Join(staged, database.File)); err != nil {
			return Manifest{}, "", err
		}
	}
	if len(there) > 0 {
		aside = filepath.Join(options.Data, "before-restore-"+options.Now.UTC().Format("20060102T150405.000Z"))
		if err := putAside(options.Data, aside); err != nil {
			return Manifest{}, aside, err
		}
	}
	for _, database := range manifest.Databases {
		if err := os.Rename(filepath.Join(staged, database.File), filepath.Join(options.Data, database.File)); err != nil {
			return Manifest{}, aside, err
		}
	}
	return manifest, aside, syncFolder(options.Data)
}

// verified reads the manifest, and checks that the files match it and have no newer schema.
func verified(ctx context.Context, options Options) (Manifest, error) {
	manifest, err := readManifest(options.Source)
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
	return manifest, errors.Join(wrong...)
}

func (d Database) verify(ctx context.Context, folder string, newest map[string]int64) error {
	path := filepath.Join(folder, d.File)
	size, checksum, err := sum(path)
	if err != nil {
		return err
	}
	if size != d.Bytes || checksum != d.SHA256 {
		return fmt.Errorf("%s is not the file that was backed up: its checksum differs", path)
	}
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

// putAside moves the databases of a data folder into another folder, after the files that SQLite keeps beside them:
// SQLite would take a log that stayed behind for the restored database's.
func putAside(data, aside string) error {
	if err := os.Mkdir(aside, folderMode); err != nil {
		return err
	}
	for _, pattern := range []string{"*.db-wal", "*.db-shm", "*.db"} {
		paths, err := filepath.Glob(filepath.Join(data, pattern))
		if err != nil {
			return fmt.Errorf("the data folder: %w", err)
		}
		for _, path := range paths {
			if err := os.Rename(path, filepath.Join(aside, filepath.Base(path))); err != nil {
				return err
			}
		}
	}
	return syncFolder(aside)
}

func copyFile(from, to string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = source.Close() }() // it was only read
	target, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Sync(), target.Close())
}
