package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/salaatflow/platform/masjid-svc/internal/moons"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

var _ moons.Store = (*Store)(nil)

const selectMoon = `SELECT country, hijri_year, hijri_month, first_day, source, announced_by, announced_at FROM moon_announcements`

// Announcements returns the announced moons.
func (s *Store) Announcements(ctx context.Context) ([]moons.Announcement, error) {
	rows, err := s.db.Reader().QueryContext(ctx, selectMoon+` ORDER BY country, hijri_year, hijri_month`)
	if err != nil {
		return nil, fmt.Errorf("read the announced moons: %w", err)
	}
	return scanMoons(rows)
}

// scanMoons reads all announcements of rows, and closes them.
func scanMoons(rows *sql.Rows) (all []moons.Announcement, err error) {
	defer rows.Close()
	for rows.Next() {
		a, err := scanMoon(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read the announced moons: %w", err)
	}
	return all, nil
}

func scanMoon(row interface{ Scan(dest ...any) error }) (a moons.Announcement, err error) {
	var first, at string
	err = row.Scan(&a.Country, &a.Year, &a.Month, &first, &a.Source, &a.By, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return a, moons.ErrNotFound
	}
	if err == nil {
		a.First, err = prayertime.ParseDate(first)
	}
	if err == nil {
		a.At, err = time.Parse(time.RFC3339, at)
	}
	if err != nil {
		return a, fmt.Errorf("read an announced moon: %w", err)
	}
	return a, nil
}

// Announce stores an announcement.
func (s *Store) Announce(ctx context.Context, a moons.Announcement, check func(others []moons.Announcement) error) error {
	return s.change(ctx, func(tx *sql.Tx, _ *state) error {
		rows, err := tx.QueryContext(ctx, selectMoon+` WHERE country = $1 AND NOT (hijri_year = $2 AND hijri_month = $3)
			ORDER BY hijri_year, hijri_month`, a.Country, a.Year, a.Month)
		if err != nil {
			return fmt.Errorf("read the announced moons: %w", err)
		}
		others, err := scanMoons(rows)
		if err != nil {
			return err
		}
		if err := check(others); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO moon_announcements
			(country, hijri_year, hijri_month, first_day, source, announced_by, announced_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (country, hijri_year, hijri_month) DO UPDATE SET first_day = excluded.first_day, source = excluded.source,
			announced_by = excluded.announced_by, announced_at = excluded.announced_at`,
			a.Country, a.Year, a.Month, a.First.String(), a.Source, a.By, a.At.UTC().Format(time.RFC3339))
		if err != nil {
			return fmt.Errorf("store an announced moon: %w", err)
		}
		return nil
	})
}

// Withdraw removes an announcement.
func (s *Store) Withdraw(ctx context.Context, country string, year, month int) (withdrawn moons.Announcement, err error) {
	err = s.change(ctx, func(tx *sql.Tx, _ *state) error {
		row := tx.QueryRowContext(ctx, `DELETE FROM moon_announcements WHERE country = $1 AND hijri_year = $2 AND hijri_month = $3
			RETURNING country, hijri_year, hijri_month, first_day, source, announced_by, announced_at`, country, year, month)
		withdrawn, err = scanMoon(row)
		return err
	})
	return withdrawn, err
}
