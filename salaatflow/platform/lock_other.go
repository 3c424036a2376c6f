//go:build !unix

package platform

import "os"

// lock does nothing: without flock, a data folder is not guarded.
func lock(*os.File) error { return nil }
