// Package exchange reads masjids and their timetables from files, and writes files that it reads back unchanged. It
// holds one record at a time.
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
	// Zone returns the time zone of a point on earth, in degrees.
	Zone func(latitude, longitude float64) (string, error)
	// Source, Licence and Attribution are the defaults for records that do not name theirs; empty means unknown.
	Source, Licence, Attribution string
	// City is the default for records that name none and are not near a known one; empty means unknown.
	City string
}

// Each is called with each record of a file and its place, such as "line 7". wrong is why the record is unusable, or
// nil. An error from Each stops the reading.
type Each func(place string, record masjids.Record, wrong error) error

// Format is the format of a file.
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
	// Ignored are unknown properties, sorted. If there are many, it has only the first ones.
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

// Read reads the masjids of a file and detects its format: a JSON document of Overpass or GeoJSON, and otherwise CSV.
// It returns an error of do, and an error if the whole file is broken.
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

// peeked is the number of leading bytes within which a file must have some content.
const peeked = 4096
