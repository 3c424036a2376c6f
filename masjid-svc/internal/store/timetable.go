package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

// Timetable returns days of timetables.
func (s *Store) Timetable(
	ctx context.Context, ids []int32, from, until prayertime.Date,
) (days []masjids.TimetableDay, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	list, arguments := numbers(ids)
	rows, err := s.db.Reader().QueryContext(ctx, fmt.Sprintf(
		selectDay+` WHERE t.masjid_id IN (%s) AND t.day BETWEEN $%d AND $%d`,
		list, len(ids)+1, len(ids)+2), append(arguments, from.String(), until.String())...)
	if err != nil {
		return nil, fmt.Errorf("read a timetable: %w", err)
	}
	err = eachDay(rows, func(day masjids.TimetableDay) error {
		days = append(days, day)
		return nil
	})
	return days, err
}

// EachDay calls do with every day of the timetable of a masjid, or of all.
func (s *Store) EachDay(ctx context.Context, id int32, do func(masjids.TimetableDay) error) error {
	rows, err := s.db.Reader().QueryContext(ctx, selectDay+` WHERE $1 IN (0, t.masjid_id) ORDER BY t.masjid_id, t.day`, id)
	if err != nil {
		return fmt.Errorf("read the timetables: %w", err)
	}
	return eachDay(rows, do)
}

const selectDay = `SELECT t.masjid_id, m.source, m.source_ref, t.day, t.times FROM timetables t JOIN masjids m ON m.id = t.masjid_id`

// eachDay calls do with each row, and closes them.
func eachDay(rows *sql.Rows, do func(masjids.TimetableDay) error) error {
	defer rows.Close()
	for rows.Next() {
		var day masjids.TimetableDay
		var date, times string
		err := rows.Scan(&day.MasjidID, &day.Source, &day.SourceRef, &date, &times)
		if err != nil {
			return fmt.Errorf("read a timetable: %w", err)
		}
		if day.Date, err = prayertime.ParseDate(date); err == nil {
			day.Times, err = masjids.ParseTimes(times)
		}
		if err != nil {
			return fmt.Errorf("read the timetable of masjid %d: %w", day.MasjidID, err)
		}
		if err := do(day); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read a timetable: %w", err)
	}
	return nil
}

// ImportTimetable stores the days that read adds in one transaction.
func (s *Store) ImportTimetable(
	ctx context.Context, read func(add func(masjids.TimetableDay) (masjids.Outcome, error)) error,
) error {
	return s.change(ctx, func(tx *sql.Tx, state *state) error {
		touched := map[int32]bool{}
		err := read(func(day masjids.TimetableDay) (masjids.Outcome, error) {
			id, err := masjidOf(ctx, tx, day)
			if err != nil {
				return 0, err
			}
			day.MasjidID = id
			outcome, err := keepDay(ctx, tx, day)
			if err == nil && outcome != masjids.Unchanged {
				touched[day.MasjidID] = true
			}
			return outcome, err
		})
		if err != nil {
			return err
		}
		state.changed = len(touched) > 0
		for id := range touched {
			_, err := tx.ExecContext(ctx, `UPDATE masjids SET
				timetable_from = (SELECT COALESCE(MIN(day), '') FROM timetables WHERE masjid_id = $1),
				timetable_until = (SELECT COALESCE(MAX(day), '') FROM timetables WHERE masjid_id = $1) WHERE id = $1`, id)
			if err != nil {
				return fmt.Errorf("note the dates of the timetable of masjid %d: %w", id, err)
			}
		}
		return nil
	})
}

// masjidOf returns the id of the masjid to which a day belongs. The day may name one of its records instead.
func masjidOf(ctx context.Context, tx *sql.Tx, day masjids.TimetableDay) (id int32, err error) {
	reason := fmt.Sprintf("there is no masjid with the masjid_id %d", day.MasjidID)
	row := tx.QueryRowContext(ctx, `SELECT id FROM masjids WHERE id = $1`, day.MasjidID)
	if day.MasjidID == 0 {
		reason = fmt.Sprintf("there is no masjid with the source %q and the ref %q", day.Source, day.SourceRef)
		row = tx.QueryRowContext(ctx, `SELECT id FROM masjids WHERE source = $1 AND source_ref = $2
			UNION SELECT id FROM masjid_parts WHERE source = $1 AND source_ref = $2`, day.Source, day.SourceRef)
	}
	switch err := row.Scan(&id); {
	case errors.Is(err, sql.ErrNoRows):
		return 0, &masjids.RefusedError{Reason: reason}
	case err != nil:
		return 0, fmt.Errorf("look for the masjid of a timetable: %w", err)
	}
	return id, nil
}

func keepDay(ctx context.Context, tx *sql.Tx, day masjids.TimetableDay) (masjids.Outcome, error) {
	before := ""
	err := tx.QueryRowContext(ctx, `SELECT times FROM timetables WHERE masjid_id = $1 AND day = $2`,
		day.MasjidID, day.Date.String()).Scan(&before)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("look for a day of a timetable: %w", err)
	}
	times := masjids.FormatTimes(day.Times)
	switch {
	case times == before:
		return masjids.Unchanged, nil
	case times == "":
		return masjids.Removed, execute(ctx, tx, `DELETE FROM timetables WHERE masjid_id = $1 AND day = $2`,
			day.MasjidID, day.Date.String())
	case before == "":
		return masjids.Added, execute(ctx, tx, `INSERT INTO timetables (masjid_id, day, times) VALUES ($1, $2, $3)`,
			day.MasjidID, day.Date.String(), times)
	default:
		return masjids.Changed, execute(ctx, tx, `UPDATE timetables SET times = $3 WHERE masjid_id = $1 AND day = $2`,
			day.MasjidID, day.Date.String(), times)
	}
}

func execute(ctx context.Context, tx *sql.Tx, statement string, arguments ...any) error {
	if _, err := tx.ExecContext(ctx, statement, arguments...); err != nil {
		return fmt.Errorf("store a day of a timetable: %w", err)
	}
	return nil
}
