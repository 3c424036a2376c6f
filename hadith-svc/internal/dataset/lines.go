package dataset

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// maxLine is the longest line, in bytes, of a file of JSON lines.
const maxLine = 4 << 20

// errLong means that a line is longer than maxLine.
var errLong = errors.New("the line is longer than 4 MiB")

// readLines reads a record from each line. A file of whose lines none is JSON is in another format; one that ends in the
// middle of its last line is broken.
func readLines(r *bufio.Reader, do Each) error {
	read := false
	var first error // what is wrong with the lines before one could be read
	for n := 1; ; n++ {
		line, err := nextLine(r)
		ended := errors.Is(err, io.EOF)
		if err != nil && !ended && !errors.Is(err, errLong) {
			return fmt.Errorf("read line %d: %w", n, err)
		}
		if text := bytes.TrimSpace(line); len(text) > 0 || errors.Is(err, errLong) {
			var record Record
			wrong := err
			if !errors.Is(err, errLong) {
				wrong = json.Unmarshal(text, &record)
			}
			if ended && wrong != nil && !json.Valid(text) && read {
				return fmt.Errorf("the file ends in the middle of line %d: %w", n, wrong)
			}
			read = read || wrong == nil || json.Valid(text)
			if wrong != nil && first == nil {
				first = fmt.Errorf("line %d: %w", n, wrong)
			}
			if err := do("line "+strconv.Itoa(n), record, wrong); err != nil {
				return err
			}
		}
		if ended {
			break
		}
	}
	if !read && first != nil {
		return fmt.Errorf("%w: %w", errFormat, first)
	}
	return nil
}

// nextLine is the next line; io.EOF comes with the last. A line that is too long is passed over, with errLong.
func nextLine(r *bufio.Reader) (line []byte, err error) {
	long := false
	for {
		piece, err := r.ReadSlice('\n')
		if long = long || len(line)+len(piece) > maxLine; long {
			line = nil
		} else {
			line = append(line, piece...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case long && (err == nil || errors.Is(err, io.EOF)):
			return nil, errLong // the next call finds the end of the file again
		default:
			return line, err
		}
	}
}
