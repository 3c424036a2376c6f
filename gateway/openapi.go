package gateway

import (
	"context"
	"maps"
	"slices"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/gateway/internal/openapi"
	"github.com/salaatflow/platform/gateway/internal/rest"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/toolclient/routing"
)

// toolsInDocument is how many tools one OpenAPI document of all services describes at most. Above that it describes the services that
// the platform was built with, and names the others.
const toolsInDocument = 2000

// openAPI returns a function that describes the REST paths and the tools of a table, or of one service where it is named.
func (g *Gateway) openAPI(services []rest.Service, paths *rest.Paths) func(context.Context, *routing.Table, string) ([]byte, error) {
	own := make([]protoreflect.ServiceDescriptor, 0, len(services))
	for _, service := range services {
		own = append(own, service.Descriptor)
	}
	return func(ctx context.Context, table *routing.Table, service string) ([]byte, error) {
		whole := described{own: own, table: table, strangers: paths.OfStrangers(table)}
		api, err := whole.part(service)
		if err != nil {
			return nil, err
		}
		api.Version = kit.VersionOr(g.Config.Version)
		return openapi.Document(ctx, api)
	}
}

// described is all that OpenAPI documents are made of.
type described struct {
	own       []protoreflect.ServiceDescriptor
	table     *routing.Table
	strangers []rest.Operation
}

// part returns what the document of a service describes; that of all where the name is empty.
func (d described) part(service string) (openapi.API, error) {
	own, others := d.holders()
	switch {
	case service != "" && !own[service] && !others[service]:
		return openapi.API{}, apperr.NotFound("no service %q is registered: GET /api/v1/tools tells the service of each tool", service)
	case service != "":
		return d.of(func(holder string) bool { return holder == service }), nil
	case len(d.table.Routes()) > toolsInDocument:
		api := d.of(func(holder string) bool { return own[holder] })
		api.Elsewhere = slices.Sorted(maps.Keys(others))
		return api, nil
	}
	return d.of(func(string) bool { return true }), nil
}

// holders returns the names of the services that the platform was built with, and of the others.
func (d described) holders() (own, others map[string]bool) {
	own, others = map[string]bool{}, map[string]bool{}
	for _, service := range d.own {
		own[d.table.Holder(service.FullName())] = true
	}
	for _, route := range d.table.Routes() {
		others[route.Service] = true
	}
	for _, operation := range d.strangers {
		others[d.holder(operation)] = true
	}
	maps.DeleteFunc(others, func(name string, _ bool) bool { return own[name] })
	return own, others
}

func (d described) holder(operation rest.Operation) string {
	return d.table.Holder(operation.Method.Parent().FullName())
}

// of returns what services of these names offer.
func (d described) of(holds func(name string) bool) openapi.API {
	var api openapi.API
	for _, service := range d.own {
		if holds(d.table.Holder(service.FullName())) {
			api.Services = append(api.Services, service)
		}
	}
	for _, route := range d.table.Routes() {
		if holds(route.Service) {
			api.Tools = append(api.Tools, route.Tool)
		}
	}
	for _, operation := range d.strangers {
		if holds(d.holder(operation)) {
			api.Strangers = append(api.Strangers, openapi.Operation(operation))
		}
	}
	return api
}
