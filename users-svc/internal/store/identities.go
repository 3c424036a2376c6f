package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/salaatflow/platform/users-svc/internal/users"
)

var _ users.Identities = (*Store)(nil)

const selectIdentity = `SELECT user_id FROM identities WHERE issuer = $1 AND subject = $2`

// Resolve returns the number of the user that an identity is, and makes one of an identity that is new.
func (s *Store) Resolve(
	ctx context.Context, identity users.Identity, reserved func(int32) bool, now time.Time,
) (id int32, err error) {
	err = s.db.Reader().QueryRowContext(ctx, selectIdentity, identity.Issuer, identity.Subject).Scan(&id)
	if err == nil {
		return id, nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("read an identity: %w", err)
	}
	err = s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		id, err = resolve(ctx, tx, identity, reserved, now)
		return err
	})
	if err != nil {
		return 0, err
	}
	return id, nil
}

// resolve is Resolve by one at a time: it locks the row of the last number before it looks.
func resolve(ctx context.Context, tx *sql.Tx, identity users.Identity, reserved func(int32) bool, now time.Time) (int32, error) {
	var last int32
	if err := tx.QueryRowContext(ctx, `UPDATE user_numbers SET last = last WHERE id = 1 RETURNING last`).Scan(&last); err != nil {
		return 0, fmt.Errorf("lock the numbers of users: %w", err)
	}
	var id int32
	err := tx.QueryRowContext(ctx, selectIdentity, identity.Issuer, identity.Subject).Scan(&id)
	if err == nil || !errors.Is(err, sql.ErrNoRows) {
		return id, err // another was first, or failed
	}
	if id, err = freeNumber(ctx, tx, last, reserved); err != nil {
		return 0, err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO identities (issuer, subject, user_id, created_at) VALUES ($1, $2, $3, $4)`,
		identity.Issuer, identity.Subject, id, milliseconds(now))
	if err != nil {
		return 0, fmt.Errorf("write an identity: %w", err)
	}
	if _, err = tx.ExecContext(ctx, `UPDATE user_numbers SET last = $1 WHERE id = 1`, id); err != nil {
		return 0, fmt.Errorf("write the last number of users: %w", err)
	}
	return id, nil
}

// freeNumber returns the next number after last that is not reserved and has no profile, which somebody may have made in
// development.
func freeNumber(ctx context.Context, tx *sql.Tx, last int32, reserved func(int32) bool) (int32, error) {
	for last < math.MaxInt32 {
		last++
		if reserved(last) {
			continue
		}
		var taken int
		err := tx.QueryRowContext(ctx, `SELECT 1 FROM users WHERE id = $1`, last).Scan(&taken)
		if errors.Is(err, sql.ErrNoRows) {
			return last, nil
		}
		if err != nil {
			return 0, fmt.Errorf("look for a profile: %w", err)
		}
	}
	return 0, users.ErrNoNumber
}
