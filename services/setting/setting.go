// Package setting marks errors of what an operator gave, which no restart mends.
package setting

import (
	"errors"
	"net"
	"syscall"
)

// wrong is an error of what the operator gave.
type wrong struct{ error }

func (w wrong) Unwrap() error { return w.error }

// Wrong marks an error as one of a setting, or of a file or folder that a setting names: starting again does not mend it, so a program
// that ends for it ends with exit code 2, after which supervisors leave it alone. What the machine or the network may mend by itself
// stays as it is: a full disk, an address in use, a name that is not found. nil stays nil.
func Wrong(err error) error {
	if err == nil || mayPass(err) {
		return err
	}
	return wrong{err}
}

// IsWrong reports whether an error, or one that it wraps, was marked by Wrong.
func IsWrong(err error) bool {
	var marked wrong
	return errors.As(err, &marked)
}

// passing are errors of the system that another start may not meet.
var passing = []error{
	syscall.ENOSPC, syscall.EDQUOT, syscall.EIO, syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.EAGAIN, syscall.EINTR,
	syscall.EBUSY, syscall.ESTALE, syscall.ETIMEDOUT, syscall.EADDRINUSE, syscall.EADDRNOTAVAIL,
}

func mayPass(err error) bool {
	for _, one := range passing {
		if errors.Is(err, one) {
			return true
		}
	}
	var lookup *net.DNSError
	return errors.As(err, &lookup)
}
