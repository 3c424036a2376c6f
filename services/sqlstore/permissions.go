package sqlstore

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

const (
	// folderMode keeps a data folder to its owner.
	folderMode = 0o700

	permissionsOfOthers = 0o077
	passageOfOthers     = 0o011 // entering a folder
)

// keepToOwner keeps a SQLite file and those beside it to their owner. SQLite gives the files that it makes beside it the
// permissions of the file.
func keepToOwner(path string) error {
	for _, beside := range []string{"", "-wal", "-shm"} {
		info, err := os.Stat(path + beside)
		if err != nil || info.Mode().Perm()&permissionsOfOthers == 0 {
			continue
		}
		if err := os.Chmod(path+beside, info.Mode().Perm()&^permissionsOfOthers); err != nil {
			return fmt.Errorf("keep the file to its owner: %w", err)
		}
	}
	return nil
}

// OpenToOthers reports whether other users of the machine can read a folder or change what is in it: neither its own
// permissions nor those of a folder above it keep them out. What cannot be looked at is not open.
func OpenToOthers(folder string) bool {
	folder, err := filepath.Abs(folder)
	if err != nil || permissions(folder)&permissionsOfOthers == 0 {
		return false
	}
	for above := filepath.Dir(folder); ; above = filepath.Dir(above) {
		if permissions(above)&passageOfOthers == 0 {
			return false
		}
		if above == filepath.Dir(above) {
			return true
		}
	}
}

func permissions(path string) fs.FileMode {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Mode().Perm()
}
