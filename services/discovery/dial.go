package discovery

import (
	"slices"

	"google.golang.org/grpc"

	"github.com/salaatflow/platform/services/discovery/internal/hedging"
	"github.com/salaatflow/platform/services/grpcclient"
)

// Dial makes a connection to the instances of a service, whichever they are at any time: a call goes to one that offers
// the method, round robin, and while there is none it fails at once with UNAVAILABLE. An instance that is hung is left
// out within 2 seconds while others answer, until it answers again; a call that changes nothing is sent to a second
// instance when the first is slow, below the interceptors of the options. It begins to connect at once. Close it after use.
func (w *Watcher) Dial(service string, options grpcclient.Options) (*grpc.ClientConn, error) {
	options.Resolvers = append(options.Resolvers[:len(options.Resolvers):len(options.Resolvers)], w.Resolver())
	// What registers is near: no proxy stands between.
	options.DialOptions = slices.Concat([]grpc.DialOption{grpc.WithNoProxy()}, options.DialOptions,
		[]grpc.DialOption{grpc.WithChainUnaryInterceptor(hedging.Unary((&readOnly{watcher: w, service: service}).has, w.clock))})
	conn, err := grpcclient.Dial(Scheme+":///"+service, options)
	if err != nil {
		return nil, err
	}
	conn.Connect()
	return conn, nil
}
