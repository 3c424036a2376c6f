// Package grpcserver is the server that every service of the platform runs. It recovers from panics, logs, measures and
// sets deadlines. It identifies callers, admits those whom the method's option permits, and validates requests. It turns
// every error into a status that describes the problem and shows no internals.
package grpcserver

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/tracing"
)

// Server is a gRPC server with health and reflection. Register services, then Serve once, then Shutdown once.
type Server struct {
	options    Options
	grpc       *grpc.Server // nil until it serves
	offered    []offered
	health     *health.Server
	methods    methods
	metrics    *metrics
	guard      guard
	assertions assertions
	tracer     *tracing.Tracer
	validate   *validator
	services   []string

	serving  sync.Mutex
	notReady bool // under serving
	refusal  atomic.Pointer[apperr.Error]

	draining context.Context
	drain    context.CancelCauseFunc
	start    sync.Once
	startErr error
}

// AcceptsCalls is the name under which health reports whether the server accepts calls at all: from Serve to Shutdown,
// ready or not. Routing checks this name; a roll-out checks the whole server, "".
const AcceptsCalls = "salaatflow.instance"

// New returns a server. Serve returns any error in its options or services.
func New(options Options) *Server {
	s := &Server{options: options.withDefaults(), health: health.NewServer(), methods: methods{}}
	s.tracer = tracing.New(options.TracerProvider)
	s.draining, s.drain = context.WithCancelCause(context.Background()) //nolint:forbidigo // ends with Shutdown
	var metricsErr, guardErr error
	s.metrics, metricsErr = newMetrics(s.options.MeterProvider)
	s.guard, guardErr = newGuard(s.options)
	var assertionsErr error
	s.assertions, assertionsErr = newAssertions(s.options)
	s.startErr = errors.Join(metricsErr, guardErr, assertionsErr)
	return s
}

// offered is a service to be registered with gRPC.
type offered struct {
	desc *grpc.ServiceDesc
	impl any
}

// streamWorkers is how many goroutines answer calls one after the other, so that not each call grows a stack of its own. Calls
// beyond them, and streams that last, have goroutines of their own.
const streamWorkers = 16

func (s *Server) serverOptions() []grpc.ServerOption {
	age := s.options.MaxConnectionAge
	if age < 0 {
		age = 0 // grpc: infinity
	}
	var options []grpc.ServerOption
	if s.options.TLS != nil {
		options = append(options, grpc.Creds(s.options.TLS.Server()), grpc.ConnectionTimeout(handshakeTimeout))
	}
	return append(options,
		grpc.UnaryInterceptor(s.unary),
		grpc.StreamInterceptor(s.stream),
		grpc.MaxRecvMsgSize(s.options.MaxMessageBytes),
		grpc.MaxSendMsgSize(s.options.MaxMessageBytes),
		grpc.MaxConcurrentStreams(s.options.MaxConcurrentStreams),
		grpc.WaitForHandlers(true),
		grpc.NumStreamWorkers(streamWorkers),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{
			MinTime:             5 * time.Second, // half of what grpcclient sends
			PermitWithoutStream: true,
		}),
		grpc.KeepaliveParams(keepalive.ServerParameters{
			MaxConnectionAge:      age,
			MaxConnectionAgeGrace: s.options.MaxConnectionAgeGrace,
			Time:                  30 * time.Second,
			Timeout:               10 * time.Second,
		}),
	)
}

// handshakeTimeout bounds how long somebody without a certificate holds a connection.
const handshakeTimeout = 10 * time.Second

// RegisterService adds a service; generated Register functions call it. It must be called before
// Serve.
func (s *Server) RegisterService(desc *grpc.ServiceDesc, impl any) {
	s.offered = append(s.offered, offered{desc, impl})
	s.methods.add(desc)
	s.services = append(s.services, desc.ServiceName)
}

