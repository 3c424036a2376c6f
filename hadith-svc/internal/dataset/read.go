// Package dataset reads the open data sets of hadiths that people use: the editions of fawazahmed0/hadith-api, the chapters
// of AhmedBaset/hadith-json, and JSON lines. Files are streamed.
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

// Each is called with each record of a file, by its place, such as "line 7" or "record 7"; wrong says that it is broken.
type Each func(place string, r Record, wrong error) error

var errFormat = errors.New("neither an edition of hadith-api, nor a chapter of hadith-json, nor JSON lines")

// Read calls do with each record of a file. It returns an error when the file as a whole is broken, is in another format or
// has no records, and do's.
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

// isDocument says whether a file is one JSON object with all hadiths, as far as its first members tell. Others are lines.
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
