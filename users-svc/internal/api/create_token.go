package api

import (
	"context"
	"time"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/users-svc/internal/tokens"
)

// CreateToken creates an API token of the caller, with scopes that the caller has.
func (s *Server) CreateToken(ctx context.Context, req *usersv1.CreateTokenRequest) (*usersv1.CreateTokenResponse, error) {
	caller, err := identity.RequireUser(ctx)
	if err != nil {
		return nil, err
	}
	for _, scope := range req.GetScopes() {
		if !caller.Scopes.Allows(scope) {
			return nil, apperr.Forbidden("you cannot give a token the scope %s, which you do not have yourself", scope)
		}
	}
	const day = 24 * time.Hour
	token, text, err := s.tokens.Create(ctx, caller.UserID, tokens.Request{
		Name: req.GetName(), Scopes: req.GetScopes(), ValidFor: time.Duration(req.GetExpiresInDays()) * day,
	})
	if err != nil {
		return nil, refusal(err)
	}
	return &usersv1.CreateTokenResponse{Token: &usersv1.CreatedToken{
		Id: token.ID, Name: token.Name, Scopes: token.Scopes, Token: text,
		CreatedAt: token.CreatedAt.In(caller.Zone()).Format(time.RFC3339),
		ExpiresAt: token.ExpiresAt.In(caller.Zone()).Format(time.RFC3339),
	}}, nil
}
