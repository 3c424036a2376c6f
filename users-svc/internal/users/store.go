package users

import (
	"context"
	"errors"
	"strings"
)

// ErrNotFound means that the user has no profile.
var ErrNotFound = errors.New("no such profile")

// Store keeps profiles. Implementations MUST be safe for concurrent use by several processes, MUST be durable when they
// return without an error, and MUST have changed nothing when they return one.
type Store interface {
	// Get returns the profile of a user. It MUST return ErrNotFound when there is none.
	Get(ctx context.Context, id int32) (User, error)

	// Change applies rule to the profile of the user that initial names, or to initial when there is none, in one
	// transaction: no other change of this profile happens between what rule reads and what it writes. It returns the
	// profile as rule made it. It MUST return rule's error as it is, and MUST NOT keep anything when rule changes
	// nothing. rule MAY be run more than once and MUST have no effect of its own.
	Change(ctx context.Context, initial User, rule Rule) (User, error)
}

// Rule says how a profile changes. An error means that it does not. It MUST NOT change the ID.
type Rule func(User) (User, error)

// Invalid says what is wrong with which fields of a request. It is never empty.
type Invalid []Violation

// Violation is what is wrong with one field, named as callers name it.
type Violation struct{ Field, Message string }

// Error names each field with what is wrong with it.
func (v Invalid) Error() string {
	texts := make([]string, len(v))
	for i, one := range v {
		texts[i] = one.Field + ": " + one.Message
	}
	return strings.Join(texts, "; ")
}
