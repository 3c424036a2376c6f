package discovery

import (
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"

	"github.com/salaatflow/platform/services/grpcclient"
)

// Dial makes a connection to the instances of a service, whichever they are at any time: a call goes to one that offers
// the method, round robin, and while there is none it fails at once with UNAVAILABLE. It begins to connect at once.
// Close it after use.
func (w *Watcher) Dial(service string, options grpcclient.Options) (*grpc.ClientConn, error) {
	options.Resolvers = append(options.Resolvers[:len(options.Resolvers):len(options.Resolvers)], w.Resolver())
	options.DialOptions = append([]grpc.DialOption{connectParams()}, options.DialOptions...)
	conn, err := grpcclient.Dial(Scheme+":///"+service, options)
	if err != nil {
		return nil, err
	}
	conn.Connect()
	return conn, nil
}

// connectParams try an instance that is away again soon: it is near, and the registry takes it out if it stays away.
func connectParams() grpc.DialOption {
	return grpc.WithConnectParams(grpc.ConnectParams{
		Backoff:           backoff.Config{BaseDelay: 100 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: 2 * time.Second},
		MinConnectTimeout: 3 * time.Second,
	})
}
