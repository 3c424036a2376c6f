package api

import (
	"context"
	"strings"

	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"
	"github.com/salaatflow/platform/services/identity"
)

// RevokeOverride revokes an override, for an administrator.
func (s *Server) RevokeOverride(
	ctx context.Context, req *skillsv1.RevokeOverrideRequest,
) (*skillsv1.RevokeOverrideResponse, error) {
	caller := identity.FromContext(ctx)
	revoked, err := s.Overrides.Revoke(ctx, strings.ToLower(req.GetName()), req.GetOverrideId(), caller.UserID, req.GetReason())
	if err != nil {
		return nil, refusal(err)
	}
	s.Resolver.Rebuild()
	return &skillsv1.RevokeOverrideResponse{Override: s.overrideMessage(revoked)}, nil
}
