package fileimport

import (
	"fmt"
	"io"
)

// Bounded reads on, and fails when too much is read without a record having come to its end: what is never closed, such as
// a quotation mark, would otherwise bring the rest of a file into memory.
type Bounded struct {
	source io.Reader
	most   int
	read   int
}

// NewBounded bounds a record, and what is read ahead of it, to so many bytes.
func NewBounded(source io.Reader, most int) *Bounded { return &Bounded{source: source, most: most} }

// Ended says that a record has come to its end.
func (b *Bounded) Ended() { b.read = 0 }

// Read reads on.
func (b *Bounded) Read(to []byte) (int, error) {
	if b.read > b.most {
		return 0, fmt.Errorf("a record is longer than %d bytes", b.most)
	}
	n, err := b.source.Read(to)
	b.read += n
	return n, err
}
