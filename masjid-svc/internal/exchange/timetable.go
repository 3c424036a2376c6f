package exchange

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
	"github.com/salaatflow/platform/services/fileimport"
)

// EachDay is called with each day of a timetable and its place. wrong is why the day is unusable, or nil. An error from
// EachDay stops the reading.
type EachDay func(place string, day masjids.TimetableDay, wrong error) error

// ReadTimetable reads comma-separated values with a heading line. The columns are date, the entries of a timetable and,
// unless id is set, masjid_id, or source and ref, which identify the masjid. ReadTimetable returns an error of do, and
// an error if the whole file is broken.
func ReadTimetable(file io.Reader, id int32, do EachDay) error {
	known := append([]string{"masjid_id"}, timetableColumns()...)
	t, err := openTable(file, known)
	if err != nil {
		return err
	}
	_, hasDate := t.columns["date"]
	_, hasNumber := t.columns["masjid_id"]
	_, hasSource := t.columns["source"]
	_, hasRef := t.columns["ref"]
	said := 0
	for _, says := range []bool{id != 0, hasNumber, hasSource || hasRef} {
		if says {
			said++
		}
	}
	switch {
	case !hasDate:
		return errors.New("the column date is missing")
	case said != 1 || hasSource != hasRef:
		return errors.New("name the masjid of the timetable by the column masjid_id, by the columns source and ref, or " +
			"by --masjid")
	}
	return t.each(func(place string, said texts, wrong error) error {
		day := masjids.TimetableDay{MasjidID: id}
		if wrong == nil {
			wrong = readDay(&day, said)
		}
		return do(place, day, wrong)
	})
}

// timetableColumns returns the columns of an exported timetable.
func timetableColumns() []string {
	columns := []string{"source", "ref", "date"}
	for _, entry := range masjids.Entries() {
		columns = append(columns, string(entry))
	}
	return columns
}

func readDay(day *masjids.TimetableDay, said texts) (err error) {
	if number, has := said("masjid_id"); has {
		if day.MasjidID, err = fileimport.Positive(strings.TrimSpace(number)); err != nil {
			return fmt.Errorf("masjid_id: %w", err)
		}
	}
	for _, field := range []struct {
		column string
		to     *string
	}{{"source", &day.Source}, {"ref", &day.SourceRef}} {
		raw, _ := said(field.column)
		if *field.to, err = plain(field.column, raw, maxText); err != nil {
			return err
		}
	}
	date, _ := said("date")
	if day.Date, err = prayertime.ParseDate(strings.TrimSpace(date)); err != nil {
		return err
	}
	day.Times = masjids.Times{}
	for _, entry := range masjids.Entries() {
		text, _ := said(string(entry))
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		if day.Times[entry], err = masjids.ParseClock(text); err != nil {
			return fmt.Errorf("%s: %w", entry, err)
		}
	}
	return day.Times.Validate()
}

// TimetableWriter writes days of timetables in the form that ReadTimetable reads. The output is complete after Close.
type TimetableWriter struct{ rows fileimport.CellWriter }

// NewTimetableWriter returns a TimetableWriter that has written the heading.
func NewTimetableWriter(w io.Writer) (TimetableWriter, error) {
	rows := fileimport.NewCellWriter(w)
	return TimetableWriter{rows}, rows.Write(timetableColumns())
}

// Write writes a day, and names its masjid by Source and SourceRef, because ids are those of one database.
func (w TimetableWriter) Write(day masjids.TimetableDay) error {
	line := []string{day.Source, day.SourceRef, day.Date.String()}
	for _, entry := range masjids.Entries() {
		text := ""
		if at, given := day.Times[entry]; given {
			text = masjids.FormatClock(at)
		}
		line = append(line, text)
	}
	return w.rows.Write(line)
}

// Close writes what is left.
func (w TimetableWriter) Close() error { return w.rows.Close() }
