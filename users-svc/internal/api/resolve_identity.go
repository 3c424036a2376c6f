package api

import (
	"context"
	"errors"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/users-svc/internal/users"
)

// ResolveIdentity returns which user somebody is who signed in at an OpenID provider.
func (s *Server) ResolveIdentity(
	ctx context.Context, req *usersv1.ResolveIdentityRequest,
) (*usersv1.ResolveIdentityResponse, error) {
	if identity.FromContext(ctx).UserID != 0 {
		return nil, apperr.Forbidden("only the platform's edges ask who somebody is, and not for a user")
	}
	id, err := s.users.Resolve(ctx, users.Identity{Issuer: req.GetIssuer(), Subject: req.GetSubject()})
	if errors.Is(err, users.ErrNoNumber) {
		return nil, apperr.Refused("no more users can be added").WithCause(err)
	}
	if err != nil {
		return nil, err
	}
	return &usersv1.ResolveIdentityResponse{UserId: id}, nil
}
