package credential

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"log/slog"
	"os"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/secretfile"
)

// Keep is Config.Open of a file that is made where there is none: see Make.
func Keep(file string, clock clock.Clock, logger *slog.Logger) (*Credential, error) {
	if _, err := Make(file); err != nil {
		return nil, err
	}
	return Config{File: file}.Open(clock, logger)
}

// Make makes a file, for its owner alone, with a new secret, unless there is one by that name. It reports whether it made one. Two
// programs must not make the same file at once.
func Make(file string) (made bool, err error) {
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	err = secretfile.Write(file, []byte(rand.Text()+"\n"))
	return err == nil, err
}
