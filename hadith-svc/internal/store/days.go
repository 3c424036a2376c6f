package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
)

// Epochs returns how the library has grown.
func (s *Store) Epochs(ctx context.Context) (epochs []hadith.Epoch, err error) {
	rows, err := s.db.Reader().QueryContext(ctx, `SELECT from_day, size FROM epochs ORDER BY from_day`)
	if err != nil {
		return nil, fmt.Errorf("list epochs: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var epoch hadith.Epoch
		if err := rows.Scan(&epoch.From, &epoch.Size); err != nil {
			return nil, fmt.Errorf("read an epoch: %w", err)
		}
		epochs = append(epochs, epoch)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list epochs: %w", err)
	}
	return epochs, nil
}

// Chosen returns the id that was set for a day.
func (s *Store) Chosen(ctx context.Context, day hadith.Day) (id int32, err error) {
	err = s.db.Reader().QueryRowContext(ctx, `SELECT hadith_id FROM chosen_days WHERE day = $1`, int64(day)).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("read what was set for a day: %w", err)
	}
	return id, nil
}

// Choose sets the hadith of a day.
func (s *Store) Choose(ctx context.Context, choice hadith.Choice) error {
	return s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var there int
		err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM hadiths WHERE id = $1`, choice.HadithID).Scan(&there)
		if err != nil {
			return fmt.Errorf("look for a hadith: %w", err)
		}
		if there == 0 {
			return hadith.ErrNotFound
		}
		_, err = tx.ExecContext(ctx,
			`INSERT INTO chosen_days (day, hadith_id, set_by, set_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (day) DO UPDATE SET hadith_id = $2, set_by = $3, set_at = $4`,
			int64(choice.Day), choice.HadithID, choice.By, choice.At.UnixMilli())
		if err != nil {
			return fmt.Errorf("set a day's hadith: %w", err)
		}
		return nil
	})
}

// Unchoose removes the choice for a day.
func (s *Store) Unchoose(ctx context.Context, day hadith.Day) error {
	return s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM chosen_days WHERE day = $1`, int64(day)); err != nil {
			return fmt.Errorf("remove a day's hadith: %w", err)
		}
		return nil
	})
}
