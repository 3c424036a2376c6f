package gateway

import (
	"google.golang.org/grpc"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/gateway/internal/rest"
	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolspec"
)

// strangersBeside returns a function that finds the services of a table that are not the platform's, newest version first.
func strangersBeside(
	owners ownership.Owners, conn func(protoreflect.FullName) grpc.ClientConnInterface,
) func(*routing.Table) []rest.Stranger {
	return func(table *routing.Table) []rest.Stranger {
		var strangers []rest.Stranger
		for _, definition := range table.Definitions() {
			if !definition.HasPaths() {
				continue
			}
			tools := map[protoreflect.FullName]*toolspec.Tool{}
			for _, tool := range definition.Tools() {
				if route := table.Lookup(tool.Name); route != nil && route.Service == definition.Service {
					tools[tool.RPC()] = tool
				}
			}
			for i, offered := range definition.GRPCServices() {
				name := protoreflect.FullName(offered)
				_, ours := owners.Of(name)
				if ours || ownership.IsInfrastructure(name) || table.Holder(name) != definition.Service {
					continue
				}
				strangers = append(strangers, rest.Stranger{
					Definition: definition, Service: name, Tools: tools, Conn: conn(name),
					Descriptor: func() protoreflect.ServiceDescriptor { return definition.Manifest().Services[i] },
				})
			}
		}
		return strangers
	}
}
