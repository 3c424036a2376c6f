//go:build !unix

package login

import "os"

// lockFile does nothing: without flock, two processes may refresh a session at once, and one of them must sign in again.
func lockFile(*os.File) error { return nil }
