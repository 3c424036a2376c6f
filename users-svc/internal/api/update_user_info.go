package api

import (
	"context"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/users-svc/internal/users"
)

// UpdateUserInfo changes the fields of the caller's profile that were sent.
func (s *Server) UpdateUserInfo(
	ctx context.Context, req *usersv1.UpdateUserInfoRequest,
) (*usersv1.UpdateUserInfoResponse, error) {
	caller, err := identity.RequireUser(ctx)
	if err != nil {
		return nil, err
	}
	user, err := s.users.Update(ctx, caller.UserID, users.Patch{
		DisplayName:       req.DisplayName,
		Email:             req.Email,
		Language:          req.Language,
		City:              req.City,
		Area:              req.Area,
		Timezone:          req.Timezone,
		AsrSchool:         req.AsrSchool,
		PrayerMethod:      req.PrayerMethod,
		PreferredMasjidID: req.PreferredMasjidId,
		Country:           req.Country,
		Latitude:          req.Latitude,
		Longitude:         req.Longitude,
	})
	if err != nil {
		return nil, refusal(err)
	}
	return &usersv1.UpdateUserInfoResponse{User: s.message(user)}, nil
}
