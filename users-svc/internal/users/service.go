package users

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/identity"
)

// Service applies the rules to users' profiles. It is safe for concurrent use.
type Service struct {
	Store      Store
	Identities Identities
	Clock      clock.Clock
	// Places knows the towns of the world, one of which is a user's city.
	Places *gazetteer.Gazetteer
	// Defaults makes Get return a default profile, instead of ErrNotFound, for a user who has none.
	Defaults bool
	// Admins are the users who are administrators. There is no other way to become one.
	Admins []int32
}

// Get returns the profile of a user. If there is none, it returns a default profile, which is not stored, or
// ErrNotFound: see Defaults.
func (s *Service) Get(ctx context.Context, id int32) (User, error) {
	user, err := s.Store.Get(ctx, id)
	if errors.Is(err, ErrNotFound) && s.Defaults {
		return s.unknown(id), nil
	}
	return user, err
}

// Update changes the profile of a user. If there is none, it changes a default profile and stores that. If the patch
// breaks a rule, it returns Invalid and changes nothing. A patch without effect changes nothing, not even the time of
// the last change.
func (s *Service) Update(ctx context.Context, id int32, patch Patch) (User, error) {
	now := time.UnixMilli(s.Clock.Now().UnixMilli()).UTC()
	return s.Store.Change(ctx, s.unknown(id), patch.rule(s.Places, now))
}

// Role returns the role of a user.
func (s *Service) Role(id int32) identity.Role {
	if slices.Contains(s.Admins, id) {
		return identity.RoleAdmin
	}
	return identity.RoleUser
}
