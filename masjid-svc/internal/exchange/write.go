package exchange

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/services/fileimport"
)

// Writer writes masjids to a file. The output is complete after Close.
type Writer interface {
	Write(m masjids.Masjid) error
	Close() error
}

// written are the columns that are written. The id of a masjid is not, because it is that of one database.
var written = columnNames[1:]

// valuesOf returns the values of the written columns.
func valuesOf(m masjids.Masjid) []string {
	f := m.Facilities
	return []string{
		m.Source, m.SourceRef, m.Licence, m.Attribution, m.Name, m.NameUrdu, m.Area, m.City, m.Address, degrees(m.Latitude),
		degrees(m.Longitude), string(m.Accuracy), m.Timezone, m.Phone, m.Website, m.Imam, yesNo(f.WomenArea),
		yesNo(f.Wheelchair), yesNo(f.Parking), yesNo(f.Wudu), masjids.FormatJamaat(m.Jamaat),
	}
}

func degrees(d float64) string { return strconv.FormatFloat(d, 'f', -1, 64) }

func yesNo(k masjids.Known) string {
	switch k {
	case masjids.Yes:
		return "yes"
	case masjids.No:
		return "no"
	default:
		return ""
	}
}

type csvWriter struct{ fileimport.CellWriter }

// NewCSVWriter returns a Writer of comma-separated values with a heading, none of which a spreadsheet executes.
func NewCSVWriter(w io.Writer) (Writer, error) {
	rows := csvWriter{fileimport.NewCellWriter(w)}
	return rows, rows.CellWriter.Write(written)
}

func (w csvWriter) Write(m masjids.Masjid) error { return w.CellWriter.Write(valuesOf(m)) }

type geoJSONWriter struct {
	out   *bufio.Writer
	comma string
}

// NewGeoJSONWriter returns a Writer of a FeatureCollection (RFC 7946), with a feature per line.
func NewGeoJSONWriter(w io.Writer) (Writer, error) {
	out := bufio.NewWriter(w)
	_, err := out.WriteString(`{"type":"FeatureCollection","features":[`)
	return &geoJSONWriter{out, "\n"}, err
}

func (w *geoJSONWriter) Write(m masjids.Masjid) error {
	var text bytes.Buffer
	text.WriteString(w.comma)
	w.comma = ",\n"
	values := valuesOf(m)
	text.WriteString(`{"type":"Feature","geometry":{"type":"Point","coordinates":[` +
		degrees(m.Longitude) + "," + degrees(m.Latitude) + `]},"properties":{`)
	comma := ""
	for i, column := range written {
		if column == "latitude" || column == "longitude" {
			continue
		}
		text.WriteString(comma + `"` + column + `":`)
		if err := writeValue(&text, column, values[i]); err != nil {
			return err
		}
		comma = ","
	}
	text.WriteString("}}")
	_, err := w.out.Write(text.Bytes())
	return err
}

// writeValue writes a text, null for an empty one, or whether a masjid has something.
func writeValue(to *bytes.Buffer, column, text string) error {
	switch column {
	case "women_area", "wheelchair", "parking", "wudu":
		to.WriteString(map[string]string{"yes": "true", "no": "false", "": "null"}[text])
		return nil
	}
	if text == "" {
		to.WriteString("null")
		return nil
	}
	encoder := json.NewEncoder(to)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		return fmt.Errorf("write %s: %w", column, err)
	}
	to.Truncate(to.Len() - 1) // the end of the line
	return nil
}

func (w *geoJSONWriter) Close() error {
	if _, err := w.out.WriteString("\n]}\n"); err != nil {
		return err
	}
	return w.out.Flush()
}
