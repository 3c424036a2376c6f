// Package secretfile reads and writes files that hold secrets, and notices that they have changed.
package secretfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Stamp identifies one state of a file. The zero Stamp belongs to no file.
type Stamp struct {
	modified time.Time
	size     int64
	mode     fs.FileMode
	own      bool
	inode    uint64 // tells files apart that were written at the same tick of the file system's clock
}

// Stat returns the stamp of the file as it is now. It follows links, because orchestrators mount secrets so. The error
// names the file.
func Stat(file string) (Stamp, error) {
	info, err := os.Stat(file)
	if err != nil {
		return Stamp{}, err
	}
	return Stamp{modified: info.ModTime(), size: info.Size(), mode: info.Mode(), own: isOwn(info), inode: inode(info)}, nil
}

// Permissions returns the file's permissions.
func (s Stamp) Permissions() fs.FileMode { return s.mode.Perm() }

// IsOpenToOthers reports whether the permissions let others than the process at the file. Where the file is somebody
// else's, as one that an orchestrator mounts, the process reads it as one of the file's group, so the group may read.
func (s Stamp) IsOpenToOthers() bool {
	if s.own {
		return s.mode&0o077 != 0
	}
	return s.mode&0o037 != 0
}

// Check returns an error, which names the file, if it is not a regular file or others than its owner may write it.
func (s Stamp) Check(file string) error {
	if !s.mode.IsRegular() {
		return fmt.Errorf("%s is not a regular file", file)
	}
	if s.mode&0o022 != 0 {
		return fmt.Errorf("%s is writable by other users: chmod 600 it", file)
	}
	return nil
}

// Read returns the content of a file of at most most bytes. The error names the file.
func Read(file string, most int) ([]byte, error) {
	content, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer content.Close() //nolint:errcheck // read only
	text, err := io.ReadAll(io.LimitReader(content, int64(most)+1))
	if err != nil {
		return nil, err
	}
	if len(text) > most {
		return nil, fmt.Errorf("%s is larger than %d bytes", file, most)
	}
	return text, nil
}

// Write writes a file for its owner alone, in place of one that is there. Whoever reads it finds the whole, or what was there before,
// also after a crash.
func Write(file string, content []byte) error {
	part, err := os.CreateTemp(filepath.Dir(file), ".new.*") // of mode 0600
	if err != nil {
		return err
	}
	_, err = part.Write(content)
	if err = errors.Join(err, part.Sync(), part.Close()); err != nil {
		return errors.Join(err, os.Remove(part.Name()))
	}
	return os.Rename(part.Name(), file)
}
