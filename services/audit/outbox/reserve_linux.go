package outbox

import (
	"errors"
	"os"
	"syscall"
)

// reserve takes so many bytes of the disk for a file, whose size stays what it is, so that writing them finds room. Where the
// file system cannot, it does nothing.
func reserve(file *os.File, size int64) error {
	const keepSize = 1 // FALLOC_FL_KEEP_SIZE
	err := syscall.Fallocate(int(file.Fd()), keepSize, 0, size)
	if errors.Is(err, syscall.EOPNOTSUPP) || errors.Is(err, syscall.ENOSYS) {
		return nil
	}
	return os.NewSyscallError("fallocate", err)
}
