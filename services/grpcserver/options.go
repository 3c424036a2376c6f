package grpcserver

import (
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc"

	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/mtls"
)

// The defaults of Options.
const (
	DefaultDeadline              = 10 * time.Second
	DefaultMaxConnectionAge      = 5 * time.Minute
	DefaultMaxConnectionAgeGrace = 30 * time.Second
	DefaultMaxMessageBytes       = 4 << 20
	DefaultMaxConcurrentStreams  = 1024
)

// Options configures a server. The zero value works, without logs, traces and metrics.
type Options struct {
	// Logger receives a line for each call: failures of the service at Error with their cause, refusals at Info,
	// successes at Debug. nil logs nothing.
	Logger *slog.Logger
	// TracerProvider receives a span for each call. nil traces nothing.
	TracerProvider trace.TracerProvider
	// MeterProvider receives the duration of each call and the number of active calls. nil measures nothing.
	MeterProvider metric.MeterProvider
	// Deadline is the most that a unary call may take, whatever its caller allows; 0 is DefaultDeadline,
	// negative is no limit. Streams have none.
	Deadline time.Duration
	// MaxConnectionAge is the age at which a connection is closed gracefully, so that clients find newer instances; 0 is
	// DefaultMaxConnectionAge, negative is never.
	MaxConnectionAge time.Duration
	// MaxConnectionAgeGrace is how long calls may still run on a connection closed for its age; 0 is
	// DefaultMaxConnectionAgeGrace.
	MaxConnectionAgeGrace time.Duration
	// MaxMessageBytes is the largest message received or sent; 0 is DefaultMaxMessageBytes.
	MaxMessageBytes int
	// MaxConcurrentStreams is how many calls one connection may have in flight; more wait at the client. 0 is
	// DefaultMaxConcurrentStreams.
	MaxConcurrentStreams uint32
	// Credential is what callers of every method but those of health must present; otherwise they get UNAUTHENTICATED
	// with the reason CREDENTIAL_INVALID. nil trusts every caller, which is for servers that only this machine reaches.
	Credential *credential.Credential
	// Service is the name of the service, for which callers may derive a credential of its own: credential.Credential.For. Empty
	// accepts no such one.
	Service string
	// TLS proves who the server is, and asks callers for the same; nil serves in plain text.
	TLS *mtls.Source
	// Edges are the programs whose calls may name a user, as peer.Identity.Is finds them. Others that do get
	// PERMISSION_DENIED with the reason IDENTITY_NOT_ALLOWED. Without TLS nobody can be told apart, and all may.
	Edges []string
	// Access decides who may call what; nil decides by the annotations of the RPCs alone.
	Access *access.Decider
	// Admission decides on callers beside the credential; nil admits whoever has that.
	Admission Admission
	// Classify turns a handler's error into the one that callers get, such as that of an unreachable database. It returns
	// other errors unchanged. It is not called for calls that have ended meanwhile. nil changes nothing.
	Classify func(error) error
	// Audit keeps records of calls that change something, and of refusals, unless an edge says that it does. nil keeps none.
	Audit audit.Recorder
	// ServerOptions are passed to grpc.NewServer after the server's own.
	ServerOptions []grpc.ServerOption
}

func (o Options) withDefaults() Options {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Audit == nil {
		o.Audit = audit.Discard
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
