package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

// Timetable reads days of timetables.
func (s *Store) Timetable(
	ctx context.Context, ids []int32, from, until prayertime.Date,
) (days []masjids.TimetableDay, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	list, arguments := numbers(ids)
	rows, err := s.db.Reader().QueryContext(ctx, fmt.Sprintf(
		`SELECT masjid_id, day, times FROM timetables WHERE masjid_id IN (%s) AND day BETWEEN $%d AND $%d`,
		list, len(ids)+1, len(ids)+2), append(arguments, from.String(), until.String())...)
	if err != nil {
		return nil, fmt.Errorf("read a timetable: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var day masjids.TimetableDay
		var date, times string
		if err := rows.Scan(&day.MasjidID, &date, &times); err != nil {
			return nil, fmt.Errorf("read a timetable: %w", err)
		}
		if day.Date, err = prayertime.ParseDate(date); err == nil {
			day.Times, err = masjids.ParseTimes(times)
		}
		if err != nil {
			return nil, fmt.Errorf("read the timetable of masjid %d: %w", day.MasjidID, err)
		}
		days = append(days, day)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read a timetable: %w", err)
	}
	return days, nil
}

// ImportTimetable keeps the days that read adds in one transaction.
func (s *Store) ImportTimetable(
	ctx context.Context, read func(add func(masjids.TimetableDay) (masjids.Outcome, error)) error,
) error {
	return s.change(ctx, func(tx *sql.Tx, state *state) error {
		touched := map[int32]bool{}
		err := read(func(day masjids.TimetableDay) (masjids.Outcome, error) {
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

func keepDay(ctx context.Context, tx *sql.Tx, day masjids.TimetableDay) (masjids.Outcome, error) {
	var exists int
	err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM masjids WHERE id = $1`, day.MasjidID).Scan(&exists)
	if err == nil && exists == 0 {
		return 0, &masjids.RefusedError{Reason: fmt.Sprintf("there is no masjid with the masjid_id %d", day.MasjidID)}
	}
	before := ""
	if err == nil {
		err = tx.QueryRowContext(ctx, `SELECT times FROM timetables WHERE masjid_id = $1 AND day = $2`,
			day.MasjidID, day.Date.String()).Scan(&before)
	}
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
		return fmt.Errorf("keep a day of a timetable: %w", err)
	}
	return nil
}
