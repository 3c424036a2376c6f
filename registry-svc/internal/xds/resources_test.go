package xds_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	clusterv3 "github.com/envoyproxy/go-control-plane/envoy/config/cluster/v3"
	endpointv3 "github.com/envoyproxy/go-control-plane/envoy/config/endpoint/v3"
	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/registry-svc/internal/xds"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/toolspec"
)

const (
	listeners = "type.googleapis.com/envoy.config.listener.v3.Listener"
	routes    = "type.googleapis.com/envoy.config.route.v3.RouteConfiguration"
	clusters  = "type.googleapis.com/envoy.config.cluster.v3.Cluster"
	endpoints = "type.googleapis.com/envoy.config.endpoint.v3.ClusterLoadAssignment"
)

// version is a version of garden-svc with instances at addresses.
type version struct {
	version   string
	tools     []string
	addresses []string
}

func garden(t *testing.T, versions ...version) *catalog.Catalog {
	t.Helper()
	var definitions []*catalog.Definition
	var instances []catalog.Instance
	for _, v := range versions {
		definition, err := catalogtest.NewDefinition("garden-svc", v.version, []string{catalogtest.GRPCService("garden.v1")},
			catalogtest.Files(t, "garden.v1", catalogtest.Tools(v.tools...)...), toolspec.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		definitions = append(definitions, definition)
		for i, address := range v.addresses {
			instances = append(instances, catalog.Instance{
				ID: fmt.Sprint(v.version, i), Service: "garden-svc", Address: address, DefinitionHash: definition.Hash,
			})
		}
	}
	return catalog.New(1, definitions, instances)
}

// calls says where the calls of each method go: to which addresses.
func calls(resources xds.Resources, method string) string {
	for _, route := range resources[routes]["garden-svc"].(*routev3.RouteConfiguration).GetVirtualHosts()[0].GetRoutes() {
		if match := route.GetMatch(); match.GetPath() == method || match.GetPath() == "" && strings.HasPrefix(method, match.GetPrefix()) {
			return addressesOf(resources[endpoints][route.GetRoute().GetCluster()])
		}
	}
	return "nowhere"
}

func addressesOf(assignment proto.Message) string {
	var at []string
	for _, endpoint := range assignment.(*endpointv3.ClusterLoadAssignment).GetEndpoints()[0].GetLbEndpoints() {
		address := endpoint.GetEndpoint().GetAddress().GetSocketAddress()
		at = append(at, fmt.Sprint(address.GetAddress(), " ", address.GetPortValue()))
	}
	return strings.Join(at, ", ")
}

func TestACallGoesToTheInstancesThatOfferTheMethod(t *testing.T) {
	sow, water := catalogtest.Method("garden.v1", "sow_seed"), catalogtest.Method("garden.v1", "water")
	for name, tt := range map[string]struct {
		versions   []version
		sow, water string
		clusters   int
	}{
		"one version": {
			[]version{{"1.0.0", []string{"sow_seed", "water"}, []string{"10.0.0.2:90", "10.0.0.1:90", "[fd00::1]:90"}}},
			"10.0.0.1 90, 10.0.0.2 90, fd00::1 90", "10.0.0.1 90, 10.0.0.2 90, fd00::1 90", 1,
		},
		"a version that adds a method": {
			[]version{
				{"1.0.0", []string{"sow_seed"}, []string{"10.0.0.1:90"}},
				{"1.1.0", []string{"sow_seed", "water"}, []string{"10.0.0.2:90"}},
			},
			"10.0.0.1 90, 10.0.0.2 90", "10.0.0.2 90", 2,
		},
		"versions that offer the same": {
			[]version{
				{"1.0.0", []string{"sow_seed", "water"}, []string{"10.0.0.1:90"}},
				{"1.0.1", []string{"sow_seed", "water"}, []string{"10.0.0.2:90"}},
			},
			"10.0.0.1 90, 10.0.0.2 90", "10.0.0.1 90, 10.0.0.2 90", 1,
		},
		"a method that nobody offers": {
			[]version{{"1.0.0", []string{"sow_seed"}, []string{"10.0.0.1:90"}}},
			"10.0.0.1 90", "10.0.0.1 90", 1, // who answers that it is not implemented
		},
	} {
		t.Run(name, func(t *testing.T) {
			resources := xds.ResourcesOf(garden(t, tt.versions...))
			if got := calls(resources, sow); got != tt.sow {
				t.Errorf("sow_seed goes to %s, want %s", got, tt.sow)
			}
			if got := calls(resources, water); got != tt.water {
				t.Errorf("water goes to %s, want %s", got, tt.water)
			}
			if got := len(resources[clusters]); got != tt.clusters {
				t.Errorf("%d clusters, want %d", got, tt.clusters)
			}
		})
	}
}

func TestEachServiceHasItsResources(t *testing.T) {
	resources := xds.ResourcesOf(garden(t, version{"1.0.0", []string{"sow_seed"}, []string{"10.0.0.1:90"}}))
	for _, typ := range []string{listeners, routes, clusters, endpoints} {
		if names := slices.Collect(maps.Keys(resources[typ])); !slices.Equal(names, []string{"garden-svc"}) {
			t.Errorf("%s: %v", typ, names)
		}
	}
	if policy := resources[clusters]["garden-svc"].(*clusterv3.Cluster).GetLbPolicy(); policy != clusterv3.Cluster_ROUND_ROBIN {
		t.Errorf("the policy is %v", policy)
	}
	for typ, named := range xds.ResourcesOf(garden(t)) {
		if len(named) > 0 {
			t.Errorf("an empty catalogue has %s: %v", typ, named)
		}
	}
}
