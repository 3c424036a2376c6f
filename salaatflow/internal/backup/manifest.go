package backup

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

// manifestName is the file that lists the contents of a backup. It is written last: a folder without it is not a
// backup.
const manifestName = "manifest.json"

// format is the version of the manifest's format. A program rejects versions newer than its own. Version 1 had no files.
const format = 2

// Manifest lists the contents of a backup.
type Manifest struct {
	// Format is the version of the manifest's format.
	Format int `json:"format"`
	// Created is when the backup was made.
	Created time.Time `json:"created"`
	// Version is the version of the program that made the backup.
	Version string `json:"version"`
	// Databases are the databases in the backup, sorted by name.
	Databases []Database `json:"databases"`
	// Files are the other files in it.
	Files []File `json:"files,omitempty"`
}

// copies returns all files of the backup.
func (m Manifest) copies() []File {
	files := slices.Clone(m.Files)
	for _, database := range m.Databases {
		files = append(files, database.File)
	}
	return files
}

// File is a file of a backup.
type File struct {
	// Name is the file's name in the data folder and in the backup, with slashes.
	Name string `json:"file"`
	// Bytes is its size, and SHA256 its checksum in hexadecimal digits.
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// path returns where the file is below a folder.
func (f File) path(folder string) string { return filepath.Join(folder, filepath.FromSlash(f.Name)) }

// Database is a database of a backup.
type Database struct {
	File
	// Versions are the schema versions in it, by the name of the schema.
	Versions map[string]int64 `json:"schema_versions"`
}

var databaseName = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,62}\.db$`)

// readManifest reads the manifest of a backup, which may have these files besides databases.
func readManifest(folder string, files []string) (Manifest, error) {
	text, err := os.ReadFile(filepath.Join(folder, manifestName))
	if errors.Is(err, fs.ErrNotExist) {
		return Manifest{}, fmt.Errorf("%s is not a backup: it has no %s", folder, manifestName)
	}
	if err != nil {
		return Manifest{}, err
	}
	var manifest Manifest
	if err := json.Unmarshal(text, &manifest); err != nil {
		return Manifest{}, fmt.Errorf("read %s of %s: %w", manifestName, folder, err)
	}
	if manifest.Format < 1 || manifest.Format > format {
		return Manifest{}, fmt.Errorf("the backup %s has format %d, and this program reads up to %d: use a newer one",
			folder, manifest.Format, format)
	}
	for _, database := range manifest.Databases {
		if !databaseName.MatchString(database.Name) { // it becomes a path
			return Manifest{}, fmt.Errorf("%s of %s names %q, which is not a database such as tasks.db", manifestName, folder, database.Name)
		}
	}
	for _, file := range manifest.Files {
		if !slices.Contains(files, file.Name) { // the same
			return Manifest{}, fmt.Errorf("%s of %s names %q, which this program does not keep: restore with the program that made the backup",
				manifestName, folder, file.Name)
		}
	}
	return manifest, nil
}

func (m Manifest) write(folder string) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return fmt.Errorf("write the manifest: %w", err)
	}
	return writeFile(filepath.Join(folder, manifestName), append(text, '\n'))
}

// writeFile writes a file and syncs it to disk.
func writeFile(path string, text []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	return errors.Join(err, file.Sync(), file.Close())
}

// sum returns a file of a folder with its size and checksum.
func sum(folder, name string) (File, error) {
	summed := File{Name: name}
	path := summed.path(folder)
	file, err := os.Open(path)
	if err != nil {
		return File{}, err
	}
	defer func() { _ = file.Close() }() // it was only read
	hash := sha256.New()
	if summed.Bytes, err = io.Copy(hash, file); err != nil {
		return File{}, fmt.Errorf("read %s: %w", path, err)
	}
	summed.SHA256 = hex.EncodeToString(hash.Sum(nil))
	return summed, nil
}
