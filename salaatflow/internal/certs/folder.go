package certs

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/salaatflow/platform/services/secretfile"
)

// Folder keeps each place in a folder of its own below it.
type Folder string

// Load reads the files of a place.
func (f Folder) Load(_ context.Context, place string) (map[string][]byte, error) {
	parts := map[string][]byte{}
	for _, part := range []string{certPart, keyPart, caPart} {
		content, err := os.ReadFile(filepath.Join(string(f), place, part))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		parts[part] = content
	}
	return parts, nil
}

// order is that in which files are replaced. A program that reads between two of them finds that they do not fit, and keeps
// what it has.
var order = []string{caPart, certPart, keyPart}

// Save writes the files of a place, each as a whole and for their owner alone.
func (f Folder) Save(_ context.Context, place string, parts map[string][]byte) error {
	folder := filepath.Join(string(f), place)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	for _, part := range order {
		content, given := parts[part]
		if !given {
			continue
		}
		if err := secretfile.Write(filepath.Join(folder, part), content); err != nil {
			return err
		}
	}
	return nil
}
