package grpcserver

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// stream handles a streaming call. Its context ends when the server drains, so that long streams do not delay a
// shutdown.
func (s *Server) stream(srv any, ss grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
	ctx, cancel := context.WithCancelCause(ss.Context())
	defer cancel(nil)
	defer context.AfterFunc(s.draining, func() { cancel(errDraining) })()
	m := s.methods[info.FullMethod]
	if m == nil { // health or reflection, which nobody counts
		if _, err := s.guard.check(ctx, info.FullMethod); err != nil {
			return err
		}
		return handler(srv, s.wrapped(ctx, ss, info, nil))
	}
	ctx, c := s.begin(ctx, m)
	ctx, err := s.admit(ctx, m)
	if err == nil {
		err = s.handle(ctx, m, srv, s.wrapped(ctx, ss, info, s.checked(ctx, m)), handler)
	}
	return s.end(ctx, c, err)
}

// handle calls the handler, which reads nothing of a stream that does not present the credential.
func (s *Server) handle(ctx context.Context, m *method, srv any, ss grpc.ServerStream, handler grpc.StreamHandler) error {
	if !s.guard.waits(ctx, m) {
		return handled(srv, ss, handler)
	}
	guarded := &guardedStream{
		ServerStream: ss,
		check:        func(first any) error { return s.guard.checkMessage(ctx, m, first) },
	}
	err := handled(srv, guarded, handler)
	if refusal := guarded.refusal.Load(); refusal != nil { // whatever the handler made of it
		return *refusal
	}
	return err
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
	draining <-chan struct{}           // nil when the client sends only once
	check    func(proto.Message) error // nil checks nothing
}

func (s *Server) wrapped(
	ctx context.Context, ss grpc.ServerStream, info *grpc.StreamServerInfo, check func(proto.Message) error,
) *serverStream {
	w := &serverStream{ServerStream: ss, ctx: ctx, check: check}
	if info.IsClientStream {
		w.draining = s.draining.Done()
	}
	return w
}

// checked returns the check of what a client sends: the rules of the message, and the policy about it.
func (s *Server) checked(ctx context.Context, m *method) func(proto.Message) error {
	return func(message proto.Message) error {
		if err := s.validate.check(message); err != nil {
			return err
		}
		return s.admitMessage(ctx, m, message)
	}
}

// Context returns the call's context, which carries the caller and ends when the server drains.
func (s *serverStream) Context() context.Context { return s.ctx }

// RecvMsg receives a message and checks it. It fails when the server drains.
func (s *serverStream) RecvMsg(m any) error {
	if err := s.receive(m); err != nil {
		return err
	}
	if message, ok := m.(proto.Message); ok && s.check != nil {
		return s.check(message)
	}
	return nil
}

// receive stops waiting for the client when the server drains. The receiver it leaves behind ends with the call, when the
// handler returns.
func (s *serverStream) receive(m any) error {
	if s.draining == nil {
		return connected(s.ServerStream.RecvMsg(m))
	}
	received := make(chan error, 1)
	go func() { received <- s.ServerStream.RecvMsg(m) }()
	select {
	case err := <-received:
		return connected(err)
	case <-s.draining:
		return errDraining
	}
}

// SendMsg sends a message.
func (s *serverStream) SendMsg(m any) error { return connected(s.ServerStream.SendMsg(m)) }

// connected makes of an error of the transport what it means on this side: UNAVAILABLE says that the connection has
// ended, for its age or by its client, who is gone and is not a failure.
func connected(err error) error {
	if status.Code(err) == codes.Unavailable {
		return status.Error(codes.Canceled, "the connection has ended")
	}
	return err
}
