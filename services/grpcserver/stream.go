package grpcserver

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
)

// stream is the whole way of a streaming call. Its context ends when the server drains, so that a stream that would
// last does not hold up a shutdown.
func (s *Server) stream(srv any, ss grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
	ctx, cancel := context.WithCancelCause(ss.Context())
	defer cancel(nil)
	defer context.AfterFunc(s.draining, func() { cancel(errDraining) })()
	m := s.methods[info.FullMethod]
	if m == nil { // health or reflection, which anybody may call and nobody counts
		return handler(srv, &serverStream{ServerStream: ss, ctx: ctx})
	}
	ctx, c := s.begin(ctx, m)
	ctx, err := s.admit(ctx, m)
	if err == nil {
		err = handled(srv, &serverStream{ServerStream: ss, ctx: ctx, validate: s.validate}, handler)
	}
	return s.end(ctx, c, err)
}

func handled(srv any, ss grpc.ServerStream, handler grpc.StreamHandler) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = recovered(value)
		}
	}()
	return handler(srv, ss)
}

// serverStream has the call's context and checks what it receives.
type serverStream struct {
	grpc.ServerStream
	ctx      context.Context
	validate *validator // nil checks nothing
}

// Context is the call's: it knows the caller and ends when the server drains. A handler that waits in Recv does not
// see it end; one that serves for long receives in a goroutine of its own.
func (s *serverStream) Context() context.Context { return s.ctx }

// RecvMsg receives a message and checks it.
func (s *serverStream) RecvMsg(m any) error {
	if err := s.ServerStream.RecvMsg(m); err != nil {
		return err //nolint:wrapcheck // io.EOF and statuses are for the handler as they are
	}
	if message, ok := m.(proto.Message); ok && s.validate != nil {
		return s.validate.check(message)
	}
	return nil
}
