package discovery

import (
	"context"
	"slices"
	"time"

	"google.golang.org/grpc"

	"github.com/salaatflow/platform/services/discovery/internal/hedging"
	"github.com/salaatflow/platform/services/grpcclient"
)

// Dial returns a connection to whichever instances of a service there are when a call is made. A call goes round robin to
// an instance that offers the method; while there is none, it fails at once with UNAVAILABLE. A hung instance is left out
// within 2 seconds while others answer, and one that does not even answer health checks within 4 seconds, until it answers; when it
// is the only one, calls then fail at once with UNAVAILABLE. A read-only call is sent to a second instance when the
// first is slow, below the interceptors of the options. It connects at once. Close it after use.
func (w *Watcher) Dial(service string, options grpcclient.Options) (*grpc.ClientConn, error) {
	options.Service = service
	options.Resolvers = append(options.Resolvers[:len(options.Resolvers):len(options.Resolvers)], w.Resolver())
	// Registered instances are near: there is no proxy between.
	options.DialOptions = slices.Concat([]grpc.DialOption{grpc.WithNoProxy()}, options.DialOptions,
		[]grpc.DialOption{grpc.WithChainUnaryInterceptor(hedging.Unary((&readOnly{watcher: w, service: service}).has, w.clock))})
	conn, err := grpcclient.Dial(Scheme+":///"+service, options)
	if err != nil {
		return nil, err
	}
	conn.Connect()
	return conn, nil
}

// WithTimeout is context.WithTimeout for one call over a connection of Dial. A context that is made so costs less where the call may be
// sent to a second instance. It may end with the call.
func WithTimeout(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	return hedging.WithTimeout(ctx, timeout)
}
