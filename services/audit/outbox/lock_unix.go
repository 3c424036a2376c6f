//go:build unix

package outbox

import (
	"os"
	"syscall"
)

// lock holds a file until it is closed, which the end of the process does as well.
func lock(file *os.File) error { return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
