package users

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/identity"
)

// Service keeps users' profiles to the rules. It is safe for concurrent use.
type Service struct {
	Store Store
	Clock clock.Clock
	// Defaults gives a user without a profile a default one, in place of ErrNotFound.
	Defaults bool
	// Admins are the users who are administrators. Nobody becomes one in any other way.
	Admins []int32
}

// Get returns the profile of a user. Without one it is a default profile, which is not kept, or ErrNotFound: see
// Defaults.
func (s *Service) Get(ctx context.Context, id int32) (User, error) {
	user, err := s.Store.Get(ctx, id)
	if errors.Is(err, ErrNotFound) && s.Defaults {
		return unknown(id), nil
	}
	return user, err
}

// Update changes the profile of a user; without one, a default profile becomes the user's as changed. It returns Invalid
// when the patch breaks a rule; then nothing has changed. A patch that makes no difference changes nothing, not even the
// time of the last change.
func (s *Service) Update(ctx context.Context, id int32, patch Patch) (User, error) {
	now := time.UnixMilli(s.Clock.Now().UnixMilli()).UTC()
	return s.Store.Change(ctx, unknown(id), patch.rule(now))
}

// Role is what a user may do.
func (s *Service) Role(id int32) identity.Role {
	if slices.Contains(s.Admins, id) {
		return identity.RoleAdmin
	}
	return identity.RoleUser
}
