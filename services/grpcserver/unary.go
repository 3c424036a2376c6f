package grpcserver

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
)

// unary handles a unary call in one interceptor. A chain would allocate for each link.
func (s *Server) unary(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	m := s.methods[info.FullMethod]
	if m == nil { // health, which nobody counts
		if _, err := s.guard.check(ctx, info.FullMethod); err != nil {
			return nil, err
		}
		return handler(ctx, req)
	}
	ctx, c := s.begin(ctx, m)
	c.asked = req
	if most := s.options.Deadline; most > 0 {
		if deadline, ok := ctx.Deadline(); !ok || deadline.Sub(c.began) > most {
			var cancel context.CancelFunc
			ctx, cancel = context.WithDeadline(ctx, c.began.Add(most))
			defer cancel()
		}
	}
	answer, ctx, err := s.answer(ctx, m, req, handler)
	c.answer = answer
	if err := s.end(ctx, c, err); err != nil {
		return nil, err
	}
	return answer, nil
}

// answer also returns the context in which the call was answered, for the log.
func (s *Server) answer(
	ctx context.Context, m *method, req any, handler grpc.UnaryHandler,
) (answer any, answered context.Context, err error) {
	defer func() {
		if value := recover(); value != nil {
			answer, err = nil, recovered(value)
		}
		if answered == nil { // the panic was before anybody knew who is calling
			answered = ctx
		}
	}()
	if answered, err = s.admit(ctx, m); err != nil {
		return nil, answered, err
	}
	if message, ok := req.(proto.Message); ok {
		if err = s.validate.check(message); err != nil {
			return nil, answered, err
		}
		if err = s.admitMessage(answered, m, message); err != nil {
			return nil, answered, err
		}
	}
	answer, err = handler(answered, req)
	return answer, answered, err
}