// RegisterForeign adds a service of a protocol that is not the platform's, such as xDS. It must be called before Serve.
func (s *Server) RegisterForeign(desc *grpc.ServiceDesc, impl any, foreign Foreign) {
	s.offered = append(s.offered, offered{desc, impl})
	s.methods.addForeign(desc, foreign)
	s.services = append(s.services, desc.ServiceName)
}

// Services returns the full names of the registered services, without health and reflection.
func (s *Server) Services() []string { return append([]string(nil), s.services...) }

// Serve answers calls on the listener until Shutdown, and then returns nil. It always closes the listener.
func (s *Server) Serve(listener net.Listener) error {
	if err := s.prepare(); err != nil || s.grpc == nil {
		return errors.Join(err, listener.Close())
	}
	s.health.SetServingStatus(AcceptsCalls, healthv1.HealthCheckResponse_SERVING)
	s.tellHealth()
	if err := s.grpc.Serve(listener); err != nil && !errors.Is(err, grpc.ErrServerStopped) {
		return fmt.Errorf("grpcserver: serve %s: %w", listener.Addr(), err)
	}
	return nil
}

// prepare builds once what depends on all services, and gRPC's server, whose goroutines run from then on.
func (s *Server) prepare() error {
	s.start.Do(func() {
		var err error
		s.validate, err = newValidator(s.methods)
		if s.startErr = errors.Join(s.startErr, err); s.startErr != nil {
			return
		}
		s.grpc = grpc.NewServer(append(s.serverOptions(), s.options.ServerOptions...)...)
		for _, service := range s.offered {
			s.grpc.RegisterService(service.desc, service.impl)
		}
		healthv1.RegisterHealthServer(s.grpc, s.health)
		registerReflection(s.grpc, s.services)
	})
	return s.startErr
}

// SetReady makes health answer SERVING or NOT_SERVING, for the whole and for each service, until SetNotServing. The server
// accepts calls in either case. It is ready by default.
func (s *Server) SetReady(ready bool) {
	s.serving.Lock()
	s.notReady = !ready
	s.serving.Unlock()
	s.tellHealth()
}

// NeedsPrefix begins the names under which health reports what the server needs, such as the database.
const NeedsPrefix = "salaatflow.needs/"

// SetNeed makes health report whether something that the server needs is there, for those who ask for all of its names.
func (s *Server) SetNeed(what string, there bool) {
	status := healthv1.HealthCheckResponse_SERVING
	if !there {
		status = healthv1.HealthCheckResponse_NOT_SERVING
	}
	s.health.SetServingStatus(NeedsPrefix+what, status)
}

// Refuse answers every call with an error, once the caller is identified; nil accepts calls again. Health and reflection
// still answer.
func (s *Server) Refuse(why *apperr.Error) { s.refusal.Store(why) }

func (s *Server) tellHealth() {
	s.serving.Lock()
	defer s.serving.Unlock()
	status := healthv1.HealthCheckResponse_SERVING
	if s.notReady {
		status = healthv1.HealthCheckResponse_NOT_SERVING
	}
	s.health.SetServingStatus("", status)
	for _, name := range s.services {
		s.health.SetServingStatus(name, status)
	}
}

// SetNotServing answers NOT_SERVING to health checks from now on, while calls are still accepted.
func (s *Server) SetNotServing() { s.health.Shutdown() }

// errDraining ends streams when the server drains.
var errDraining = errors.New("the server is shutting down")

// Shutdown drains: health answers NOT_SERVING, no new connection or call is accepted, the contexts of streams end, and
// running calls finish. When ctx ends, it cancels what still runs and returns ctx's error. Serve then returns nil.
func (s *Server) Shutdown(ctx context.Context) error {
	s.SetNotServing()
	s.drain(errDraining)
	s.start.Do(func() {}) // one that does not serve yet never will
	if s.grpc == nil {
		return nil
	}
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		s.grpc.GracefulStop()
	}()
	select {
	case <-finished:
		return nil
	case <-ctx.Done():
		s.grpc.Stop()
		<-finished
		return fmt.Errorf("grpcserver: calls were still running: %w", ctx.Err())
	}
}
