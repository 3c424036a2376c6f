// Package emergency knows whom to call in danger: the numbers of a country's police and ambulance, and of who listens at any hour.
package emergency

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// Numbers are those of one country, as they are dialled there. Each may be empty, but not all.
type Numbers struct {
	Country string // ISO 3166-1 alpha-2, in capitals
	// Any is the one number for every emergency; Police and Ambulance are told where there is none.
	Any, Police, Ambulance string
	// Helpline is where somebody listens at any hour.
	Helpline string
}

// Home is the country whose numbers are told where that of the user is not known.
const Home = "PK"

//go:embed data/numbers.csv
var numbersCSV []byte

// Directory holds the numbers of all countries that are known. It is immutable.
type Directory struct{ of map[string]Numbers }

// New reads the embedded numbers.
func New() (*Directory, error) { return read(bytes.NewReader(numbersCSV)) }

// In returns the numbers of a country, and those of Home for any of which none are known.
func (d *Directory) In(country string) Numbers {
	if numbers, ok := d.of[country]; ok {
		return numbers
	}
	return d.of[Home]
}

var (
	header  = []string{"country", "emergency", "police", "ambulance", "helpline", "source"}
	code    = regexp.MustCompile(`^[A-Z]{2}$`)
	dialled = regexp.MustCompile(`^[0-9]{2,}( [0-9]+)*$`)
)

func read(from io.Reader) (*Directory, error) {
	rows, err := csv.NewReader(from).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("numbers.csv: %w", err)
	}
	if len(rows) == 0 || !slices.Equal(rows[0], header) {
		return nil, fmt.Errorf("numbers.csv: the first line is not %s", strings.Join(header, ","))
	}
	d := &Directory{of: make(map[string]Numbers, len(rows))}
	for i, row := range rows[1:] {
		if err := d.add(row); err != nil {
			return nil, fmt.Errorf("numbers.csv: line %d: %w", i+2, err)
		}
	}
	if _, ok := d.of[Home]; !ok {
		return nil, fmt.Errorf("numbers.csv: there is no line for %s", Home)
	}
	return d, nil
}

func (d *Directory) add(row []string) error {
	numbers := Numbers{Country: row[0], Any: row[1], Police: row[2], Ambulance: row[3], Helpline: row[4]}
	if _, twice := d.of[numbers.Country]; twice || !code.MatchString(numbers.Country) {
		return fmt.Errorf("%q is no country's code, or a second line of it", numbers.Country)
	}
	for _, number := range row[1:5] {
		if number != "" && !dialled.MatchString(number) {
			return fmt.Errorf("%s: %q is no number that can be dialled", numbers.Country, number)
		}
	}
	if both := numbers.Police != "" && numbers.Ambulance != ""; both == (numbers.Any != "") {
		return fmt.Errorf("%s: give either one number for every emergency, or those of police and ambulance", numbers.Country)
	}
	for source := range strings.FieldsSeq(row[5]) {
		if !strings.HasPrefix(source, "https://") {
			return fmt.Errorf("%s: the source %q is no https address", numbers.Country, source)
		}
	}
	if row[5] == "" {
		return fmt.Errorf("%s: say where the numbers are from", numbers.Country)
	}
	d.of[numbers.Country] = numbers
	return nil
}
