package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// Overrides implements skills.Store.
type Overrides struct{ db *sqlstore.DB }

var _ skills.Store = (*Overrides)(nil)

// NewOverrides returns an Overrides on db, which must have Schema. The caller closes db.
func NewOverrides(db *sqlstore.DB) *Overrides { return &Overrides{db: db} }

// overrideColumns are the columns of values and scan, in their order.
const overrideColumns = `id, skill, tool, action, reason, created_by, created_at, revoked_by, revoked_at,
	revocation_reason`

// Create stores an override under the next number. Concurrent calls take turns: each locks the single row that counts.
func (s *Overrides) Create(ctx context.Context, o skills.Override) (skills.Override, error) {
	err := s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx,
			`UPDATE override_state SET revision = revision + 1, last_id = last_id + 1 WHERE id = 1 RETURNING last_id`,
		).Scan(&o.ID)
		if err != nil {
			return fmt.Errorf("number an override: %w", err)
		}
		_, err = tx.ExecContext(ctx,
			`INSERT INTO overrides (`+overrideColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, 0, 0, '')`,
			o.ID, o.Skill, o.Tool, o.Action, o.Reason, o.CreatedBy, milliseconds(o.CreatedAt))
		return err
	})
	if err != nil {
		return skills.Override{}, fmt.Errorf("create an override: %w", err)
	}
	return s.get(ctx, o.ID)
}

// Revoke records who revoked an override, unless somebody already has.
func (s *Overrides) Revoke(
	ctx context.Context, skill string, id, by int32, at time.Time, reason string,
) (skills.Override, error) {
	err := s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		changed, err := tx.ExecContext(ctx,
			`UPDATE overrides SET revoked_by = $3, revoked_at = $4, revocation_reason = $5
			WHERE id = $1 AND skill = $2 AND revoked_by = 0`,
			id, skill, by, milliseconds(at), reason)
		if err != nil {
			return err
		}
		if n, err := changed.RowsAffected(); err != nil || n == 0 {
			return err
		}
		_, err = tx.ExecContext(ctx, `UPDATE override_state SET revision = revision + 1 WHERE id = 1`)
		return err
	})
	if err != nil {
		return skills.Override{}, fmt.Errorf("revoke an override: %w", err)
	}
	o, err := s.get(ctx, id)
	if err == nil && o.Skill != skill {
		return skills.Override{}, skills.ErrNoOverride
	}
	return o, err
}

// Overrides returns all overrides, ordered by number.
func (s *Overrides) Overrides(ctx context.Context) ([]skills.Override, error) {
	rows, err := s.db.Reader().QueryContext(ctx, `SELECT `+overrideColumns+` FROM overrides ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("read the overrides: %w", err)
	}
	defer rows.Close()
	var all []skills.Override
	for rows.Next() {
		o, err := scanOverride(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, o)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read the overrides: %w", err)
	}
	return all, nil
}

// Revision returns a number that grows with each change of an override.
func (s *Overrides) Revision(ctx context.Context) (revision int64, err error) {
	err = s.db.Reader().QueryRowContext(ctx, `SELECT revision FROM override_state WHERE id = 1`).Scan(&revision)
	if err != nil {
		return 0, fmt.Errorf("read the revision of the overrides: %w", err)
	}
	return revision, nil
}

func (s *Overrides) get(ctx context.Context, id int32) (skills.Override, error) {
	o, err := scanOverride(s.db.Reader().QueryRowContext(ctx, `SELECT `+overrideColumns+` FROM overrides WHERE id = $1`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return skills.Override{}, skills.ErrNoOverride
	}
	return o, err
}

func scanOverride(row interface{ Scan(into ...any) error }) (skills.Override, error) {
	var o skills.Override
	var created, revoked int64
	err := row.Scan(&o.ID, &o.Skill, &o.Tool, &o.Action, &o.Reason, &o.CreatedBy, &created, &o.RevokedBy, &revoked,
		&o.RevocationReason)
	if err != nil {
		return skills.Override{}, fmt.Errorf("read an override: %w", err)
	}
	o.CreatedAt, o.RevokedAt = instant(created), instant(revoked)
	return o, nil
}
