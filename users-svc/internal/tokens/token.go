// Package tokens defines API tokens and their rules. It knows nothing of gRPC or SQL: a Store stores the tokens, and a clock
// tells the time.
package tokens

import (
	"context"
	"errors"
	"time"

	"github.com/salaatflow/platform/services/apitoken"
)

var (
	// ErrNotFound means that there is no such token.
	ErrNotFound = errors.New("no such token")
	// ErrTooMany means that the user has as many tokens as a user may have.
	ErrTooMany = errors.New("too many tokens")
	// ErrExpired means that the token has ceased to work.
	ErrExpired = errors.New("the token has expired")
)

// Token is an API token without the token itself. Its times are in UTC, in whole milliseconds.
type Token struct {
	// OwnerID is the user whom the token lets call.
	OwnerID int32
	// ID is the number of the token among those of its owner, from 1. It is not given to another token later.
	ID   int32
	Name string
	// Scopes are what the token may do, sorted.
	Scopes               []string
	CreatedAt, ExpiresAt time.Time
	// LastUsedAt is the zero time for a token that was never used.
	LastUsedAt time.Time
	// Issuer is the OpenID provider at which the owner signs in; empty for an owner who never did.
	Issuer string
}

// ExpiredAt reports whether the token has ceased to work at now.
func (t Token) ExpiredAt(now time.Time) bool { return !now.Before(t.ExpiresAt) }

// Store stores tokens by their digests. Implementations MUST be safe for concurrent use by several processes. When a method
// returns no error, its effect MUST be durable; when it returns one, it MUST have changed nothing.
type Store interface {
	// Create stores a token under the next number of its owner, which it returns. It MUST remove the owner's expired
	// tokens when there are most tokens or more, and MUST return ErrTooMany when there still are.
	Create(ctx context.Context, token Token, digest apitoken.Digest, most int) (id int32, err error)

	// List returns the tokens of a user by number.
	List(ctx context.Context, ownerID int32) ([]Token, error)

	// Delete removes a token. It MUST return ErrNotFound when there is none.
	Delete(ctx context.Context, ownerID, id int32) error

	// Find returns the token that has the digest. It MUST return ErrNotFound when there is none.
	Find(ctx context.Context, digest apitoken.Digest) (Token, error)

	// Use records that a token was used at now, unless a use later than before is recorded.
	Use(ctx context.Context, ownerID, id int32, now, before time.Time) error
}
