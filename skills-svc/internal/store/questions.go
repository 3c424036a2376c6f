package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/salaatflow/platform/skills-svc/internal/classification"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// Claim gives a turn by one conditional update. Of several at once, only one finds its condition met.
func (s *Classifications) Claim(
	ctx context.Context, ref classification.Ref, holder string, now time.Time, lease time.Duration, again bool,
) (claim classification.Claim, err error) {
	err = s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		claim, err = claimTurn(ctx, tx, ref, holder, now, lease, again)
		return err
	})
	if err != nil {
		return classification.Claim{}, fmt.Errorf("claim the question about %s: %w", ref.Tool, err)
	}
	return claim, nil
}

func claimTurn(
	ctx context.Context, tx *sql.Tx, ref classification.Ref, holder string, now time.Time, lease time.Duration, again bool,
) (claim classification.Claim, err error) {
	_, err = tx.ExecContext(ctx,
		`INSERT INTO tool_questions (tool, definition_hash, outcome, holder, lease_until, not_before, attempts)
		VALUES ($1, $2, '', '', 0, 0, 0) ON CONFLICT (tool, definition_hash) DO NOTHING`, ref.Tool, ref.Hash)
	if err != nil {
		return claim, err
	}
	anyhow := 0
	if again {
		anyhow = 1
	}
	err = tx.QueryRowContext(ctx,
		`UPDATE tool_questions SET holder = $3, lease_until = $4, not_before = 0,
			attempts = CASE WHEN outcome = '' THEN attempts + 1 ELSE 1 END
		WHERE tool = $1 AND definition_hash = $2 AND lease_until <= $5
			AND ($6 = 1 OR (outcome = '' AND not_before <= $5))
		RETURNING attempts`,
		ref.Tool, ref.Hash, holder, milliseconds(now.Add(lease)), milliseconds(now), anyhow).Scan(&claim.Attempts)
	if err == nil {
		claim.Granted = true
		return claim, nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return claim, err
	}
	var until, notBefore int64
	err = tx.QueryRowContext(ctx,
		`SELECT outcome, lease_until, not_before, attempts FROM tool_questions WHERE tool = $1 AND definition_hash = $2`,
		ref.Tool, ref.Hash).Scan(&claim.Outcome, &until, &notBefore, &claim.Attempts)
	claim.Held = until > milliseconds(now)
	claim.Until = instant(max(until, notBefore))
	return claim, err
}

// Settle ends a turn with an outcome.
func (s *Classifications) Settle(
	ctx context.Context, ref classification.Ref, holder string, outcome classification.Outcome,
	opinions []classification.Opinion,
) (settled bool, err error) {
	err = s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		settled, err = settle(ctx, tx, ref, holder, outcome, opinions)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("store the model's classification of %s: %w", ref.Tool, err)
	}
	return settled, nil
}

func settle(
	ctx context.Context, tx *sql.Tx, ref classification.Ref, holder string, outcome classification.Outcome,
	opinions []classification.Opinion,
) (bool, error) {
	ended, err := tx.ExecContext(ctx,
		`UPDATE tool_questions SET outcome = $4, holder = '', lease_until = 0, not_before = 0
		WHERE tool = $1 AND definition_hash = $2 AND holder = $3`, ref.Tool, ref.Hash, holder, outcome)
	if err != nil {
		return false, err
	}
	if n, err := ended.RowsAffected(); err != nil || n == 0 {
		return false, err
	}
	if outcome == classification.BadAnswer {
		_, err := tx.ExecContext(ctx,
			`DELETE FROM tool_opinions WHERE tool = $1 AND definition_hash = $2 AND origin = $3`,
			ref.Tool, ref.Hash, skills.OriginModel)
		if err != nil {
			return false, err
		}
	}
	return true, note(ctx, tx, opinions)
}

// Release ends a turn without an outcome.
func (s *Classifications) Release(
	ctx context.Context, ref classification.Ref, holder string, notBefore time.Time,
) error {
	err := s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx,
			`UPDATE tool_questions SET holder = '', lease_until = 0, not_before = $4
			WHERE tool = $1 AND definition_hash = $2 AND holder = $3`,
			ref.Tool, ref.Hash, holder, milliseconds(notBefore))
		return err
	})
	if err != nil {
		return fmt.Errorf("release the question about %s: %w", ref.Tool, err)
	}
	return nil
}
