package grpcserver

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/services/apperr"
)

// unary is the whole way of a unary call in one interceptor: a chain would allocate for each link.
func (s *Server) unary(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	m := s.methods[info.FullMethod]
	if m == nil || isInfrastructure(info.FullMethod) {
		return handler(ctx, req)
	}
	began := time.Now()
	s.metrics.began()
	if deadline, ok := ctx.Deadline(); s.options.Deadline > 0 && (!ok || deadline.Sub(began) > s.options.Deadline) {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, began.Add(s.options.Deadline))
		defer cancel()
	}
	answer, ctx, err := s.answer(ctx, m, req, handler)
	if err == nil {
		s.finished(ctx, m, began, nil)
		return answer, nil
	}
	e := s.failure(ctx, err)
	s.finished(ctx, m, began, e)
	return nil, e.GRPCStatus().Err()
}

// answer gives the context in which the call was answered, for the log.
func (s *Server) answer(
	ctx context.Context, m *method, req any, handler grpc.UnaryHandler,
) (answer any, answered context.Context, err error) {
	answered = ctx
	defer func() {
		if value := recover(); value != nil {
			answer, err = nil, recovered(value)
		}
	}()
	if answered, err = s.admit(ctx, m); err != nil {
		return nil, answered, err
	}
	if message, ok := req.(proto.Message); ok {
		if err = s.validate.check(message); err != nil {
			return nil, answered, err
		}
	}
	answer, err = handler(answered, req)
	return answer, answered, err
}

// finished counts and logs a call. e is nil for one that succeeded.
func (s *Server) finished(ctx context.Context, m *method, began time.Time, e *apperr.Error) {
	took := time.Since(began)
	s.metrics.finished(ctx, m, took, codeOf(e))
	s.log(ctx, m, took, e)
}
