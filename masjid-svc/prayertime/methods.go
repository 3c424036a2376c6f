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

//go:embed data/methods.csv
var embeddedMethods string

// knownMethods returns the authorities' methods, from the file that comes with the package.
var knownMethods = sync.OnceValue(func() []Method {
	methods, err := ReadMethods(strings.NewReader(embeddedMethods))
	if err != nil {
		panic("prayertime: the embedded methods: " + err.Error()) // a test reads them
	}
	return methods
})

// MethodNamed returns the one of [Methods] with a name. The error, an [*InputError] for "method", lists the names.
func MethodNamed(name string) (Method, error) {
	for _, m := range knownMethods() {
		if m.Name == name {
			return m, nil
		}
	}
	return Method{}, invalid("method", "%q is unknown; it must be one of %s", name, strings.Join(MethodNames(), ", "))
}

// Methods returns the authorities' methods, Karachi's first.
func Methods() []Method { return slices.Clone(knownMethods()) }

// MethodNames returns the names of Methods in their order.
func MethodNames() []string {
	methods := knownMethods()
	names := make([]string, len(methods))
	for i, m := range methods {
		names[i] = m.Name
	}
	return names
}

// methodColumns are the columns of a file of methods, in their order.
var methodColumns = []string{
	"name", "title", "authority", "fajr_angle", "isha_angle", "maghrib_angle", "isha_minutes", "ramadan_isha_minutes",
	"fajr", "sunrise", "dhuhr", "asr", "maghrib", "isha", "horizon", "rounding", "twilight", "school", "source",
}

// ReadMethods reads methods as comma-separated values with a heading line that names the columns. It ignores lines that
// begin with #. It reports all mistakes by line: an unknown or missing column, an invalid number or one out of bounds,
// a name given twice, a method without a source.
func ReadMethods(r io.Reader) ([]Method, error) {
	rows, err := readTable(r, methodColumns)
	if err != nil {
		return nil, err
	}
	var methods []Method
	var mistakes []error
	seen := map[string]bool{}
	for _, row := range rows {
		method, err := row.method()
		if err == nil && seen[method.Name] {
			err = fmt.Errorf("%q is given twice", method.Name)
		}
		if err != nil {
			mistakes = append(mistakes, fmt.Errorf("line %d: %w", row.line, err))
			continue
		}
		seen[method.Name] = true
		methods = append(methods, method)
	}
	return methods, errors.Join(mistakes...)
}

func (r *tableRow) method() (Method, error) {
	m := Method{
		Name: r.text("name"), Title: r.text("title"), Authority: r.text("authority"), Source: r.text("source"),
		FajrAngle: r.degrees("fajr_angle"), IshaAngle: r.degrees("isha_angle"), MaghribAngle: r.degrees("maghrib_angle"),
		IshaMinutes: r.minutes("isha_minutes"), RamadanIshaMinutes: r.minutes("ramadan_isha_minutes"),
		Adjustments: Minutes{
			Fajr: r.minutes("fajr"), Sunrise: r.minutes("sunrise"), Dhuhr: r.minutes("dhuhr"), Asr: r.minutes("asr"),
			Maghrib: r.minutes("maghrib"), Isha: r.minutes("isha"),
		},
		DefaultAsr: AsrRule(r.text("school")), horizon: r.degrees("horizon"),
	}
	switch text := r.text("rounding"); text {
	case "nearest":
	case "up":
		m.rounding = up
	default:
		r.fail("rounding", text, "nearest or up")
	}
	switch text := r.text("twilight"); text {
	case "angle":
	case "seasonal":
		m.seasonal = true
	default:
		r.fail("twilight", text, "angle or seasonal")
	}
	if !slices.Contains(AsrRules(), m.DefaultAsr) {
		r.fail("school", string(m.DefaultAsr), "shafi or hanafi")
	}
	if m.horizon < -5 || m.horizon > 0 {
		r.fail("horizon", r.text("horizon"), "from -5 to 0 degrees")
	}
	for _, column := range []string{"name", "title", "authority", "source"} {
		if r.text(column) == "" {
			r.fail(column, "", "not empty")
		}
	}
	return m, errors.Join(append(r.mistakes, m.validate())...)
}

// tableRow is a line of a table, whose cells are read by the names of their columns. It notes what cannot be read.
type tableRow struct {
	line     int
	cells    map[string]string
	mistakes []error
}

// readTable reads comma-separated values whose heading line must name the columns.
func readTable(r io.Reader, columns []string) ([]*tableRow, error) {
	reader := csv.NewReader(r)
	reader.Comment = '#'
	reader.FieldsPerRecord = len(columns)
	heading, err := reader.Read()
	if err != nil {
		return nil, fmt.Errorf("heading: %w", err)
	}
	if !slices.Equal(heading, columns) {
		return nil, fmt.Errorf("heading: the columns are %v, want %v", heading, columns)
	}
	var rows []*tableRow
	for {
		record, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		row := &tableRow{cells: map[string]string{}}
		row.line, _ = reader.FieldPos(0)
		for i, column := range columns {
			row.cells[column] = record[i]
		}
		rows = append(rows, row)
	}
}

func (r *tableRow) text(column string) string { return r.cells[column] }

func (r *tableRow) fail(column, text, want string) {
	r.mistakes = append(r.mistakes, fmt.Errorf("%s: %q; it must be %s", column, text, want))
}

// degrees returns a number, 0 for an empty cell.
func (r *tableRow) degrees(column string) float64 {
	text := r.text(column)
	if text == "" {
		return 0
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil {
		r.fail(column, text, "a number of degrees")
	}
	return number
}

// minutes returns a whole number, 0 for an empty cell.
func (r *tableRow) minutes(column string) int {
	text := r.text(column)
	if text == "" {
		return 0
	}
	number, err := strconv.Atoi(text)
	if err != nil {
		r.fail(column, text, "whole minutes")
	}
	return number
}
