// Package backup backs up the embedded databases of a data folder while they are in use, and restores them.
package backup

import (
	"context"
	"errors"
	"fmt"
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

// Create writes a backup of the databases in the folder data to the folder target, which must not exist. Each
// database is consistent in itself. They are copied one after the other, so a later one may refer to what an earlier
// one lacks. The target appears only once it is complete; after an error there is none. version is the program's
// version, and now the current time.
func Create(ctx context.Context, data, target, version string, now time.Time) (Manifest, error) {
	files, err := databases(data)
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
	err = fill(ctx, &manifest, data, partial, files)
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

func fill(ctx context.Context, manifest *Manifest, data, target string, files []string) error {
	for _, file := range files {
		copied := filepath.Join(target, file)
		if err := sqlite.Backup(ctx, filepath.Join(data, file), copied); err != nil {
			return err
		}
		contents, err := sqlite.Inspect(ctx, copied)
		if err != nil {
			return err
		}
		size, checksum, err := sum(copied)
		if err != nil {
			return err
		}
		manifest.Databases = append(manifest.Databases, Database{File: file, Bytes: size, SHA256: checksum, Versions: contents.Versions})
	}
	if err := manifest.write(target); err != nil {
		return err
	}
	return syncFolder(target)
}

// syncFolder makes changes to a folder's entries durable.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
