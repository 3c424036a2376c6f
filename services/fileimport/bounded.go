package fileimport

import (
	"fmt"
	"io"
)

// Bounded is a reader that fails when it reads too much before the end of a record. Otherwise something that is never
// closed, such as a quotation mark, would bring the rest of a file into memory.
type Bounded struct {
	source io.Reader
	most   int
	read   int
}

// NewBounded returns a reader that limits a record, with what is read ahead, to so many bytes.
func NewBounded(source io.Reader, most int) *Bounded { return &Bounded{source: source, most: most} }

// Ended marks the end of a record.
func (b *Bounded) Ended() { b.read = 0 }

// Read implements io.Reader.
func (b *Bounded) Read(to []byte) (int, error) {
	if b.read > b.most {
		return 0, fmt.Errorf("a record is longer than %d bytes", b.most)
	}
	n, err := b.source.Read(to)
	b.read += n
	return n, err
}
