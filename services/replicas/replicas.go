// Package replicas connects to a program that runs in several replicas, such as the registry: calls go to one of them for
// as long as it answers, and then to another.
package replicas

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/resolver"

	"github.com/salaatflow/platform/services/address"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/setting"
)

// reconnecting bounds the wait before a replica that is away is tried again. The other one may go right after this one is
// back: whoever holds a lease, also one of a few seconds, must find this one before the lease ends.
const reconnecting = 500 * time.Millisecond

// separator stands between the addresses of replicas.
const separator = ","

// Registry is the program that replicas are of unless Options.Service names another.
const Registry = "registry-svc"

// Dial makes a connection to the replicas at addresses, each host:port, with commas between them. A host may be a name with
// several addresses, if it is the only one: each is then a replica. Different connections begin with different replicas.
// It takes the place of options.ServiceConfig; otherwise it is like grpcclient.Dial.
func Dial(addresses string, options grpcclient.Options) (*grpc.ClientConn, error) {
	if err := Validate(addresses); err != nil {
		return nil, setting.Wrong(err)
	}
	if options.Service == "" {
		options.Service = Registry
	}
	options.ServiceConfig = `{"loadBalancingConfig":[{"` + policy + `":{}}]}`
	target, build := addresses, resolver.Builder(nameBuilder{lookup: net.DefaultResolver.LookupHost, clock: clock.System()})
	if strings.Contains(addresses, separator) {
		target, build = scheme+":///"+addresses, builder{}
	}
	options.Resolvers = append(options.Resolvers[:len(options.Resolvers):len(options.Resolvers)], build)
	options.DialOptions = append([]grpc.DialOption{grpc.WithConnectParams(grpc.ConnectParams{
		Backoff:           backoff.Config{BaseDelay: reconnecting / 5, Multiplier: 1.6, Jitter: 0.2, MaxDelay: reconnecting},
		MinConnectTimeout: 3 * time.Second,
	})}, options.DialOptions...)
	return grpcclient.Dial(target, options)
}

// Validate returns an error that names the address which is not host:port.
func Validate(addresses string) error {
	var errs []error
	for each := range strings.SplitSeq(addresses, separator) {
		err := address.Check(each)
		if err == nil && strings.HasPrefix(each, ":") {
			err = fmt.Errorf("%q is not an address that can be called, such as 127.0.0.1:9000", each)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// Remote returns the first of the addresses that is not on this machine, or an empty string.
func Remote(addresses string) string {
	for each := range strings.SplitSeq(addresses, separator) {
		if each != "" && !address.IsLoopback(each) && !address.IsUnspecified(each) {
			return each
		}
	}
	return ""
}

// scheme is that of targets that list addresses.
const scheme = "replicas"

// builder resolves a list of addresses to themselves. A name among them is resolved whenever it is connected to.
type builder struct{}

func (builder) Scheme() string { return scheme }

func (builder) Build(target resolver.Target, cc resolver.ClientConn, _ resolver.BuildOptions) (resolver.Resolver, error) {
	var state resolver.State
	for address := range strings.SplitSeq(target.Endpoint(), separator) {
		state.Addresses = append(state.Addresses, resolver.Address{Addr: address})
	}
	return list{}, cc.UpdateState(state)
}

// list never changes.
type list struct{}

func (list) ResolveNow(resolver.ResolveNowOptions) {}

func (list) Close() {}
