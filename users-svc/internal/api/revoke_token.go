package api

import (
	"context"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
)

// RevokeToken revokes one of the caller's API tokens, or for an administrator one of another user.
func (s *Server) RevokeToken(ctx context.Context, req *usersv1.RevokeTokenRequest) (*usersv1.RevokeTokenResponse, error) {
	_, owner, err := tokenOwner(ctx, req.GetOwnerId())
	if err != nil {
		return nil, err
	}
	if err := s.tokens.Store.Delete(ctx, owner, req.GetTokenId()); err != nil {
		return nil, refusal(err)
	}
	return &usersv1.RevokeTokenResponse{}, nil
}
