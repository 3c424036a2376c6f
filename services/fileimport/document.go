package fileimport

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Document describes what to read from a JSON document: an object with arrays of records, which are read one by one.
// Everything else is skipped.
type Document struct {
	// Records receives each record of an array with the array's name and its position, from 1. It may keep the text.
	Records map[string]func(n int, record json.RawMessage) error
	// Texts receives the members that are strings.
	Texts map[string]func(text string) error
}

// maxRecord is the longest record of a document, in bytes.
const maxRecord = 16 << 20

// Read reads the document. It fails when the text is not JSON, ends early or has none of the arrays, or when Records or
// Texts fails.
func (d Document) Read(r io.Reader) error {
	bounded := NewBounded(r, maxRecord)
	decoder := json.NewDecoder(bounded)
	if opening, err := decoder.Token(); err != nil || opening != json.Delim('{') {
		return broken(decoder, errors.Join(errors.New("no JSON object"), err))
	}
	found := false
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return broken(decoder, err)
		}
		name, _ := key.(string) // a key is one
		if records := d.Records[name]; records != nil {
			found = true
			err = eachRecord(decoder, bounded, name, records)
		} else {
			err = d.other(decoder, bounded, name)
		}
		if err != nil {
			return err
		}
	}
	if _, err := decoder.Token(); err != nil { // the closing brace
		return broken(decoder, err)
	}
	if !found {
		return fmt.Errorf("the document has no array %s", d.arrays())
	}
	return nil
}

func (d Document) arrays() string {
	var names []string
	for name := range d.Records {
		names = append(names, fmt.Sprintf("%q", name))
	}
	slices.Sort(names)
	return strings.Join(names, " or ")
}

func eachRecord(decoder *json.Decoder, bounded *Bounded, name string, do func(int, json.RawMessage) error) error {
	opening, err := decoder.Token()
	if err != nil {
		return broken(decoder, err)
	}
	if opening != json.Delim('[') {
		return fmt.Errorf("%q is not an array", name)
	}
	for n := 1; decoder.More(); n++ {
		var record json.RawMessage
		if err := decoder.Decode(&record); err != nil {
			return broken(decoder, err)
		}
		bounded.Ended()
		if err := do(n, record); err != nil {
			return err
		}
	}
	if _, err := decoder.Token(); err != nil { // the closing bracket
		return broken(decoder, err)
	}
	return nil
}

// other reads a member that is not one of the arrays, token by token.
func (d Document) other(decoder *json.Decoder, bounded *Bounded, name string) error {
	for depth := 0; ; {
		token, err := decoder.Token()
		if err != nil {
			return broken(decoder, err)
		}
		bounded.Ended()
		switch token := token.(type) {
		case json.Delim:
			if token == '{' || token == '[' {
				depth++
			} else {
				depth--
			}
		case string:
			if tell := d.Texts[name]; tell != nil && depth == 0 {
				if err := tell(token); err != nil {
					return err
				}
			}
		}
		if depth == 0 {
			return nil
		}
	}
}

func broken(decoder *json.Decoder, err error) error {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("the file is broken at byte %d: %w", decoder.InputOffset(), err)
}
