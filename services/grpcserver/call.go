package grpcserver

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

// admit says who is calling and whether the method lets them.
func (s *Server) admit(ctx context.Context, m *method) (context.Context, error) {
	if s.options.Authorize != nil {
		if err := s.options.Authorize(ctx, "/"+m.name); err != nil {
			return ctx, err
		}
	}
	caller, err := identity.FromIncomingMetadata(ctx)
	if err != nil {
		return ctx, err
	}
	if m.needsUser && caller.UserID == 0 {
		return ctx, apperr.Unauthenticated("a user is required: say who is calling")
	}
	return identity.NewContext(ctx, caller), nil
}

// failure makes the public error of whatever a handler gave.
func (s *Server) failure(ctx context.Context, err error) *apperr.Error {
	e := apperr.From(err)
	var typed *apperr.Error
	if errors.As(err, &typed) || ctx.Err() == nil {
		return e
	}
	// A driver that was interrupted seldom says by what: the call's own end is the reason.
	return apperr.From(ctx.Err()).WithCause(err)
}

// recovered makes the error of a panic, with the stack for the log.
func recovered(value any) error {
	return apperr.Internal(fmt.Errorf("panic: %v\n%s", value, debug.Stack()))
}
