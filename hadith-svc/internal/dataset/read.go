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
)

// maxLine is the longest line, in bytes, of a file of JSON lines.
const maxLine = 4 << 20

// Each is called with each record of a file, by its place, such as "line 7" or "record 7"; wrong says that it is broken.
type Each func(place string, r Record, wrong error) error

// document begins a file that is one JSON object; others are lines.
var document = regexp.MustCompile(`^\s*\{\s*"(?:metadata|hadiths|chapter)"`)

// Read calls do with each record of a file. It returns an error when the file as a whole is broken, and do's.
func Read(r io.Reader, do Each) error {
	buffered := bufio.NewReaderSize(r, 64<<10)
	start, err := buffered.Peek(256)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read: %w", err)
	}
	if bytes.HasPrefix(start, []byte("\xef\xbb\xbf")) { // a byte order mark
		if _, err := buffered.Discard(3); err != nil {
			return fmt.Errorf("read: %w", err)
		}
		start = start[3:]
	}
	if document.Match(start) {
		return readDocument(buffered, do)
	}
	return readLines(buffered, do)
}

func readDocument(r io.Reader, do Each) error {
	decoder := json.NewDecoder(r)
	if _, err := decoder.Token(); err != nil { // the brace
		return fmt.Errorf("not JSON: %w", err)
	}
	found := false
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return broken(decoder, err)
		}
		if key != "hadiths" {
			var skipped json.RawMessage
			if err := decoder.Decode(&skipped); err != nil {
				return broken(decoder, err)
			}
			continue
		}
		found = true
		if err := readArray(decoder, do); err != nil {
			return err
		}
	}
	if _, err := decoder.Token(); err != nil { // the closing brace
		return broken(decoder, err)
	}
	if !found {
		return errors.New(`the file has no "hadiths"`)
	}
	return nil
}

func readArray(decoder *json.Decoder, do Each) error {
	if bracket, err := decoder.Token(); err != nil || bracket != json.Delim('[') {
		return errors.Join(errors.New(`"hadiths" is no array`), err)
	}
	for n := 1; decoder.More(); n++ {
		var raw json.RawMessage
		if err := decoder.Decode(&raw); err != nil {
			return broken(decoder, err)
		}
		var r Record
		wrong := json.Unmarshal(raw, &r)
		if err := do("record "+strconv.Itoa(n), r, wrong); err != nil {
			return err
		}
	}
	if _, err := decoder.Token(); err != nil { // the closing bracket
		return broken(decoder, err)
	}
	return nil
}

func broken(decoder *json.Decoder, err error) error {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("the file is broken at byte %d: %w", decoder.InputOffset(), err)
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
