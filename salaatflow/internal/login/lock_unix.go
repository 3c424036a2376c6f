//go:build unix

package login

import (
	"os"
	"syscall"
)

// lockFile waits until this process holds the lock of a file.
func lockFile(file *os.File) error { return syscall.Flock(int(file.Fd()), syscall.LOCK_EX) }
