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
