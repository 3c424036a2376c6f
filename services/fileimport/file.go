package fileimport

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
)

// Progress receives how much of a file's size bytes has been read; nil receives nothing.
type Progress func(file string, read, size int64)

// File is a file that is read once from beginning to end and reports its progress.
type File struct {
	*bufio.Reader
	file *os.File
}

const readBuffer = 64 << 10

// Open opens a file and skips its byte order mark.
func Open(path string, progress Progress) (*File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open: %w", err)
	}
	info, err := file.Stat()
	if err != nil {
		_ = file.Close() // that it cannot be read is what matters
		return nil, fmt.Errorf("open: %w", err)
	}
	var source io.Reader = file
	if progress != nil {
		source = &metered{file, func(read int64) { progress(path, read, info.Size()) }, 0}
	}
	return &File{Reader: SkipMark(source), file: file}, nil
}

// Close closes the file.
func (f *File) Close() error { return f.file.Close() }

// SkipMark returns a reader of r without its byte order mark, if it has one.
func SkipMark(r io.Reader) *bufio.Reader {
	buffered := bufio.NewReaderSize(r, readBuffer)
	if start, _ := buffered.Peek(3); bytes.Equal(start, []byte("\xef\xbb\xbf")) {
		_, _ = buffered.Discard(3) // they are in the buffer
	}
	return buffered
}

type metered struct {
	source io.Reader
	tell   func(read int64)
	total  int64
}

func (m *metered) Read(to []byte) (int, error) {
	n, err := m.source.Read(to)
	m.total += int64(n)
	m.tell(m.total)
	return n, err
}
