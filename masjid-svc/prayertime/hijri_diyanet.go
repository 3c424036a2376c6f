package prayertime

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

//go:embed data/hijri-diyanet.csv
var embeddedDiyanet string

// diyanetTable holds the first days of consecutive months, as epoch days, and of the month after the last.
type diyanetTable struct {
	first  hijriMonth
	starts []int
}

var diyanet = sync.OnceValue(func() diyanetTable {
	table, err := readDiyanet(strings.NewReader(embeddedDiyanet))
	if err != nil {
		panic("prayertime: the embedded calendar of Diyanet: " + err.Error()) // a test reads it
	}
	return table
})

// diyanetStart returns the first day of a month in Diyanet's calendar, and false where it is not published.
func diyanetStart(month hijriMonth) (int, bool) {
	table := diyanet()
	if at := int(month - table.first); at >= 0 && at < len(table.starts) {
		return table.starts[at], true
	}
	return 0, false
}

// readDiyanet reads a line for each year: the year, its first day and the days of its months, of which the last year may lack
// some. Each year must begin where the one before ends.
func readDiyanet(r io.Reader) (diyanetTable, error) {
	reader := csv.NewReader(r)
	reader.Comment = '#'
	reader.FieldsPerRecord = 3
	records, err := reader.ReadAll()
	if err != nil || len(records) < 2 {
		return diyanetTable{}, fmt.Errorf("no heading with years below it: %w", err)
	}
	table := diyanetTable{}
	for _, record := range records[1:] {
		if err := table.add(record); err != nil {
			return diyanetTable{}, fmt.Errorf("year %s: %w", record[0], err)
		}
	}
	return table, nil
}

func (t *diyanetTable) add(record []string) error {
	year, err := strconv.Atoi(record[0])
	if err != nil {
		return err
	}
	first, err := ParseDate(record[1])
	if err != nil {
		return err
	}
	month := HijriDate{Year: year, Month: 1}.month()
	if len(t.starts) == 0 {
		t.first, t.starts = month, []int{first.epochDay()}
	}
	day := t.starts[len(t.starts)-1]
	if month != t.first+hijriMonth(len(t.starts)-1) || day != first.epochDay() {
		return fmt.Errorf("%s is not where the year before ends", first)
	}
	for _, text := range strings.Fields(record[2]) {
		days, err := strconv.Atoi(text)
		if err != nil || days < shortMonth || days > longMonth {
			return fmt.Errorf("a month has %q days", text)
		}
		day += days
		t.starts = append(t.starts, day)
	}
	return nil
}
