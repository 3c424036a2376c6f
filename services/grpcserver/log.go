package grpcserver

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

// log writes one line for a call, with the cause of an error, which no caller sees.
func (s *Server) log(ctx context.Context, m *method, took time.Duration, e *apperr.Error) {
	code := codes.OK
	if e != nil {
		code = e.Code
	}
	level := levelOf(code)
	if e != nil && errors.Is(e, errDraining) { // callers are told to go elsewhere, and do
		level = slog.LevelDebug
	}
	if !s.options.Logger.Enabled(ctx, level) {
		return
	}
	attrs := make([]slog.Attr, 0, 6)
	attrs = append(attrs,
		slog.String("method", m.name),
		slog.String("code", code.String()),
		slog.Duration("took", took))
	if id := identity.FromContext(ctx).UserID; id != 0 {
		attrs = append(attrs, slog.Int("user_id", int(id)))
	}
	if e != nil {
		attrs = append(attrs, slog.String("error", e.Error()))
		if rule := e.Rule(); rule != "" {
			attrs = append(attrs, slog.String("rule", rule))
		}
	}
	s.options.Logger.LogAttrs(ctx, level, "call", attrs...)
}

// levelOf returns the log level of a failure, a refusal or a success.
func levelOf(code codes.Code) slog.Level {
	switch {
	case code == codes.OK || code == codes.Canceled: // the caller has gone: nothing went wrong here
		return slog.LevelDebug
	case isFailure(code):
		return slog.LevelError
	case code == codes.Unavailable || code == codes.DeadlineExceeded:
		return slog.LevelWarn
	default:
		return slog.LevelInfo
	}
}
