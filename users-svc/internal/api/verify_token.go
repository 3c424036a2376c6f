package api

import (
	"context"
	"errors"
	"time"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/apitoken"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/users-svc/internal/tokens"
)

// VerifyToken says whose token has the digest.
func (s *Server) VerifyToken(ctx context.Context, req *usersv1.VerifyTokenRequest) (*usersv1.VerifyTokenResponse, error) {
	var digest apitoken.Digest
	if len(req.GetDigest()) != len(digest) {
		return nil, apperr.Invalid(apperr.Violation{Field: "digest", Message: "must have 32 bytes"})
	}
	copy(digest[:], req.GetDigest())
	switch token, err := s.tokens.Verify(ctx, digest); {
	case errors.Is(err, tokens.ErrNotFound):
		return nil, apperr.Unauthenticated("the API token is unknown or has been revoked")
	case errors.Is(err, tokens.ErrExpired):
		return nil, apperr.Unauthenticated("the API token has expired")
	case err != nil:
		return nil, err
	default:
		return &usersv1.VerifyTokenResponse{
			UserId: token.OwnerID, TokenId: token.ID, Scopes: token.Scopes, ExpiresAt: token.ExpiresAt.Format(time.RFC3339Nano),
			Issuer: token.Issuer,
		}, nil
	}
}
