package routing

import (
	"cmp"
	"slices"
	"strings"

	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/toolspec"
)

// Prompt is a prompt and how to call it. It is immutable.
type Prompt struct {
	*toolspec.Prompt
	Route *Route
	// Completers are the routes of what completes its arguments, by their names.
	Completers map[string]*Route
}

// Resource is a resource and how to call it. It is immutable.
type Resource struct {
	*toolspec.Resource
	Route *Route
	// Completers are the routes of what completes its arguments, by their names.
	Completers map[string]*Route
}

// Prompts returns the prompts by name.
func (t *Table) Prompts() []*Prompt { return t.prompts }

// Prompt returns the prompt of a name; nil when there is none.
func (t *Table) Prompt(name string) *Prompt {
	at, found := slices.BinarySearchFunc(t.prompts, name, func(p *Prompt, name string) int { return cmp.Compare(p.Name, name) })
	if !found {
		return nil
	}
	return t.prompts[at]
}

// Resources returns the resources by scheme.
func (t *Table) Resources() []*Resource { return t.resources }

// Resource returns the resource of a URI, and the values of its variables; nil when there is none.
func (t *Table) Resource(uri string) (*Resource, map[string]string) {
	for _, resource := range t.ofScheme(uri) {
		if values, ok := resource.URI.Match(uri); ok {
			return resource, values
		}
	}
	return nil, nil
}

// ofScheme returns the resources of a URI's scheme.
func (t *Table) ofScheme(uri string) []*Resource {
	scheme, _, _ := strings.Cut(uri, "://")
	scheme = strings.ToLower(scheme)
	first, _ := slices.BinarySearchFunc(t.resources, scheme, func(r *Resource, scheme string) int { return cmp.Compare(r.URI.Scheme, scheme) })
	end := first
	for end < len(t.resources) && t.resources[end].URI.Scheme == scheme {
		end++
	}
	return t.resources[first:end]
}

// ResourceOf returns the resource whose URI is written so, with its variables; nil when there is none.
func (t *Table) ResourceOf(template string) *Resource {
	for _, resource := range t.ofScheme(template) {
		if resource.URI.Text == template {
			return resource
		}
	}
	return nil
}

// addOffers adds the prompts and resources of a catalogue. Of two versions of a service the newer counts. A name is its first
// holder's, by service, and a scheme is one service's alone.
func (b *Builder) addOffers(table, previous *Table, offered *catalog.Catalog) {
	prompts, schemes, uris := map[string]bool{}, map[string]string{}, map[string]bool{}
	for _, definition := range offered.Definitions() {
		service := definition.Service
		for _, prompt := range definition.Prompts() {
			if prompts[prompt.Name] || !b.allows(service, promptName(prompt), prompt.RPC) {
				continue
			}
			prompts[prompt.Name] = true
			route := b.called(table, previous, definition, prompt.RPC)
			table.prompts = append(table.prompts, &Prompt{
				Prompt: prompt, Route: route, Completers: b.completers(table, previous, definition, prompt.Arguments),
			})
		}
		for _, resource := range definition.Resources() {
			holder, held := schemes[resource.URI.Scheme]
			if held && holder != service || uris[resource.URI.Text] || !b.allows(service, schemeName(resource), resource.RPC) {
				continue
			}
			schemes[resource.URI.Scheme], uris[resource.URI.Text] = service, true
			route := b.called(table, previous, definition, resource.RPC)
			table.resources = append(table.resources, &Resource{
				Resource: resource, Route: route, Completers: b.completers(table, previous, definition, resource.Arguments),
			})
		}
	}
	slices.SortFunc(table.prompts, func(a, b *Prompt) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortStableFunc(table.resources, func(a, b *Resource) int { return a.URI.Compare(b.URI) })
}

// The names under which what is the platform's is reserved.
func promptName(prompt *toolspec.Prompt) string     { return "prompt " + prompt.Name }
func schemeName(resource *toolspec.Resource) string { return "scheme " + resource.URI.Scheme }

// reserveOffers reserves the names of a definition's prompts and resources for its service.
func (b *Builder) reserveOffers(definition *catalog.Definition) {
	for _, prompt := range definition.Prompts() {
		b.reserved[promptName(prompt)] = definition.Service
	}
	for _, resource := range definition.Resources() {
		b.reserved[schemeName(resource)] = definition.Service
	}
}

func (b *Builder) completers(
	table, previous *Table, definition *catalog.Definition, arguments []toolspec.Argument,
) map[string]*Route {
	var routes map[string]*Route
	for _, argument := range arguments {
		if argument.Completer == nil {
			continue
		}
		if routes == nil {
			routes = map[string]*Route{}
		}
		routes[argument.Name] = b.called(table, previous, definition, argument.Completer)
	}
	return routes
}

// called returns the route of an RPC that is called as a tool is, that of the tool if it is one.
func (b *Builder) called(table, previous *Table, definition *catalog.Definition, rpc *toolspec.Tool) *Route {
	if route, isTool := table.byTool.Get(rpc); isTool {
		return route
	}
	route := table.offered[rpc]
	if route == nil {
		route = previous.offered[rpc]
	}
	if route == nil {
		route = &Route{
			Tool: rpc, Service: definition.Service, Version: definition.Version, Available: true, Conn: b.conn(definition.Service),
			Access: access.OfTool(rpc),
		}
	}
	if table.offered == nil {
		table.offered = map[*toolspec.Tool]*Route{}
	}
	table.offered[rpc] = route
	return route
}
