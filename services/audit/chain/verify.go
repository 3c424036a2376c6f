package chain

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Verifier checks lines one after the other. The zero Verifier accepts any first line as the beginning of what is kept; see
// Anchored.
type Verifier struct {
	// Lines is how many were checked, First and Last are the first and the last of them.
	Lines       int64
	First, Last Line
	cut         map[int64]Hash // what retention removed, by its last line
}

// Retention is the entry of a chain that says what was removed before it, in the entry's member retention.
type Retention struct {
	// Through is the number of the last line that was removed, and Hash its hash, in hexadecimal.
	Through int64  `json:"through"`
	Hash    string `json:"hash"`
	// Removed is how many lines this removed.
	Removed int64 `json:"removed"`
}

// Add checks a line. The error says what is wrong with it.
func (v *Verifier) Add(line Line) error {
	if err := line.Intact(); err != nil {
		return err
	}
	if v.Lines > 0 {
		if line.Seq != v.Last.Seq+1 {
			return fmt.Errorf("line %d follows line %d: lines are missing, or were moved", line.Seq, v.Last.Seq)
		}
		if line.Prev != v.Last.Hash {
			return fmt.Errorf("line %d does not follow from line %d as it is here", line.Seq, v.Last.Seq)
		}
	} else {
		v.First = line
	}
	v.Lines, v.Last = v.Lines+1, line
	return v.note(line)
}

// note remembers what an entry says of removed lines.
func (v *Verifier) note(line Line) error {
	var entry struct {
		Tool      string     `json:"tool"`
		Retention *Retention `json:"retention"`
	}
	if err := json.Unmarshal(line.Entry, &entry); err != nil {
		return fmt.Errorf("the entry of line %d is no JSON object: %w", line.Seq, err)
	}
	if entry.Tool != RetentionTool || entry.Retention == nil {
		return nil
	}
	hash, err := ParseHash(entry.Retention.Hash)
	if err != nil {
		return fmt.Errorf("line %d: retention: %w", line.Seq, err)
	}
	if v.cut == nil {
		v.cut = map[int64]Hash{}
	}
	v.cut[entry.Retention.Through] = hash
	return nil
}

// RetentionTool is the tool of entries that say what was removed.
const RetentionTool = "audit.retention"

// Anchored returns an error unless the first line is the first of all, or follows lines of which a later line says that
// they were removed by retention.
func (v *Verifier) Anchored() error {
	if v.Lines == 0 {
		return nil
	}
	before := v.First.Seq - 1
	if before == 0 {
		if v.First.Prev != (Hash{}) {
			return errors.New("line 1 says that something was before it")
		}
		return nil
	}
	hash, told := v.cut[before]
	if !told {
		return fmt.Errorf("the lines before %d are missing, and no line says that retention removed them", v.First.Seq)
	}
	if hash != v.First.Prev {
		return fmt.Errorf("line %d does not follow from what retention removed before it", v.First.Seq)
	}
	return nil
}

// Read calls do with each line of a file, until one is wrong or do fails. A last line without a line feed is an error: it was
// torn off, or cut. Zeros at the end are room that a program has taken for more lines.
func Read(from io.Reader, do func(Line) error) error {
	reader := bufio.NewReaderSize(from, MaxLine)
	for number := 1; ; number++ {
		if next, _ := reader.Peek(1); len(next) > 0 && next[0] == 0 {
			return onlyRoom(reader, number)
		}
		text, err := reader.ReadSlice('\n')
		switch {
		case errors.Is(err, io.EOF) && len(text) == 0:
			return nil
		case errors.Is(err, io.EOF):
			return fmt.Errorf("text line %d is cut off", number)
		case errors.Is(err, bufio.ErrBufferFull):
			return fmt.Errorf("text line %d is longer than the %d bytes that a line may have", number, MaxLine)
		case err != nil:
			return err
		}
		line, err := Parse(text)
		if err != nil {
			return fmt.Errorf("text line %d: %w", number, err)
		}
		line.Entry = bytes.Clone(line.Entry) // the reader's buffer is used again
		if err := do(line); err != nil {
			return err
		}
	}
}

// onlyRoom returns an error if the rest of a file is not all zeros.
func onlyRoom(rest io.ByteReader, number int) error {
	for {
		switch b, err := rest.ReadByte(); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case b != 0:
			return fmt.Errorf("text line %d is missing: there are zeros, and more after them", number)
		}
	}
}
