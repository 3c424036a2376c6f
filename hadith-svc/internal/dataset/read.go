// Package dataset reads open data sets of hadiths: the editions of fawazahmed0/hadith-api, the chapters of
// AhmedBaset/hadith-json, and JSON lines. It streams the files.
package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/salaatflow/platform/services/fileimport"
)

// Each is called with each record of a file and its place, such as "line 7" or "record 7". wrong is why the record is
// broken, or nil.
type Each func(place string, r Record, wrong error) error

var errFormat = errors.New("neither an edition of hadith-api, nor a chapter of hadith-json, nor JSON lines")

// Read calls do with each record of a file. It returns an error of do, and an error if the whole file is broken, has
// another format or has no records.
func Read(r io.Reader, do Each) error {
	buffered := fileimport.SkipMark(r)
	start, err := buffered.Peek(buffered.Size())
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read: %w", err)
	}
	records := 0
	counted := func(place string, r Record, wrong error) error {
		records++
		return do(place, r, wrong)
	}
	switch start = bytes.TrimSpace(start); {
	case len(start) == 0:
		return errors.New("the file is empty")
	case start[0] != '{' && bytes.IndexByte(start, '{') < 0, start[0] == '[', start[0] == '<':
		return errFormat
	case isDocument(start):
		err = readDocument(buffered, counted)
	default:
		err = readLines(buffered, counted)
	}
	if err == nil && records == 0 {
		err = errors.New("the file has no hadiths")
	}
	return err
}

// isDocument reports whether a file is one JSON object with all hadiths, judging by its first members. All other files
// are lines.
func isDocument(start []byte) bool {
	decoder := json.NewDecoder(bytes.NewReader(start))
	if _, err := decoder.Token(); err != nil { // the opening brace
		return false
	}
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return false
		}
		switch key {
		case "metadata", "hadiths", "chapter", "chapters":
			return true
		case "hadithnumber", "text", "idInBook", "arabic", "english":
			return false
		}
		var other json.RawMessage
		if err := decoder.Decode(&other); err != nil {
			return false
		}
	}
	return false
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
