package gateway

import (
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/gateway/internal/openapi"
	"github.com/salaatflow/platform/gateway/internal/rest"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolspec"
)

// openAPI returns a function that describes the REST paths and the tools of a table.
func (g *Gateway) openAPI(services []rest.Service, paths *rest.Paths) func(*routing.Table) ([]byte, error) {
	described := make([]protoreflect.ServiceDescriptor, 0, len(services))
	for _, service := range services {
		described = append(described, service.Descriptor)
	}
	return func(table *routing.Table) ([]byte, error) {
		var tools []*toolspec.Tool
		for _, route := range table.Routes() {
			tools = append(tools, route.Tool)
		}
		var strangers []openapi.Operation
		for _, bound := range paths.OfStrangers(table) {
			strangers = append(strangers, openapi.Operation{Method: bound.Method, Path: bound.Path})
		}
		return openapi.Document(tools, described, strangers, kit.VersionOr(g.Config.Version))
	}
}
