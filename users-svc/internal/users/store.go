package users

import (
	"context"
	"errors"
	"strings"
)

// ErrNotFound means that the user has no profile.
var ErrNotFound = errors.New("no such profile")

// Store stores profiles. Implementations MUST be safe for concurrent use by several processes. When a method returns no
// error, its effect MUST be durable; when it returns one, it MUST have changed nothing.
type Store interface {
	// Get returns the profile of a user. It MUST return ErrNotFound when there is none.
	Get(ctx context.Context, id int32) (User, error)

	// Change applies rule, in one transaction, to the profile of the user that initial names, or to initial if there is
	// none. No other change of this profile happens between what rule reads and what it writes. Change returns the
	// profile as rule made it. It MUST return rule's error as it is, and MUST NOT store anything when rule changes
	// nothing. rule MAY run more than once and MUST have no side effects.
	Change(ctx context.Context, initial User, rule Rule) (User, error)
}

// Rule returns a profile as it should become, or an error to leave it as it is. It MUST NOT change the ID.
type Rule func(User) (User, error)

// Invalid lists the invalid fields of a request. It is never empty.
type Invalid []Violation

// Violation describes what is wrong with one field, by the name that callers use.
type Violation struct{ Field, Message string }

// Error returns each field with its problem.
func (v Invalid) Error() string {
	texts := make([]string, len(v))
	for i, one := range v {
		texts[i] = one.Field + ": " + one.Message
	}
	return strings.Join(texts, "; ")
}
