// Package grpcclient is the one way to dial another service. Its connections notice a dead peer, its calls have a
// deadline, and each call carries the caller's identity.
package grpcclient

import (
	"context"
	"fmt"
	"time"

	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/resolver"

	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/mtls"
	"github.com/salaatflow/platform/services/tracing"
)

// The defaults of Options.
const (
	DefaultDeadline        = 10 * time.Second
	DefaultMaxMessageBytes = 4 << 20
)

// Options configures a connection. The zero value works, without traces.
type Options struct {
	// TracerProvider receives a span for each unary call; nil creates none. The context's trace is forwarded in any case.
	TracerProvider trace.TracerProvider
	// Deadline is the deadline of a unary call whose context has none; 0 is DefaultDeadline, negative is no deadline.
	// Streams have none.
	Deadline time.Duration
	// MaxMessageBytes is the largest message received or sent; 0 is DefaultMaxMessageBytes.
	MaxMessageBytes int
	// ServiceConfig is the default gRPC service config as JSON; empty is grpc-go's own.
	ServiceConfig string
	// Resolvers resolve the target's scheme on this connection alone, and may say how its calls are made (a service config).
	// Without them nobody else may: DNS is not asked for it.
	Resolvers []resolver.Builder
	// Origin returns where a call comes from, for the audit of who is called; nil says nothing of it.
	Origin func(context.Context) string
	// Credential is presented on each call; nil presents none.
	Credential *credential.Credential
	// TLS proves to the target who this program is, and asks it for the same; nil connects in plain text.
	TLS *mtls.Source
	// Service is the program that the target must prove to be, such as tasks-svc. With TLS it is required.
	Service string
	// DialOptions are passed after the package's own.
	DialOptions []grpc.DialOption
}

// Dial returns a connection to target, which connects with its first call. A dead peer is noticed within 13 seconds. Each
// call carries the identity of its context and the credential, and nothing else under those keys. Errors of calls are the server's
// statuses, unchanged: apperr.From reads them. Close it after use.
func Dial(target string, options Options) (*grpc.ClientConn, error) {
	if options.TLS != nil && options.Service == "" {
		return nil, fmt.Errorf("grpcclient: dial %s: Options.Service must say which program its certificate has to name", target)
	}
	conn, err := grpc.NewClient(target, append(dialOptions(options), options.DialOptions...)...)
	if err != nil {
		return nil, fmt.Errorf("grpcclient: dial %s: %w", target, err)
	}
	return conn, nil
}

// Target returns the target of a connection, for logs; empty when it is not known.
func Target(conn grpc.ClientConnInterface) string {
	if dialled, ok := conn.(interface{ Target() string }); ok {
		return dialled.Target()
	}
	return ""
}

func dialOptions(o Options) []grpc.DialOption {
	if o.Deadline == 0 {
		o.Deadline = DefaultDeadline
	}
	if o.MaxMessageBytes == 0 {
		o.MaxMessageBytes = DefaultMaxMessageBytes
	}
	calls := &caller{deadline: o.Deadline, origin: o.Origin, tracer: tracing.New(o.TracerProvider)}
	options := []grpc.DialOption{
		grpc.WithTransportCredentials(transport(o)),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{
			Time:                10 * time.Second,
			Timeout:             3 * time.Second,
			PermitWithoutStream: true,
		}),
		// Services are near and soon back, so connections are retried about every second, not after 2 minutes.
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff: backoff.Config{
				BaseDelay: 100 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: time.Second,
			},
			MinConnectTimeout: 3 * time.Second,
		}),
		grpc.WithDefaultCallOptions(
			grpc.MaxCallRecvMsgSize(o.MaxMessageBytes),
			grpc.MaxCallSendMsgSize(o.MaxMessageBytes),
		),
		grpc.WithUnaryInterceptor(calls.unary),
		grpc.WithStreamInterceptor(calls.stream),
	}
	if o.ServiceConfig != "" {
		options = append(options, grpc.WithDefaultServiceConfig(o.ServiceConfig))
	}
	if len(o.Resolvers) > 0 {
		options = append(options, grpc.WithResolvers(o.Resolvers...))
	} else { // the first call would wait for the answer about a TXT record, and whoever answers for DNS would set deadlines and retries
		options = append(options, grpc.WithDisableServiceConfig())
	}
	if o.Credential != nil {
		options = append(options, grpc.WithPerRPCCredentials(bearer{o.Credential}))
	}
	return options
}

func transport(o Options) credentials.TransportCredentials {
	if o.TLS == nil {
		return insecure.NewCredentials()
	}
	return o.TLS.Client(o.Service)
}
