package api

import (
	"context"
	"time"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/identity"
)

// ListTokens lists the caller's API tokens, or for an administrator those of another user.
func (s *Server) ListTokens(ctx context.Context, req *usersv1.ListTokensRequest) (*usersv1.ListTokensResponse, error) {
	caller, owner, err := tokenOwner(ctx, req.GetOwnerId())
	if err != nil {
		return nil, err
	}
	list, err := s.tokens.Store.List(ctx, owner)
	if err != nil {
		return nil, err
	}
	answer := &usersv1.ListTokensResponse{Count: int32(len(list))}
	now := s.tokens.Clock.Now()
	for _, token := range list {
		answer.Tokens = append(answer.Tokens, &usersv1.ApiToken{
			Id: token.ID, Name: token.Name, Scopes: token.Scopes, Expired: token.ExpiredAt(now),
			CreatedAt:  token.CreatedAt.In(caller.Zone()).Format(time.RFC3339),
			ExpiresAt:  token.ExpiresAt.In(caller.Zone()).Format(time.RFC3339),
			LastUsedAt: timestamp(token.LastUsedAt, caller.Zone()),
		})
	}
	return answer, nil
}

// tokenOwner returns the caller and the owner of the tokens that a request is about: the caller if it names none. That only
// an administrator names another user was decided before, by the option of the RPC.
func tokenOwner(ctx context.Context, named int32) (caller identity.Caller, owner int32, err error) {
	caller, err = identity.RequireUser(ctx)
	if named == 0 {
		named = caller.UserID
	}
	return caller, named, err
}
