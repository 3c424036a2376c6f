// Package api serves profiles and API tokens over gRPC. It converts between messages and the types of packages users and
// tokens.
package api

import (
	"errors"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/users-svc/internal/tokens"
	"github.com/salaatflow/platform/users-svc/internal/users"
)

// Server implements UserService. The server's interceptors have validated each request and put a user into its context.
type Server struct {
	usersv1.UnimplementedUserServiceServer
	users  *users.Service
	tokens *tokens.Service
}

// New returns a Server of profiles and API tokens.
func New(users *users.Service, tokens *tokens.Service) *Server {
	return &Server{users: users, tokens: tokens}
}

// refusal converts an error of the rules to the error that the caller sees. It returns any other error as it is: the
// server then answers INTERNAL and logs it.
func refusal(err error) error {
	var invalid users.Invalid
	switch {
	case errors.Is(err, users.ErrNotFound):
		return apperr.NotFound("you have no profile yet; update it to create one")
	case errors.As(err, &invalid):
		violations := make([]apperr.Violation, len(invalid))
		for i, v := range invalid {
			violations[i] = apperr.Violation{Field: v.Field, Message: v.Message}
		}
		return apperr.Invalid(violations...)
	case errors.Is(err, tokens.ErrNotFound):
		return apperr.NotFound("there is no such API token; it may have been revoked")
	case errors.Is(err, tokens.ErrTooMany):
		return apperr.Refused("a user may have %d API tokens; revoke one first", tokens.MaxTokens)
	default:
		return err
	}
}
