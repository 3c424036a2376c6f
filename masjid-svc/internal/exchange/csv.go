// Package exchange reads masjids from files of others.
package exchange

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/services/gazetteer"
	"github.com/salaatflow/platform/services/identity"
)

// Origin is where records are from.
type Origin struct{ Source, Licence string }

// CSVReader reads masjids from comma-separated values with a heading line. ref, name and city are required columns;
// others are name_urdu, area, address, latitude, longitude, timezone, phone, website, imam, women_area, wheelchair, parking,
// wudu (yes, no or empty) and jamaat (see masjids.ParseJamaat). Columns it does not know are an error. It holds one line.
type CSVReader struct {
	origin  Origin
	places  *gazetteer.Gazetteer
	rows    *csv.Reader
	columns map[string]int
}

var csvColumns = []string{
	"ref", "name", "name_urdu", "area", "city", "address", "latitude", "longitude", "timezone", "phone", "website", "imam",
	"women_area", "wheelchair", "parking", "wudu", "jamaat",
}

// NewCSVReader reads the heading.
func NewCSVReader(r io.Reader, places *gazetteer.Gazetteer, origin Origin) (*CSVReader, error) {
	rows := csv.NewReader(r)
	rows.ReuseRecord = true
	heading, err := rows.Read()
	if err != nil {
		return nil, fmt.Errorf("read the heading line: %w", err)
	}
	columns := map[string]int{}
	for i, name := range heading {
		name = strings.TrimSpace(strings.TrimPrefix(name, "\ufeff"))
		if !slices.Contains(csvColumns, name) {
			return nil, fmt.Errorf("the column %q is none of %s", name, strings.Join(csvColumns, ", "))
		}
		columns[name] = i
	}
	for _, name := range []string{"ref", "name", "city"} {
		if _, ok := columns[name]; !ok {
			return nil, fmt.Errorf("the column %s is missing", name)
		}
	}
	return &CSVReader{origin: origin, places: places, rows: rows, columns: columns}, nil
}

// SkippedError is why a record was left out; those after it can still be read.
type SkippedError struct {
	Line   int
	Reason string
}

func (e *SkippedError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason) }

// Read returns the next masjid; io.EOF after the last, and a *SkippedError for one that cannot be used.
func (r *CSVReader) Read() (masjids.Masjid, error) {
	fields, err := r.rows.Read()
	if errors.Is(err, csv.ErrFieldCount) {
		line, _ := r.rows.FieldPos(0)
		return masjids.Masjid{}, &SkippedError{line, "it has not as many fields as the heading"}
	}
	if err != nil {
		return masjids.Masjid{}, err //nolint:wrapcheck // io.EOF, or an error that names the line
	}
	line, _ := r.rows.FieldPos(0)
	masjid, err := r.masjid(func(column string) string {
		if i, ok := r.columns[column]; ok {
			return strings.TrimSpace(fields[i])
		}
		return ""
	})
	if err != nil {
		return masjids.Masjid{}, &SkippedError{line, err.Error()}
	}
	return masjid, nil
}

func (r *CSVReader) masjid(field func(string) string) (masjids.Masjid, error) {
	m := masjids.Masjid{
		Source: r.origin.Source, SourceRef: field("ref"), Licence: r.origin.Licence, Name: field("name"),
		NameUrdu: field("name_urdu"), Area: field("area"), City: field("city"), Address: field("address"),
		Timezone: field("timezone"), Phone: field("phone"), Website: field("website"), Imam: field("imam"),
	}
	var err error
	if m.Jamaat, err = masjids.ParseJamaat(field("jamaat")); err != nil {
		return m, err //nolint:wrapcheck // names the rule
	}
	for column, known := range map[string]*masjids.Known{
		"women_area": &m.Facilities.WomenArea, "wheelchair": &m.Facilities.Wheelchair,
		"parking": &m.Facilities.Parking, "wudu": &m.Facilities.Wudu,
	} {
		if *known, err = parseKnown(field(column)); err != nil {
			return m, fmt.Errorf("%s: %w", column, err)
		}
	}
	return complete(m, r.places, field("latitude"), field("longitude"))
}

// complete checks a record, and fills in what follows from its place.
func complete(m masjids.Masjid, places *gazetteer.Gazetteer, latitude, longitude string) (masjids.Masjid, error) {
	if m.SourceRef == "" || m.Name == "" || m.City == "" {
		return m, errors.New("ref, name and city are required")
	}
	for _, text := range []string{m.SourceRef, m.Name, m.NameUrdu, m.Area, m.City, m.Address, m.Phone, m.Website, m.Imam} {
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) || utf8.RuneCountInString(text) > maxText {
			return m, fmt.Errorf("a text is not UTF-8, or longer than %d characters", maxText)
		}
	}
	city := places.City(m.City)
	if city != nil {
		m.City = city.Name
	}
	if area := places.Area(m.Area, m.City); area != nil {
		m.Area = area.Name
	}
	if err := locate(&m, places, city, latitude, longitude); err != nil {
		return m, err
	}
	if m.Timezone == "" && city != nil {
		m.Timezone = city.Timezone
	}
	if _, err := identity.LoadZone(m.Timezone); err != nil {
		return m, fmt.Errorf("timezone: %w", err)
	}
	return m, nil
}

// maxText bounds each text, in characters.
const maxText = 500

func locate(m *masjids.Masjid, places *gazetteer.Gazetteer, city *gazetteer.City, latitude, longitude string) error {
	if latitude == "" && longitude == "" {
		area := places.Area(m.Area, m.City)
		switch {
		case area != nil && area.Centre != nil:
			m.Latitude, m.Longitude, m.Accuracy = area.Centre.Latitude, area.Centre.Longitude, masjids.OfArea
		case city != nil:
			m.Latitude, m.Longitude, m.Accuracy = city.Centre.Latitude, city.Centre.Longitude, masjids.OfCity
		default:
			return errors.New("it has no latitude and longitude, and its area and city are not known")
		}
		return nil
	}
	var err error
	if m.Latitude, err = parseDegrees(latitude, 90); err != nil {
		return fmt.Errorf("latitude: %w", err)
	}
	if m.Longitude, err = parseDegrees(longitude, 180); err != nil {
		return fmt.Errorf("longitude: %w", err)
	}
	m.Accuracy = masjids.Exact
	return nil
}

func parseDegrees(text string, most float64) (float64, error) {
	degrees, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(degrees) || math.Abs(degrees) > most {
		return 0, fmt.Errorf("%q is no number from -%g to %g", text, most, most)
	}
	return degrees, nil
}

func parseKnown(text string) (masjids.Known, error) {
	switch strings.ToLower(text) {
	case "":
		return masjids.Unknown, nil
	case "yes", "true", "1":
		return masjids.Yes, nil
	case "no", "false", "0":
		return masjids.No, nil
	default:
		return masjids.Unknown, fmt.Errorf("%q is neither yes nor no", text)
	}
}
