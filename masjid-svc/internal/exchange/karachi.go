package exchange

import (
	"bytes"
	_ "embed"
	"fmt"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
)

//go:embed data/karachi-masjids.csv
var karachi []byte

// karachiSource is the source of the data set that comes with the program.
const karachiSource = "salaatflow-karachi"

// Karachi returns the data set of well-known masjids that comes with the program. data/SOURCES.md describes its origin.
func Karachi(places *gazetteer.Gazetteer) (found []masjids.Masjid, err error) {
	reader := Reader{Places: places, Source: karachiSource, Licence: "CC0-1.0"}
	_, err = reader.Read(bytes.NewReader(karachi), func(place string, record masjids.Record, wrong error) error {
		if wrong == nil {
			wrong = record.Incomplete
		}
		if wrong != nil {
			return fmt.Errorf("%s: %w", place, wrong)
		}
		found = append(found, record.Masjid)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("karachi-masjids.csv: %w", err)
	}
	return found, nil
}
