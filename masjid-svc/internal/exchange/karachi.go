package exchange

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/services/gazetteer"
)

//go:embed data/karachi-masjids.csv
var karachi []byte

// Karachi is the data set of well-known masjids that comes with the program; data/SOURCES.md says where it is from.
func Karachi(places *gazetteer.Gazetteer) ([]masjids.Masjid, error) {
	reader, err := NewCSVReader(bytes.NewReader(karachi), places, Origin{Source: "salaatflow-karachi", Licence: "CC0-1.0"})
	if err != nil {
		return nil, fmt.Errorf("karachi-masjids.csv: %w", err)
	}
	var found []masjids.Masjid
	for {
		masjid, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return found, nil
		}
		if err != nil {
			return nil, fmt.Errorf("karachi-masjids.csv: %w", err)
		}
		found = append(found, masjid)
	}
}
