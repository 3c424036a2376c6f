package grpcserver

import (
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc"

	"github.com/salaatflow/platform/services/credential"
)

// The defaults of Options.
const (
	DefaultDeadline              = 10 * time.Second
	DefaultMaxConnectionAge      = 5 * time.Minute
	DefaultMaxConnectionAgeGrace = 30 * time.Second
	DefaultMaxMessageBytes       = 4 << 20
	DefaultMaxConcurrentStreams  = 1024
)

// Options says how a server behaves. The zero value is a working server without logs, traces and metrics.
type Options struct {
	// Logger gets a line for each call: errors of the service at Error with their cause, refusals at Info, what
	// succeeds at Debug. nil logs nothing.
	Logger *slog.Logger
	// TracerProvider gets a span for each call. nil traces nothing.
	TracerProvider trace.TracerProvider
	// MeterProvider gets the duration of each call and how many are active. nil measures nothing.
	MeterProvider metric.MeterProvider
	// Deadline is how long a unary call may take at the most, whatever its caller allows; 0 is DefaultDeadline,
	// negative is no limit. Streams have none.
	Deadline time.Duration
	// MaxConnectionAge is after how long a connection is closed in an orderly way, so that clients find instances that
	// came later; 0 is DefaultMaxConnectionAge, negative is never.
	MaxConnectionAge time.Duration
	// MaxConnectionAgeGrace is how long calls may still run on a connection that is closed for its age; 0 is
	// DefaultMaxConnectionAgeGrace.
	MaxConnectionAgeGrace time.Duration
	// MaxMessageBytes is the largest message received or sent; 0 is DefaultMaxMessageBytes.
	MaxMessageBytes int
	// MaxConcurrentStreams is how many calls one connection may have in flight; more wait at the client. 0 is
	// DefaultMaxConcurrentStreams.
	MaxConcurrentStreams uint32
	// Credential is what callers must show, of every method but those of health, before anything that they say of users
	// is believed: otherwise UNAUTHENTICATED with the reason CREDENTIAL_INVALID. nil believes everybody, which is for
	// servers that only this machine reaches.
	Credential *credential.Credential
	// Classify turns an error of a handler into the one that callers are to hear, such as that of a database that is away;
	// what it does not know it gives back. It is not asked about calls that have ended meanwhile. nil changes nothing.
	Classify func(error) error
	// ServerOptions are passed to grpc.NewServer after the server's own.
	ServerOptions []grpc.ServerOption
}

func (o Options) withDefaults() Options {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	setIfZero(&o.Deadline, DefaultDeadline)
	setIfZero(&o.MaxConnectionAge, DefaultMaxConnectionAge)
	setIfZero(&o.MaxConnectionAgeGrace, DefaultMaxConnectionAgeGrace)
	setIfZero(&o.MaxMessageBytes, DefaultMaxMessageBytes)
	setIfZero(&o.MaxConcurrentStreams, DefaultMaxConcurrentStreams)
	return o
}

func setIfZero[T comparable](target *T, value T) {
	var zero T
	if *target == zero {
		*target = value
	}
}
