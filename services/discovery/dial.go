package discovery

import (
	"google.golang.org/grpc"

	"github.com/salaatflow/platform/services/grpcclient"
)

// Dial makes a connection to the instances of a service, whichever they are at any time: a call goes to one that offers
// the method, round robin, and while there is none it fails at once with UNAVAILABLE. It begins to connect at once.
// Close it after use.
func (w *Watcher) Dial(service string, options grpcclient.Options) (*grpc.ClientConn, error) {
	options.Resolvers = append(options.Resolvers[:len(options.Resolvers):len(options.Resolvers)], w.Resolver())
	// What registers is near: no proxy stands between.
	options.DialOptions = append([]grpc.DialOption{grpc.WithNoProxy()}, options.DialOptions...)
	conn, err := grpcclient.Dial(Scheme+":///"+service, options)
	if err != nil {
		return nil, err
	}
	conn.Connect()
	return conn, nil
}
