// Package api serves profiles over gRPC. It converts between messages and the types of package users.
package api

import (
	"errors"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/users-svc/internal/users"
)

// Server implements UserService. The server's interceptors have validated each request and put a user into its context.
type Server struct {
	usersv1.UnimplementedUserServiceServer
	users *users.Service
}

// New returns a Server for service.
func New(service *users.Service) *Server { return &Server{users: service} }

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
	default:
		return err
	}
}
