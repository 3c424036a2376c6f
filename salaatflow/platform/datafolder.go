package platform

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/services/setting"
	"github.com/salaatflow/platform/services/sqlstore"
)

// lockName is the file in the data folder that a running platform locks, and that contains its process id. The
// operating system releases the lock when the process ends, however it ends.
const lockName = "up.lock"

// errHeld means that another process holds the lock.
var errHeld = errors.New("held by another process")

// dataFolder is a folder that only this platform uses.
type dataFolder struct{ lock *os.File }

// openDataFolder creates the folder if necessary and locks it. If another platform holds it, the error names that
// process.
func openDataFolder(path string, logger *slog.Logger) (*dataFolder, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, setting.Wrong(fmt.Errorf("--data: the data folder: %w", err))
	}
	file, err := os.OpenFile(filepath.Join(path, lockName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, setting.Wrong(fmt.Errorf("--data: the data folder: %w", err))
	}
	if err := lock(file); err != nil {
		holder := holderOf(file)
		_ = file.Close() // nothing was written
		if errors.Is(err, errHeld) {
			return nil, fmt.Errorf("the data folder %s is in use by %s: stop it, or choose another folder with --data", path, holder)
		}
		return nil, fmt.Errorf("the data folder: lock %s: %w", file.Name(), err)
	}
	if err := sign(file); err != nil {
		return nil, errors.Join(setting.Wrong(fmt.Errorf("--data: the data folder: %w", err)), file.Close())
	}
	if sqlstore.OpenToOthers(path) {
		logger.Warn("the data folder is accessible to other users of this machine: chmod 700 it", slog.String("folder", path))
	}
	return &dataFolder{lock: file}, nil
}

// LockData locks a data folder, as a platform does that uses it, and creates it if necessary. While a platform runs in it,
// LockData returns an error that names the process. release unlocks the folder.
func LockData(path string, logger *slog.Logger) (release func() error, err error) {
	folder, err := openDataFolder(path, logger)
	if err != nil {
		return nil, err
	}
	return folder.release, nil
}

// sign writes this process's id into the lock file.
func sign(file *os.File) error {
	if err := file.Truncate(0); err != nil {
		return err
	}
	_, err := file.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return err
}

// holderOf returns the process that signed the lock file.
func holderOf(file *os.File) string {
	text, err := io.ReadAll(io.LimitReader(file, 32))
	pid, wrong := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || wrong != nil {
		return "another process"
	}
	return fmt.Sprintf("process %d", pid)
}

// release unlocks the folder.
func (d *dataFolder) release() error { return d.lock.Close() }
