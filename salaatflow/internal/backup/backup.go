// Package backup backs up the embedded databases of a data folder, and the files beside them, while they are in use, and
// restores them.
package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/salaatflow/platform/services/sqlstore/sqlite"
)

const (
	folderMode = 0o700
	fileMode   = 0o600
)

// Source is what to back up.
type Source struct {
	// Data is the folder of the databases.
	Data string
	// Files are what to back up besides, by names in the folder with slashes, where they are there. A file that is
	// replaced while it is copied must be replaced as a whole.
	Files []string
}

// Create writes a backup of source to the folder target, which must not exist. Each database is consistent in itself.
// They are copied one after the other, so a later one may refer to what an earlier one lacks. The target appears only
// once it is complete; after an error there is none. version is the program's version, and now the current time.
func Create(ctx context.Context, source Source, target, version string, now time.Time) (Manifest, error) {
	names, err := databases(source.Data)
	if err != nil {
		return Manifest{}, err
	}
	if _, err := os.Lstat(target); err == nil {
		return Manifest{}, fmt.Errorf("%s exists already: name a folder that does not", target)
	}
	parent := filepath.Dir(filepath.Clean(target))
	partial, err := os.MkdirTemp(parent, "."+filepath.Base(target)+".partial-")
	if err != nil {
		return Manifest{}, err
	}
	manifest := Manifest{Format: format, Created: now.UTC().Truncate(time.Second), Version: version}
	err = fill(ctx, &manifest, source, partial, names)
	if err == nil {
		err = os.Rename(partial, target)
	}
	if err != nil {
		return Manifest{}, errors.Join(err, os.RemoveAll(partial))
	}
	return manifest, syncFolder(parent)
}

// databases returns the names of the databases in a data folder.
func databases(data string) ([]string, error) {
	paths, err := filepath.Glob(filepath.Join(data, "*.db"))
	if err != nil {
		return nil, fmt.Errorf("the data folder: %w", err)
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("there is no database in %s: name the folder of `salaatflow up` with --data", data)
	}
	names := make([]string, 0, len(paths))
	for _, path := range paths {
		names = append(names, filepath.Base(path))
	}
	slices.Sort(names)
	return names, nil
}

func fill(ctx context.Context, manifest *Manifest, source Source, target string, databases []string) error {
	for _, name := range databases {
		copied := filepath.Join(target, name)
		if err := sqlite.Backup(ctx, filepath.Join(source.Data, name), copied); err != nil {
			return err
		}
		contents, err := sqlite.Inspect(ctx, copied)
		if err != nil {
			return err
		}
		file, err := sum(target, name)
		if err != nil {
			return err
		}
		manifest.Databases = append(manifest.Databases, Database{File: file, Versions: contents.Versions})
	}
	for _, name := range source.Files {
		switch err := copyFile(source.Data, target, name); {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return err
		}
		file, err := sum(target, name)
		if err != nil {
			return err
		}
		manifest.Files = append(manifest.Files, file)
	}
	if err := manifest.write(target); err != nil {
		return err
	}
	return syncFolder(target)
}

// copyFile copies a file from a folder to another, where there is none of the name, and makes folders as it needs them.
func copyFile(from, to, name string) error {
	file := File{Name: name}
	source, err := os.Open(file.path(from))
	if err != nil {
		return err
	}
	defer func() { _ = source.Close() }() // it was only read
	folder := filepath.Dir(file.path(to))
	if err := os.MkdirAll(folder, folderMode); err != nil {
		return err
	}
	target, err := os.OpenFile(file.path(to), os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Sync(), target.Close(), syncFolder(folder))
}

// syncFolder makes changes to a folder's entries durable.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
