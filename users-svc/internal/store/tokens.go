package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/salaatflow/platform/services/apitoken"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/users-svc/internal/tokens"
)

// Tokens implements tokens.Store.
type Tokens struct{ db *sqlstore.DB }

var _ tokens.Store = (*Tokens)(nil)

// NewTokens returns a Tokens on db, which must have Schema. The caller closes db.
func NewTokens(db *sqlstore.DB) *Tokens { return &Tokens{db: db} }

// Create takes the owner's next number, which locks the row of it: so the tokens of one user are created one after the other.
func (s *Tokens) Create(ctx context.Context, token tokens.Token, digest apitoken.Digest, most int) (id int32, err error) {
	err = s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx,
			`INSERT INTO api_token_numbers (user_id, last) VALUES ($1, 1)
			ON CONFLICT (user_id) DO UPDATE SET last = api_token_numbers.last + 1
			RETURNING last`, token.OwnerID).Scan(&id)
		if err != nil {
			return fmt.Errorf("number a token: %w", err)
		}
		if err := makeRoom(ctx, tx, token.OwnerID, token.CreatedAt, most); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx,
			`INSERT INTO api_tokens (user_id, id, digest, name, scopes, created_at, expires_at, last_used_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, 0)`,
			token.OwnerID, id, digest.String(), token.Name, strings.Join(token.Scopes, " "),
			token.CreatedAt.UnixMilli(), token.ExpiresAt.UnixMilli())
		if err != nil {
			return fmt.Errorf("store a token: %w", err)
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return id, nil
}

// makeRoom removes a user's expired tokens when there are most or more, and fails with ErrTooMany when there still are.
func makeRoom(ctx context.Context, tx *sql.Tx, ownerID int32, now time.Time, most int) error {
	count := func() (n int, err error) {
		if err = tx.QueryRowContext(ctx, `SELECT count(*) FROM api_tokens WHERE user_id = $1`, ownerID).Scan(&n); err != nil {
			return 0, fmt.Errorf("count tokens: %w", err)
		}
		return n, nil
	}
	n, err := count()
	if err != nil || n < most {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM api_tokens WHERE user_id = $1 AND expires_at <= $2`, ownerID, now.UnixMilli()); err != nil {
		return fmt.Errorf("remove expired tokens: %w", err)
	}
	if n, err = count(); err == nil && n >= most {
		return tokens.ErrTooMany
	}
	return err
}

// scannedColumns are what scanToken reads.
const scannedColumns = `user_id, id, name, scopes, created_at, expires_at, last_used_at,
	COALESCE((SELECT issuer FROM identities WHERE identities.user_id = api_tokens.user_id), '')`

// List returns the tokens of a user.
func (s *Tokens) List(ctx context.Context, ownerID int32) ([]tokens.Token, error) {
	rows, err := s.db.Reader().QueryContext(ctx, `SELECT `+scannedColumns+` FROM api_tokens WHERE user_id = $1 ORDER BY id`, ownerID)
	if err != nil {
		return nil, fmt.Errorf("list tokens: %w", err)
	}
	defer rows.Close()
	var list []tokens.Token
	for rows.Next() {
		token, err := scanToken(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, token)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list tokens: %w", err)
	}
	return list, nil
}

// Delete removes a token.
func (s *Tokens) Delete(ctx context.Context, ownerID, id int32) error {
	return s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, `DELETE FROM api_tokens WHERE user_id = $1 AND id = $2`, ownerID, id)
		if err != nil {
			return fmt.Errorf("remove a token: %w", err)
		}
		n, err := result.RowsAffected()
		if err == nil && n == 0 {
			return tokens.ErrNotFound
		}
		return err
	})
}

// Find returns the token that has the digest.
func (s *Tokens) Find(ctx context.Context, digest apitoken.Digest) (tokens.Token, error) {
	row := s.db.Reader().QueryRowContext(ctx, `SELECT `+scannedColumns+` FROM api_tokens WHERE digest = $1`, digest.String())
	token, err := scanToken(row)
	if errors.Is(err, sql.ErrNoRows) {
		return tokens.Token{}, tokens.ErrNotFound
	}
	return token, err
}

// Use records when a token was used.
func (s *Tokens) Use(ctx context.Context, ownerID, id int32, now, before time.Time) error {
	return s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx,
			`UPDATE api_tokens SET last_used_at = $3 WHERE user_id = $1 AND id = $2 AND last_used_at <= $4`,
			ownerID, id, now.UnixMilli(), before.UnixMilli())
		if err != nil {
			return fmt.Errorf("record the use of a token: %w", err)
		}
		return nil
	})
}

func scanToken(row interface{ Scan(values ...any) error }) (tokens.Token, error) {
	var t tokens.Token
	var scopes string
	var created, expires, used int64
	if err := row.Scan(&t.OwnerID, &t.ID, &t.Name, &scopes, &created, &expires, &used, &t.Issuer); err != nil {
		return tokens.Token{}, fmt.Errorf("read a token: %w", err)
	}
	t.Scopes = strings.Fields(scopes)
	t.CreatedAt, t.ExpiresAt, t.LastUsedAt = instant(created), instant(expires), instant(used)
	return t, nil
}
