package api

import (
	"context"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/identity"
)

// GetUserInfo returns the caller's profile.
func (s *Server) GetUserInfo(
	ctx context.Context, _ *usersv1.GetUserInfoRequest,
) (*usersv1.GetUserInfoResponse, error) {
	caller, err := identity.RequireUser(ctx)
	if err != nil {
		return nil, err
	}
	user, err := s.users.Get(ctx, caller.UserID)
	if err != nil {
		return nil, refusal(err)
	}
	return &usersv1.GetUserInfoResponse{User: s.message(user)}, nil
}
