package prayertime

import (
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// The files of months, each of which names its source.
var (
	//go:embed data/hijri-umm-al-qura.csv
	embeddedUmmAlQura string
	//go:embed data/hijri-diyanet.csv
	embeddedDiyanet string
	//go:embed data/hijri-expected.csv
	embeddedExpected string
)

// hijriTable holds the first days of consecutive months, as epoch days, and of the month after the last.
type hijriTable struct {
	first  hijriMonth
	starts []int
}

var (
	ummAlQura = sync.OnceValue(func() hijriTable { return mustReadTable(embeddedUmmAlQura) })
	diyanet   = sync.OnceValue(func() hijriTable { return mustReadTable(embeddedDiyanet) })
	expected  = sync.OnceValue(func() map[string]hijriTable {
		tables, err := readHijriTables(strings.NewReader(embeddedExpected))
		if err != nil {
			panic("prayertime: the embedded months that are expected: " + err.Error()) // a test reads them
		}
		return tables
	})
)

func mustReadTable(text string) hijriTable {
	table, err := readHijriTable(strings.NewReader(text))
	if err != nil {
		panic("prayertime: an embedded table of months: " + err.Error()) // a test reads them
	}
	return table
}

// start returns the first day of a month, and false outside the table.
func (t hijriTable) start(month hijriMonth) (int, bool) {
	if at := int(month - t.first); at >= 0 && at < len(t.starts) {
		return t.starts[at], true
	}
	return 0, false
}

// last returns the last month whose end is in the table.
func (t hijriTable) last() hijriMonth { return t.first + hijriMonth(len(t.starts)) - 2 }

// has reports whether a month is in the table, with its end.
func (t hijriTable) has(month hijriMonth) bool { return month >= t.first && month <= t.last() }

// on returns the month of an epoch day and the day of that month, and false outside the table.
func (t hijriTable) on(day int) (month hijriMonth, of int, ok bool) {
	at, found := slices.BinarySearch(t.starts, day)
	if !found {
		at--
	}
	if at < 0 || at == len(t.starts)-1 {
		return 0, 0, false
	}
	return t.first + hijriMonth(at), day - t.starts[at] + 1, true
}

// leaveRoom returns the first day of a month outside the table, moved from a given one as far as the months between it and the table
// must have 29 or 30 days.
func (t hijriTable) leaveRoom(first int, month hijriMonth) int {
	if len(t.starts) == 0 {
		return first
	}
	edge := monthStart{month: t.first, day: t.starts[0]}
	if month > t.first {
		edge = monthStart{month: t.last() + 1, day: t.starts[len(t.starts)-1]}
	}
	return edge.leaveRoom(first, month)
}

// years returns the years of the first and the last month.
func (t hijriTable) years() (first, last int) { return int(t.first) / 12, int(t.last()) / 12 }

// readHijriTable reads a line for each year: the year, its first day and the days of its months, of which the last year may lack
// some. Each year must begin where the one before ends.
func readHijriTable(r io.Reader) (hijriTable, error) {
	table := hijriTable{}
	return table, readRecords(r, 3, table.add)
}

// readHijriTables is readHijriTable for lines that begin with a country (ISO 3166-1 alpha-2).
func readHijriTables(r io.Reader) (map[string]hijriTable, error) {
	tables := map[string]hijriTable{}
	return tables, readRecords(r, 4, func(record []string) error {
		if err := checkCountry(record[0]); err != nil {
			return err
		}
		table := tables[record[0]]
		err := table.add(record[1:])
		tables[record[0]] = table
		return err
	})
}

// readRecords calls add for each line of comma-separated values below a heading, and reports all mistakes.
func readRecords(r io.Reader, fields int, add func(record []string) error) error {
	reader := csv.NewReader(r)
	reader.Comment = '#'
	reader.FieldsPerRecord = fields
	if _, err := reader.Read(); err != nil {
		return fmt.Errorf("heading: %w", err)
	}
	var mistakes []error
	for {
		record, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return errors.Join(mistakes...)
		}
		if err != nil {
			return err
		}
		if err := add(record); err != nil {
			line, _ := reader.FieldPos(0)
			mistakes = append(mistakes, fmt.Errorf("line %d: %w", line, err))
		}
	}
}

func (t *hijriTable) add(record []string) error {
	year, err := strconv.Atoi(record[0])
	if err != nil {
		return err
	}
	first, err := parseDay(record[1])
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
