// Package dataset reads the open data sets of hadiths that people use: the editions of fawazahmed0/hadith-api, the chapters
// of AhmedBaset/hadith-json, and JSON lines. Files are streamed.
package dataset

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"github.com/salaatflow/platform/services/fileimport"
)

// maxLine is the longest line, in bytes, of a file of JSON lines.
const maxLine = 4 << 20

// Each is called with each record of a file, by its place, such as "line 7" or "record 7"; wrong says that it is broken.
type Each func(place string, r Record, wrong error) error

// document begins a file that is one JSON object; others are lines.
var document = regexp.MustCompile(`^\s*\{\s*"(?:metadata|hadiths|chapter)"`)

// Read calls do with each record of a file. It returns an error when the file as a whole is broken, and do's.
func Read(r io.Reader, do Each) error {
	buffered := fileimport.SkipMark(r)
	start, err := buffered.Peek(256)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read: %w", err)
	}
	if document.Match(start) {
		return readDocument(buffered, do)
	}
	return readLines(buffered, do)
}

func readDocument(r io.Reader, do Each) error {
	return fileimport.Document{Records: map[string]func(int, json.RawMessage) error{
		"hadiths": func(n int, text json.RawMessage) error {
			var record Record
			wrong := json.Unmarshal(text, &record)
			return do("record "+strconv.Itoa(n), record, wrong)
		},
	}}.Read(r)
}

func readLines(r io.Reader, do Each) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	records := 0
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		var r Record
		wrong := json.Unmarshal(line, &r)
		if wrong != nil && records == 0 {
			return fmt.Errorf("neither an edition, nor a chapter, nor JSON lines: line %d: %w", n, wrong)
		}
		records++
		if err := do("line "+strconv.Itoa(n), r, wrong); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read a line: %w", err)
	}
	return nil
}
