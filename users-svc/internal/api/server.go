// Package api serves profiles by gRPC: it turns messages into what the rules in package users deal with, and back.
package api

import (
	"errors"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/users-svc/internal/users"
)

// Server is the UserService. Requests reach it validated, with a user in their context: the server's interceptors see
// to both.
type Server struct {
	usersv1.UnimplementedUserServiceServer
	users *users.Service
}

// New serves service.
func New(service *users.Service) *Server { return &Server{users: service} }

// refusal is what the caller hears. What is not a refusal passes as it is: the server answers INTERNAL for it, and logs
// it.
func refusal(err error) error {
	var invalid users.Invalid
	switch {
	case errors.Is(err, users.ErrNotFound):
		return apperr.NotFound("you have no profile yet: give one by changing it")
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
