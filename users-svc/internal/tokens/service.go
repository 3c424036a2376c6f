package tokens

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/salaatflow/platform/services/apitoken"
	"github.com/salaatflow/platform/services/clock"
)

// MaxTokens is how many tokens a user may have.
const MaxTokens = 50

// UsePrecision is how exact the time of a token's last use is: a token in use costs one write in this time.
const UsePrecision = 5 * time.Minute

// Service applies the rules to users' tokens. It is safe for concurrent use.
type Service struct {
	Store  Store
	Clock  clock.Clock
	Logger *slog.Logger
}

// Request is what a token is created with.
type Request struct {
	Name     string
	Scopes   []string
	ValidFor time.Duration
}

// Create creates a token of a user. It returns the token's text, which is stored nowhere, or ErrTooMany.
func (s *Service) Create(ctx context.Context, ownerID int32, request Request) (Token, string, error) {
	now := s.now()
	token := Token{
		OwnerID: ownerID, Name: request.Name, Scopes: slices.Sorted(slices.Values(request.Scopes)),
		CreatedAt: now, ExpiresAt: now.Add(request.ValidFor),
	}
	text := apitoken.New()
	digest, _ := apitoken.DigestOf(text) // it has the form
	id, err := s.Store.Create(ctx, token, digest, MaxTokens)
	if err != nil {
		return Token{}, "", err
	}
	token.ID = id
	return token, text, nil
}

// Verify returns the token that has the digest, and notes that it was used. It returns ErrNotFound for an unknown token and
// ErrExpired for one that has ceased to work.
func (s *Service) Verify(ctx context.Context, digest apitoken.Digest) (Token, error) {
	token, err := s.Store.Find(ctx, digest)
	if err != nil {
		return Token{}, err
	}
	now := s.now()
	if token.ExpiredAt(now) {
		return Token{}, ErrExpired
	}
	if before := now.Add(-UsePrecision); !token.LastUsedAt.After(before) {
		if err := s.Store.Use(ctx, token.OwnerID, token.ID, now, before); err != nil {
			s.Logger.WarnContext(ctx, "failed to note that an API token was used", "user", token.OwnerID, "token", token.ID, "error", err)
		}
	}
	return token, nil
}

func (s *Service) now() time.Time { return time.UnixMilli(s.Clock.Now().UnixMilli()).UTC() }
