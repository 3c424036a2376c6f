package fileimport

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Bar shows how much of a file has been read: on a terminal a bar that grows, elsewhere a line for each tenth.
type Bar struct {
	out      io.Writer
	terminal bool
	file     string
	decile   int64
}

// NewBar returns a bar that writes to out.
func NewBar(out io.Writer) *Bar { return &Bar{out: out, terminal: isTerminal(out), decile: -1} }

// Show shows that read of a file's size bytes have been read.
func (b *Bar) Show(file string, read, size int64) {
	const tenths = 10
	decile := tenths * min(read, size) / max(size, 1)
	if file == b.file && decile == b.decile {
		return
	}
	b.file, b.decile = file, decile
	if !b.terminal {
		_, _ = fmt.Fprintf(b.out, "%s: %d %%\n", filepath.Base(file), decile*tenths) // progress is not worth failing for
		return
	}
	done := "##########"[:decile]
	end := ""
	if decile == tenths {
		end = "\n"
	}
	_, _ = fmt.Fprintf(b.out, "\r%-30s [%-10s] %3d %%%s", filepath.Base(file), done, decile*tenths, end)
}

func isTerminal(out io.Writer) bool {
	file, ok := out.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
