package outbox

import (
	"errors"
	"os"
	"syscall"
)

// reserve takes so many bytes of the disk for a file, so that writing them finds room, and maps them. It does nothing where the
// file system cannot.
func reserve(file *os.File, size int64) (room, error) {
	const keepSize = 1 // FALLOC_FL_KEEP_SIZE
	err := syscall.Fallocate(int(file.Fd()), keepSize, 0, size)
	if errors.Is(err, syscall.EOPNOTSUPP) || errors.Is(err, syscall.ENOSYS) {
		return nil, nil
	}
	if err != nil {
		return nil, os.NewSyscallError("fallocate", err)
	}
	if err := file.Truncate(size); err != nil {
		return nil, err
	}
	mapped, err := syscall.Mmap(int(file.Fd()), 0, int(size), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil { // the file system has no files in memory, and the room is there all the same
		return nil, nil //nolint:nilerr // nothing failed
	}
	return mapped, nil
}

// release gives back the memory. Nothing may be put there after it.
func (r room) release() error {
	if r == nil {
		return nil
	}
	return os.NewSyscallError("munmap", syscall.Munmap(r))
}
