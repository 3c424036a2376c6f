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

// maxLine bounds a line of a CSV file, in bytes.
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
			return nil, fmt.Errorf("the column %q is none of %s", name, strings.Join(known, ", "))
		}
		if _, twice := t.columns[name]; twice {
			return nil, fmt.Errorf("the column %s is there twice", name)
		}
		t.columns[name] = i
	}
	return t, nil
}

// each calls do with each line: what it says under a column, and whether it has the column. wrong says that the line has not
// as many fields as the heading.
func (t *table) each(do func(place string, said texts, wrong error) error) error {
	for {
		line, err := t.rows.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		var wrong error
		if errors.Is(err, csv.ErrFieldCount) {
			wrong = fmt.Errorf("it has %d fields, and the heading %d", len(line), len(t.columns))
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
		return errors.New("the column ref, or masjid_id, is missing: it says which masjid a line is of")
	}
	return t.each(func(place string, said texts, wrong error) error {
		if wrong != nil {
			return do(place, noRecord, wrong)
		}
		record, wrong := r.record(said)
		return do(place, record, wrong)
	})
}
