package exchange

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

// EachDay is called with each day of a timetable, by its place; wrong says why it cannot be used. It returns an error to read no
// further.
type EachDay func(place string, day masjids.TimetableDay, wrong error) error

// ReadTimetable reads comma-separated values with a heading line: date, the entries of a timetable, and masjid_id, which says
// whose timetable it is unless id, not 0, does. It returns an error when the file as a whole is broken, and do's.
func ReadTimetable(file io.Reader, id int32, do EachDay) error {
	known := []string{"masjid_id", "date"}
	for _, entry := range masjids.Entries() {
		known = append(known, string(entry))
	}
	t, err := openTable(file, known)
	if err != nil {
		return err
	}
	_, hasDate := t.columns["date"]
	_, hasNumber := t.columns["masjid_id"]
	switch {
	case !hasDate:
		return errors.New("the column date is missing")
	case hasNumber == (id != 0):
		return errors.New("whose timetable it is must be said either by the column masjid_id or by --masjid")
	}
	return t.each(func(place string, said texts, wrong error) error {
		day := masjids.TimetableDay{MasjidID: id}
		if wrong == nil {
			wrong = readDay(&day, said)
		}
		return do(place, day, wrong)
	})
}

func readDay(day *masjids.TimetableDay, said texts) (err error) {
	if number, has := said("masjid_id"); has {
		id, err := strconv.ParseInt(strings.TrimSpace(number), 10, 32)
		if err != nil || id < 1 || id > math.MaxInt32 {
			return fmt.Errorf("masjid_id: %q is no number of a masjid", number)
		}
		day.MasjidID = int32(id)
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
