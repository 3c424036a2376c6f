package sqlstore

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// DamageError is a SQLite file that is refused at the start. It is no Fault: starting again does not mend it.
type DamageError struct {
	// Database is the name of its schema, such as tasks.
	Database string
	// Path is the file.
	Path string
	// What is wrong with it.
	What string
}

// Error says what is wrong, and what to do.
func (e *DamageError) Error() string {
	return fmt.Sprintf("the %s database %s is damaged: %s. Nothing was changed. Stop the programs that use it and keep a copy of the file "+
		"and those beside it; then restore a backup (salaatflow restore), or save what can be read: "+
		"sqlite3 %[2]s .recover | sqlite3 recovered.db", e.Database, e.Path, e.What)
}

const (
	magic      = "SQLite format 3\x00"
	headerSize = 100 // bytes
	wal        = "-wal"
)

// examine returns a *DamageError for a file that SQLite would find damaged, shorter than it says, or empty where there was data. It
// reads the header alone. That the file is not there is none, unless its log is.
func examine(path string, schema Schema) error {
	damaged := func(format string, arguments ...any) error {
		return &DamageError{Database: schema.Name, Path: path, What: fmt.Sprintf(format, arguments...)}
	}
	logged, err := size(path + wal)
	if err != nil {
		return err
	}
	length, err := size(path)
	switch {
	case err != nil:
		return err
	case length > 0:
	case logged > 0:
		return damaged("it is empty or gone, while there is data in its log %s", filepath.Base(path)+wal)
	default:
		return emptied(path, damaged)
	}
	header, err := readHeader(path)
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(header, []byte(magic)) || len(header) < headerSize {
		return damaged("it does not begin as a SQLite file does")
	}
	if pages := pagesOf(header); logged == 0 && pages*pageSizeOf(header) > length {
		return damaged("it has %d bytes, and its header says %d", length, pages*pageSizeOf(header))
	}
	return nil
}

// emptied refuses a file of 0 bytes beside databases that hold data. Programs make no such files, see create.
func emptied(path string, damaged func(string, ...any) error) error {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	others, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*"+filepath.Ext(path)))
	if err != nil {
		return fmt.Errorf("look for what is beside %s: %w", path, err)
	}
	for _, other := range others {
		if header, err := readHeader(other); err == nil && other != path && bytes.HasPrefix(header, []byte(magic)) {
			return damaged("it has 0 bytes, while %s beside it holds data (if there never was any in it, remove the file)", filepath.Base(other))
		}
	}
	return nil
}

// size returns the length of a file in bytes; 0 for one that is not there.
func size(path string) (int64, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err // names the file
	}
	return info.Size(), nil
}

// readHeader returns less where a file is shorter.
func readHeader(path string) ([]byte, error) {
	file, err := os.Open(path) //nolint:gosec // the operator names it
	if err != nil {
		return nil, err // names the file
	}
	header, err := io.ReadAll(io.LimitReader(file, headerSize))
	return header, errors.Join(err, file.Close())
}

// The places of SQLite's header, see https://www.sqlite.org/fileformat.html.
const (
	atPageSize       = 16
	atChangeCounter  = 24
	atPages          = 28
	atPagesValidAt   = 92
	largestPageIsOne = 1
	largestPage      = 65536
)

func pageSizeOf(header []byte) int64 {
	size := int64(binary.BigEndian.Uint16(header[atPageSize:]))
	if size == largestPageIsOne {
		return largestPage
	}
	return size
}

// pagesOf returns 0 where the header does not know.
func pagesOf(header []byte) int64 {
	if !bytes.Equal(header[atChangeCounter:atChangeCounter+4], header[atPagesValidAt:atPagesValidAt+4]) {
		return 0
	}
	return int64(binary.BigEndian.Uint32(header[atPages:]))
}
