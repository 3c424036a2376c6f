// Package exchange reads masjids and their timetables from files of others, and writes files that it reads back unchanged.
// It holds one record at a time.
package exchange

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/services/fileimport"
)

// Reader reads masjids.
type Reader struct {
	Places *gazetteer.Gazetteer
	// Zone is the time zone of a point on earth, in degrees.
	Zone func(latitude, longitude float64) (string, error)
	// Source, Licence and Attribution are those of records that do not say theirs; empty is not known.
	Source, Licence, Attribution string
	// City is that of records that name none and are not near a known one; empty is not known.
	City string
}

// Each is called with each record of a file, by its place, such as "line 7"; wrong says why it cannot be used. It returns an
// error to read no further.
type Each func(place string, record masjids.Record, wrong error) error

// Format is what a file was found to be.
type Format string

// The formats that are read.
const (
	CSV      Format = "CSV"
	GeoJSON  Format = "GeoJSON"
	Overpass Format = "Overpass JSON"
)

// Found is what was found in a file besides its records.
type Found struct {
	Format Format
	// Ignored are properties that nobody knows, sorted; the first of them where there are many.
	Ignored []string
}

// ignoredMost bounds Found.Ignored.
const ignoredMost = 20

func (f *Found) ignore(property string) {
	property = fileimport.Shown(property)
	if at, known := slices.BinarySearch(f.Ignored, property); !known && len(f.Ignored) < ignoredMost {
		f.Ignored = slices.Insert(f.Ignored, at, property)
	}
}

// Read reads the masjids of a file, whose format it finds out: a JSON document of Overpass or GeoJSON, or else CSV. It returns
// an error when the file as a whole is broken, and do's.
func (r Reader) Read(file io.Reader, do Each) (Found, error) {
	buffered := fileimport.SkipMark(file)
	start, err := buffered.Peek(peeked)
	if err != nil && !errors.Is(err, io.EOF) {
		return Found{}, fmt.Errorf("read: %w", err)
	}
	switch start = bytes.TrimSpace(start); {
	case len(start) == 0:
		return Found{}, errors.New("the file is empty")
	case start[0] == '{':
		return r.readJSON(buffered, do)
	default:
		return Found{Format: CSV}, r.readCSV(buffered, do)
	}
}

// peeked is in how many bytes from its beginning a file must say something.
const peeked = 4096
