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
	"time"
)

// manifestName is the file that lists the contents of a backup. It is written last: a folder without it is not a
// backup.
const manifestName = "manifest.json"

// format is the version of the manifest's format. A program rejects versions newer than its own.
const format = 1

// Manifest lists the contents of a backup.
type Manifest struct {
	// Format is the version of the manifest's format.
	Format int `json:"format"`
	// Created is when the backup was made.
	Created time.Time `json:"created"`
	// Version is the version of the program that made the backup.
	Version string `json:"version"`
	// Databases are the files of the backup, sorted by name.
	Databases []Database `json:"databases"`
}

// Database is a file of a backup.
type Database struct {
	// File is the file's name in the data folder and in the backup.
	File string `json:"file"`
	// Bytes is its size, and SHA256 its checksum in hexadecimal digits.
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
	// Versions are the schema versions in it, by the name of the schema.
	Versions map[string]int64 `json:"schema_versions"`
}

var databaseName = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,62}\.db$`)

func readManifest(folder string) (Manifest, error) {
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
		if !databaseName.MatchString(database.File) { // it becomes a path
			return Manifest{}, fmt.Errorf("%s of %s names %q, which is not a database such as tasks.db", manifestName, folder, database.File)
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

// sum returns the size and the checksum of a file.
func sum(path string) (int64, string, error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = file.Close() }() // it was only read
	hash := sha256.New()
	size, err := io.Copy(hash, file)
	if err != nil {
		return 0, "", fmt.Errorf("read %s: %w", path, err)
	}
	return size, hex.EncodeToString(hash.Sum(nil)), nil
}
