//go:build !unix

package platform

import "os"

// lock takes no lock: where there is no flock, a data folder is not guarded.
func lock(*os.File) error { return nil }
