//go:build unix

package secretfile

import (
	"io/fs"
	"os"
	"syscall"
)

// isOwn reports whether the file belongs to the user that the process runs as.
func isOwn(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return !ok || int(stat.Uid) == os.Geteuid()
}

// inode returns the number that the file system gives the file; 0 if it says none.
func inode(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return stat.Ino
	}
	return 0
}
