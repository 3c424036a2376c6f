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

// maxLine is the longest line of a JSON lines file, in bytes.
const maxLine = 4 << 20

// errLong means that a line is longer than maxLine.
var errLong = errors.New("the line is longer than 4 MiB")

// readLines reads a record from each line. A file in which no line is JSON has another format. A file that ends in the
// middle of its last line is broken.
func readLines(r *bufio.Reader, do Each) error {
	read := false
	var first error // the first problem, until a line can be read
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

// nextLine returns the next line, and io.EOF with the last one. It skips a line that is too long, and returns errLong.
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
