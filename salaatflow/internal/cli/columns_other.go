//go:build !unix

package cli

// columnsOf returns how wide the terminal of a stream is, 0 if that is not known.
func columnsOf(any) int { return 0 }
