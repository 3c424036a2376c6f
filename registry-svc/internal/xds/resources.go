package xds

import (
	"iter"
	"net"
	"slices"
	"strconv"
	"strings"

	clusterv3 "github.com/envoyproxy/go-control-plane/envoy/config/cluster/v3"
	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	endpointv3 "github.com/envoyproxy/go-control-plane/envoy/config/endpoint/v3"
	listenerv3 "github.com/envoyproxy/go-control-plane/envoy/config/listener/v3"
	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	routerv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/router/v3"
	hcmv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/network/http_connection_manager/v3"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/salaatflow/platform/services/catalog"
)

// The types of resources.
const (
	typePrefix   = "type.googleapis.com/"
	listenerType = typePrefix + "envoy.config.listener.v3.Listener"
	routeType    = typePrefix + "envoy.config.route.v3.RouteConfiguration"
	clusterType  = typePrefix + "envoy.config.cluster.v3.Cluster"
	endpointType = typePrefix + "envoy.config.endpoint.v3.ClusterLoadAssignment"
)

// types are all types of resources, in the order in which a client asks for them.
var types = []string{listenerType, routeType, clusterType, endpointType}

// Resources is what clients can ask for: by type, and by name.
type Resources map[string]map[string]proto.Message

// ResourcesOf returns the resources of a catalogue. Each service has a listener and a route configuration of its name. Its
// calls go round the instances that offer the method: those of the cluster of the service's name, which has all of them, or,
// while versions that run side by side differ about a method, of a cluster for the versions that have it.
func ResourcesOf(c *catalog.Catalog) Resources {
	r := Resources{}
	for _, typ := range types {
		r[typ] = map[string]proto.Message{}
	}
	for definitions := range byService(c.Definitions()) {
		service := definitions[0].Service
		r[listenerType][service] = listener(service)
		s := newSubsets(definitions)
		r[routeType][service] = s.routes()
		for name, hashes := range s.clusters {
			r[clusterType][name] = cluster(name)
			r[endpointType][name] = endpoints(name, c.InstancesOf(service), hashes)
		}
	}
	return r
}

// byService returns the definitions of each service, of definitions that are ordered by service.
func byService(definitions []*catalog.Definition) iter.Seq[[]*catalog.Definition] {
	return func(yield func([]*catalog.Definition) bool) {
		for len(definitions) > 0 {
			end := slices.IndexFunc(definitions, func(d *catalog.Definition) bool { return d.Service != definitions[0].Service })
			if end < 0 {
				end = len(definitions)
			}
			if !yield(definitions[:end:end]) {
				return
			}
			definitions = definitions[end:]
		}
	}
}

// subsets are the clusters of a service.
type subsets struct {
	service  string
	clusters map[string][]string // the hashes of the definitions, by the cluster's name
	special  []route             // of the methods that not all definitions have, sorted
}

// route is where the calls of a method go.
type route struct{ method, cluster string }

// subsetMark separates the name of a service, which cannot contain it, from those of definitions.
const subsetMark = "@"

// shownHash is how much of a definition's hash names it in the name of a cluster.
const shownHash = 12

// newSubsets returns the clusters of the service whose definitions these are.
func newSubsets(definitions []*catalog.Definition) *subsets {
	service := definitions[0].Service
	s := &subsets{service: service, clusters: map[string][]string{}}
	var all, methods []string
	for _, definition := range definitions {
		all = append(all, definition.Hash)
		methods = append(methods, definition.Methods()...)
	}
	s.clusters[service] = all
	if len(definitions) == 1 {
		return s
	}
	slices.Sort(methods)
	for _, method := range slices.Compact(methods) {
		var hashes, shown []string
		for _, definition := range definitions {
			if definition.Offers(method) {
				hashes = append(hashes, definition.Hash)
				shown = append(shown, definition.Hash[:min(shownHash, len(definition.Hash))])
			}
		}
		if len(hashes) == len(all) {
			continue
		}
		name := service + subsetMark + strings.Join(shown, "+")
		s.clusters[name] = hashes
		s.special = append(s.special, route{method, name})
	}
	return s
}

