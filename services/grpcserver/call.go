package grpcserver

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/requestid"
	"github.com/salaatflow/platform/services/tracing"
)

// call is a call in progress.
type call struct {
	method *method
	began  time.Time
	span   trace.Span
	asked  any // the request of a unary call
	answer any // that of a unary call
}

func (s *Server) begin(ctx context.Context, m *method) (context.Context, call) {
	s.metrics.began()
	c := call{method: m, began: time.Now()}
	ctx, c.span = s.tracer.Start(tracing.Extract(requestid.Extract(ctx)), m.traced)
	return ctx, c
}

// end counts, logs and traces the call, and returns the error that the caller sees.
func (s *Server) end(ctx context.Context, c call, err error) error {
	took := time.Since(c.began)
	if err == nil {
		s.record(ctx, c, took, nil)
		s.metrics.finished(ctx, c.method, took, codes.OK)
		s.log(ctx, c.method, took, nil)
		tracing.End(c.span, codes.OK, false)
		return nil
	}
	e := s.failure(ctx, err)
	s.record(ctx, c, took, e)
	s.metrics.finished(ctx, c.method, took, e.Code)
	s.log(ctx, c.method, took, e)
	tracing.End(c.span, e.Code, isFailure(e.Code))
	if !audit.IsFromEdge(ctx) {
		e = e.Told()
	}
	return e.GRPCStatus().Err()
}

// record keeps an audit record of the call, if it is one to be recorded here.
func (s *Server) record(ctx context.Context, c call, took time.Duration, e *apperr.Error) {
	if s.options.Audit != audit.Discard {
		if e == nil {
			e = audit.Asked(c.answer)
		}
		audit.Served(ctx, s.options.Audit, c.method.audited, c.asked, e, took)
	}
}

// admit identifies the caller, and checks that the method permits them and that the server accepts calls now.
func (s *Server) admit(ctx context.Context, m *method) (context.Context, error) {
	guest := s.guard.waits(ctx, m) // nobody knows yet who that is
	if !guest {
		var err error
		if guest, err = s.guard.check(ctx, "/"+m.name); err == nil {
			err = s.guard.admits(ctx, m, ShownSecret(ctx))
		}
		if err != nil {
			return ctx, err
		}
	}
	if err := s.assertions.check(ctx, m.name, guest); err != nil {
		return ctx, err
	}
	caller, err := identity.FromIncomingMetadata(ctx)
	if err != nil {
		return ctx, err
	}
	ctx = identity.NewContext(ctx, caller)
	if refused := s.options.Access.Decide(ctx, caller, m.access, nil).Err(); refused != nil {
		return ctx, refused
	}
	if refusal := s.refusal.Load(); refusal != nil {
		return ctx, refusal
	}
	if refusal := audit.Admit(ctx, s.options.Audit, m.audited); refusal != nil {
		return ctx, refusal
	}
	return ctx, nil
}

// admitMessage checks that the policy permits a call with these arguments, once they are known to be valid.
func (s *Server) admitMessage(ctx context.Context, m *method, message proto.Message) error {
	decision := s.options.Access.DecideArguments(ctx, identity.FromContext(ctx), m.access, message)
	if decision.Allowed {
		return nil
	}
	return decision.Err()
}

// failure returns the public error for a handler's error.
func (s *Server) failure(ctx context.Context, err error) *apperr.Error {
	if s.options.Classify != nil && ctx.Err() == nil {
		err = s.options.Classify(err)
	}
	e := apperr.From(err)
	var typed *apperr.Error
	switch {
	case errors.Is(err, errDraining) || errors.Is(context.Cause(ctx), errDraining):
		return apperr.Unavailable("the service is shutting down; try again").WithCause(errors.Join(errDraining, err))
	case ctx.Err() == nil:
		return e
	case errors.As(err, &typed):
		return e
	default: // a driver that was interrupted seldom says by what: the call's own end is the reason
		return apperr.From(ctx.Err()).WithCause(err)
	}
}

// isFailure reports whether a code is a failure of the service, rather than a refusal.
func isFailure(code codes.Code) bool {
	return code == codes.Internal || code == codes.Unknown || code == codes.DataLoss
}

// recovered returns the error for a panic, with the stack for the log.
func recovered(value any) error {
	return apperr.Internal(fmt.Errorf("panic: %v\n%s", value, debug.Stack()))
}
