package users

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Identity is somebody as an OpenID provider names them. Both texts are compared byte by byte.
type Identity struct{ Issuer, Subject string }

// ErrNoNumber means that all numbers of users are taken.
var ErrNoNumber = errors.New("there are no more numbers for users")

// Identities stores which user an identity is. Implementations MUST be safe for concurrent use by several processes.
type Identities interface {
	// Resolve returns the number of the user that the identity is. An identity that is seen for the first time MUST become
	// a user exactly once, however many ask at the same time, with a number above 1000 that has no profile and for which
	// reserved is false. No two identities MUST get the same number. It returns ErrNoNumber when there is none.
	Resolve(ctx context.Context, identity Identity, reserved func(int32) bool, now time.Time) (int32, error)
}

// Resolve returns the number of the user that an identity is, who becomes one when seen for the first time. A new user gets
// no number that is named as an administrator's, so that nobody becomes one by signing in at the right moment.
func (s *Service) Resolve(ctx context.Context, identity Identity) (int32, error) {
	reserved := func(id int32) bool { return slices.Contains(s.Admins, id) }
	return s.Identities.Resolve(ctx, identity, reserved, s.Clock.Now())
}
