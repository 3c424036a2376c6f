package outbox

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
)

// put writes a line after the others. A line that is half there is cut off. mu is locked.
func (o *Outbox) put(line []byte) error {
	if o.room == nil {
		n, err := o.file.WriteAt(line, o.size)
		if err != nil && n > 0 {
			err = errors.Join(err, o.file.Truncate(o.size))
		}
		return err
	}
	err := o.room.put(line, o.size)
	if err != nil {
		err = errors.Join(err, o.leave())
	}
	return err
}

// leave gives up the room of the file, which ends with its last line then. mu is locked.
func (o *Outbox) leave() error {
	room := o.room
	o.room, o.reserved = nil, false
	return errors.Join(room.release(), o.file.Truncate(o.size))
}

// room is what a segment may become, in memory: what is written there is in the file, as the kernel has it, at no call of the
// system. It reads as zeros where nothing is written yet; no line has any. It is nil where the system or the disk has none.
type room []byte

// put writes a line. Its line feed comes last, so that a process that ends before has not written one.
func (r room) put(line []byte, at int64) (err error) {
	if at+int64(len(line)) > int64(len(r)) {
		return errors.New("the file is full, and there is no room for the next")
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // the disk failed, or somebody cut the file
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the file cannot be written: %v", fault)
		}
	}()
	to, last := r[at:at+int64(len(line))], len(line)-1
	copy(to[:last], line)
	to[last] = line[last]
	return nil
}

// aheadBytes is how much of a file gets its memory at once: few enough bytes that the next lines find them in the processor's cache.
const aheadBytes = 64 << 10

var zeros [aheadBytes]byte

// getAhead has the kernel get memory for what is written next, after so many bytes, and returns how many have it then. It does that in
// large pieces where it is told to write zeros, and a page at a time where lines are, at several times the price. Nothing depends on it.
func (r room) getAhead(file *os.File, after int64) int64 {
	through := min(after+aheadBytes, int64(len(r)))
	if info, err := file.Stat(); err != nil || info.Size() < through { // somebody cut the file, which is not to grow again unnoticed
		return int64(len(r))
	}
	_, _ = file.WriteAt(zeros[:through-after], after)
	return through
}

// written returns what is written of the content of a segment. A power cut may leave zeros with more after them, which was not
// flushed either.
func written(content []byte) []byte {
	if end := bytes.IndexByte(content, 0); end >= 0 {
		return content[:end]
	}
	return content
}

// writtenReader reads what is written of a segment, while more is.
type writtenReader struct {
	file *os.File
	at   int64
}

// Read implements io.Reader.
func (r *writtenReader) Read(to []byte) (int, error) {
	n, err := r.file.ReadAt(to, r.at)
	if n = len(written(to[:n])); n == 0 && err == nil {
		err = io.EOF
	}
	r.at += int64(n)
	return n, err
}
