package exchange

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/services/fileimport"
)

// maxLine is the longest line of a CSV file, in bytes.
const maxLine = 1 << 20

// table is a CSV file with a heading.
type table struct {
	bounded *fileimport.Bounded
	rows    *csv.Reader
	columns map[string]int
}

// openTable reads the heading, whose columns must all be known.
func openTable(file io.Reader, known []string) (*table, error) {
	bounded := fileimport.NewBounded(file, maxLine)
	rows := csv.NewReader(bounded)
	rows.ReuseRecord = true
	heading, err := rows.Read()
	if err != nil {
		return nil, fmt.Errorf("read the heading line: %w", err)
	}
	bounded.Ended()
	t := &table{bounded, rows, map[string]int{}}
	for i, name := range heading {
		name = strings.TrimSpace(name)
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("unknown column %q; the columns are %s", name, strings.Join(known, ", "))
		}
		if _, twice := t.columns[name]; twice {
			return nil, fmt.Errorf("the column %s occurs twice", name)
		}
		t.columns[name] = i
	}
	return t, nil
}

// each calls do with each line: with the text under a column, and whether there is such a column. wrong is why the line
// is broken, such as a wrong number of fields, or nil.
func (t *table) each(do func(place string, said texts, wrong error) error) error {
	for {
		line, err := t.rows.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		var wrong error
		if errors.Is(err, csv.ErrFieldCount) {
			wrong = fmt.Errorf("it has %d fields, but the heading has %d", len(line), len(t.columns))
		} else if err != nil {
			return fmt.Errorf("the file is broken: %w", err)
		}
		t.bounded.Ended()
		number, _ := t.rows.FieldPos(0)
		said := func(column string) (string, bool) {
			i, has := t.columns[column]
			if !has {
				return "", false
			}
			return fileimport.Cell(line[i]), true
		}
		if err := do("line "+strconv.Itoa(number), said, wrong); err != nil {
			return err
		}
	}
}

func (r Reader) readCSV(file io.Reader, do Each) error {
	t, err := openTable(file, columnNames)
	if err != nil {
		return err
	}
	_, hasRef := t.columns["ref"]
	if _, hasNumber := t.columns["masjid_id"]; !hasRef && !hasNumber {
		return errors.New("the column ref or masjid_id is missing; it identifies the masjid of each line")
	}
	return t.each(func(place string, said texts, wrong error) error {
		if wrong != nil {
			return do(place, noRecord, wrong)
		}
		record, wrong := r.record(said)
		return do(place, record, wrong)
	})
}
