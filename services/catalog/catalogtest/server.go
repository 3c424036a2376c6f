package catalogtest

import (
	"context"
	"net"
	"sync/atomic"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// Server is an instance of a service for tests, with health on. It answers the methods it was given with its name.
type Server struct {
	// Address is where it listens, host:port.
	Address string
	// Health is what it reports of itself.
	Health *health.Server

	name    string
	methods map[string]bool
	calls   atomic.Int64
	refusal atomic.Pointer[status.Status]
	grpc    *grpc.Server
	served  chan struct{}
}

// Serve starts an instance that answers these methods, "/package.Service/Method", at an address; "127.0.0.1:0" for any
// free one. It is killed at the test's end.
func Serve(t testing.TB, name, address string, methods ...string) *Server {
	t.Helper()
	var config net.ListenConfig
	listener, err := config.Listen(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{
		Address: listener.Addr().String(),
		Health:  health.NewServer(),
		name:    name,
		methods: map[string]bool{},
		served:  make(chan struct{}),
	}
	for _, method := range methods {
		s.methods[method] = true
	}
	s.grpc = grpc.NewServer(grpc.UnknownServiceHandler(s.answer))
	healthv1.RegisterHealthServer(s.grpc, s.Health)
	go func() {
		defer close(s.served)
		_ = s.grpc.Serve(listener)
	}()
	t.Cleanup(s.Kill)
	return s
}

// Kill breaks all connections at once, as the death of the process does. It may be called again.
func (s *Server) Kill() {
	s.grpc.Stop()
	<-s.served
}

// Stop lets running calls finish and accepts no more, as a process does that ends in an orderly way.
func (s *Server) Stop() {
	s.grpc.GracefulStop()
	<-s.served
}

// Refuse makes the instance answer every call so; code OK makes it answer well again.
func (s *Server) Refuse(code codes.Code) { s.refusal.Store(status.New(code, "as the test has it")) }

// Calls counts the calls that were answered.
func (s *Server) Calls() int { return int(s.calls.Load()) }

func (s *Server) answer(_ any, stream grpc.ServerStream) error {
	method, _ := grpc.MethodFromServerStream(stream)
	if !s.methods[method] {
		return status.Errorf(codes.Unimplemented, "%s does not offer %s", s.name, method)
	}
	s.calls.Add(1)
	if refusal := s.refusal.Load(); refusal != nil && refusal.Code() != codes.OK {
		return refusal.Err()
	}
	if err := stream.RecvMsg(&emptypb.Empty{}); err != nil {
		return err
	}
	return stream.SendMsg(wrapperspb.String(s.name))
}

// Call calls a method of an instance and returns the name of the instance that answered.
func Call(ctx context.Context, conn grpc.ClientConnInterface, method string) (string, error) {
	answer := &wrapperspb.StringValue{} // of the same form as the response that Files declares
	err := conn.Invoke(ctx, method, &emptypb.Empty{}, answer)
	return answer.GetValue(), err
}
