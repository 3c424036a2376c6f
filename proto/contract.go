// Package proto is the platform's contract as text: its .proto files and all that they import, for those who have no copy of the
// repository. Package descriptors has them compiled.
package proto

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"embed"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// embedded has the contract's files and those that they import as `make generate` writes them, compressed.
//
//go:embed packed README.md
var embedded embed.FS

const (
	packedFolder = "packed"
	packed       = ".gz"
)

// Files returns the contract's files by their paths, as they import each other, such as salaatflow/tools/v1/tool.proto, and a
// README.md. Nothing is missing that a compiler needs. It must not be changed.
func Files() map[string][]byte { return files() }

var files = sync.OnceValue(func() map[string][]byte {
	found := map[string][]byte{}
	for _, root := range []string{".", packedFolder} {
		below, err := fs.Sub(embedded, root)
		if err != nil {
			panic(err) // the folder is embedded
		}
		err = fs.WalkDir(below, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				if root == "." && name == packedFolder {
					return fs.SkipDir
				}
				return err
			}
			text, err := fs.ReadFile(below, name)
			if err != nil {
				return err
			}
			found[strings.TrimSuffix(name, packed)], err = unpacked(name, text)
			return err
		})
		if err != nil {
			panic(err) // reading what is embedded does not fail
		}
	}
	return found
})

// unpacked returns the text of a file, which is compressed where its name says so.
func unpacked(name string, content []byte) ([]byte, error) {
	if !strings.HasSuffix(name, packed) {
		return content, nil
	}
	reader, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(reader)
}

// Paths returns the paths of Files, sorted.
func Paths() []string { return slices.Sorted(maps.Keys(Files())) }

// Zip returns the files as a ZIP archive, the same bytes every time. It must not be changed.
func Zip() ([]byte, error) { return archive() }

var archive = sync.OnceValues(func() ([]byte, error) {
	var written bytes.Buffer
	writer := zip.NewWriter(&written)
	for _, name := range Paths() {
		// A time is needed by those who unpack it, and has to be the same in every build.
		entry, err := writer.CreateHeader(&zip.FileHeader{
			Name: name, Method: zip.Deflate, Modified: time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC),
		})
		if err != nil {
			return nil, err
		}
		if _, err := entry.Write(Files()[name]); err != nil {
			return nil, err
		}
	}
	if err := writer.Close(); err != nil {
		return nil, err
	}
	return written.Bytes(), nil
})

// Export writes the files below a folder, which it makes where it is missing. Files that are there are replaced.
func Export(dir string) error {
	for _, name := range Paths() {
		target := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil { //nolint:gosec // as the files in it
			return err
		}
		if err := os.WriteFile(target, Files()[name], 0o644); err != nil { //nolint:gosec // public text, for any user's compiler
			return err
		}
	}
	return nil
}
