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

	"github.com/salaatflow/platform/services/sqlstore"
)

// lockName is the file in the data folder that the platform which uses the folder holds a lock on, and in which its
// process id stands. The operating system lets go of the lock when the process ends, however it ends.
const lockName = "up.lock"

// errHeld says that another process holds the lock.
var errHeld = errors.New("held by another process")

// dataFolder is a folder that this platform alone uses.
type dataFolder struct{ lock *os.File }

// openDataFolder makes the folder if it is not there, and takes it; another platform that has it is named by its process.
func openDataFolder(path string, logger *slog.Logger) (*dataFolder, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("the data folder: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(path, lockName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the data folder: %w", err)
	}
	if err := lock(file); err != nil {
		holder := holderOf(file)
		_ = file.Close() // nothing was written
		if errors.Is(err, errHeld) {
			return nil, fmt.Errorf("the data folder %s is in use by %s: stop it, or give this one another folder with --data", path, holder)
		}
		return nil, fmt.Errorf("the data folder: lock %s: %w", file.Name(), err)
	}
	if err := sign(file); err != nil {
		return nil, errors.Join(fmt.Errorf("the data folder: %w", err), file.Close())
	}
	if sqlstore.OpenToOthers(path) {
		logger.Warn("the data folder is open to other users of this machine: chmod 700 it", slog.String("folder", path))
	}
	return &dataFolder{lock: file}, nil
}

// LockData takes a data folder, as a platform that uses it does, and makes it if it is not there. It fails, naming the
// process, while a platform runs in it. release lets others use it.
func LockData(path string, logger *slog.Logger) (release func() error, err error) {
	folder, err := openDataFolder(path, logger)
	if err != nil {
		return nil, err
	}
	return folder.release, nil
}

// sign writes this process's id into the lock.
func sign(file *os.File) error {
	if err := file.Truncate(0); err != nil {
		return err
	}
	_, err := file.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return err
}

// holderOf names the process that signed the lock.
func holderOf(file *os.File) string {
	text, err := io.ReadAll(io.LimitReader(file, 32))
	pid, wrong := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || wrong != nil {
		return "another process"
	}
	return fmt.Sprintf("process %d", pid)
}

// release lets others use the folder.
func (d *dataFolder) release() error { return d.lock.Close() }