// routes returns the route configuration: the methods about which versions differ, and then everything else.
func (s *subsets) routes() *routev3.RouteConfiguration {
	routes := make([]*routev3.Route, 0, len(s.special)+1)
	for _, special := range s.special {
		routes = append(routes, routeTo(special.cluster, &routev3.RouteMatch{
			PathSpecifier: &routev3.RouteMatch_Path{Path: special.method},
		}))
	}
	routes = append(routes, routeTo(s.service, &routev3.RouteMatch{PathSpecifier: &routev3.RouteMatch_Prefix{}}))
	return &routev3.RouteConfiguration{
		Name:         s.service,
		VirtualHosts: []*routev3.VirtualHost{{Name: s.service, Domains: []string{"*"}, Routes: routes}},
	}
}

func routeTo(cluster string, match *routev3.RouteMatch) *routev3.Route {
	return &routev3.Route{Match: match, Action: &routev3.Route_Route{Route: &routev3.RouteAction{
		ClusterSpecifier: &routev3.RouteAction_Cluster{Cluster: cluster},
	}}}
}

func listener(service string) *listenerv3.Listener {
	return &listenerv3.Listener{Name: service, ApiListener: &listenerv3.ApiListener{ApiListener: packed(&hcmv3.HttpConnectionManager{
		RouteSpecifier: &hcmv3.HttpConnectionManager_Rds{Rds: &hcmv3.Rds{ConfigSource: fromHere(), RouteConfigName: service}},
		HttpFilters: []*hcmv3.HttpFilter{{
			Name: "router", ConfigType: &hcmv3.HttpFilter_TypedConfig{TypedConfig: packed(&routerv3.Router{})},
		}},
	})}}
}

func cluster(name string) *clusterv3.Cluster {
	return &clusterv3.Cluster{
		Name:                 name,
		ClusterDiscoveryType: &clusterv3.Cluster_Type{Type: clusterv3.Cluster_EDS},
		EdsClusterConfig:     &clusterv3.Cluster_EdsClusterConfig{EdsConfig: fromHere()},
		LbPolicy:             clusterv3.Cluster_ROUND_ROBIN,
	}
}

// fromHere says that a resource comes by the same stream.
func fromHere() *corev3.ConfigSource {
	return &corev3.ConfigSource{
		ConfigSourceSpecifier: &corev3.ConfigSource_Ads{Ads: &corev3.AggregatedConfigSource{}},
		ResourceApiVersion:    corev3.ApiVersion_V3,
	}
}

// endpoints returns the instances of some definitions, each address once.
func endpoints(cluster string, instances []catalog.Instance, hashes []string) *endpointv3.ClusterLoadAssignment {
	var addresses []string
	for _, instance := range instances {
		if slices.Contains(hashes, instance.DefinitionHash) {
			addresses = append(addresses, instance.Address)
		}
	}
	slices.Sort(addresses)
	locality := &endpointv3.LocalityLbEndpoints{
		Locality: &corev3.Locality{}, LoadBalancingWeight: wrapperspb.UInt32(1),
	}
	for _, address := range slices.Compact(addresses) {
		if at := socketAddress(address); at != nil {
			locality.LbEndpoints = append(locality.LbEndpoints, &endpointv3.LbEndpoint{
				HealthStatus:   corev3.HealthStatus_HEALTHY,
				HostIdentifier: &endpointv3.LbEndpoint_Endpoint{Endpoint: &endpointv3.Endpoint{Address: at}},
			})
		}
	}
	return &endpointv3.ClusterLoadAssignment{ClusterName: cluster, Endpoints: []*endpointv3.LocalityLbEndpoints{locality}}
}

// socketAddress returns an address, host:port, or nil for one that was never registered like that.
func socketAddress(address string) *corev3.Address {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return nil
	}
	return &corev3.Address{Address: &corev3.Address_SocketAddress{SocketAddress: &corev3.SocketAddress{
		Address: host, PortSpecifier: &corev3.SocketAddress_PortValue{PortValue: uint32(number)},
	}}}
}

// packed returns a message as an Any.
func packed(message proto.Message) *anypb.Any {
	content, err := anypb.New(message)
	if err != nil {
		panic(err) // a message of constants and names always marshals
	}
	return content
}
