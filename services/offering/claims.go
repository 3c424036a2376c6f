package offering

import (
	"fmt"
	"maps"
	"slices"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/toolspec"
)

// Kind is what a service claims a name as.
type Kind string

// Tool names, aliases and intents of all services share one name space, so that no name means two services and nobody
// can shadow another's. Every other kind has its own name space. Paths that match the same request are equal.
const (
	KindTool        Kind = "tool name"
	KindAlias       Kind = "alias"
	KindIntent      Kind = "intent"
	KindGRPCService Kind = "gRPC service"
	KindPath        Kind = "REST path"
	KindPrompt      Kind = "prompt name"
	KindScheme      Kind = "URI scheme"
	KindPackage     Kind = "proto package"
	KindService     Kind = "service name"
)

// maxPaths is how many REST paths one definition may claim.
const maxPaths = 512

type claim struct {
	name string
	kind Kind
	by   protoreflect.FullName // what claims it
}

// Claims are what a definition claims: names, in the order in which they are refused, and paths. They are not changed.
type Claims struct {
	service string
	names   []claim
	paths   []pathClaim
}

type pathClaim struct {
	toolspec.Template
	by protoreflect.FullName
}

// ClaimsOf returns what a definition claims, or an error for paths that cannot be claimed.
func ClaimsOf(definition *catalog.Definition) (Claims, error) {
	c := Claims{service: definition.Service}
	tools := definition.Manifest().Tools
	for _, tool := range tools {
		c.add(KindTool, tool.RPC(), tool.Name)
	}
	for _, tool := range tools {
		c.add(KindAlias, tool.RPC(), tool.Aliases...)
	}
	for _, tool := range tools {
		for _, intent := range tool.Intents {
			c.add(KindIntent, tool.RPC(), intent.Name)
		}
	}
	for _, prompt := range definition.Manifest().Prompts {
		c.add(KindPrompt, prompt.RPC.RPC(), prompt.Name)
	}
	last := ""
	for _, resource := range definition.Manifest().Resources { // ordered by it
		if scheme := resource.URI.Scheme; scheme != last {
			c.add(KindScheme, resource.RPC.RPC(), scheme)
			last = scheme
		}
	}
	for _, service := range definition.Manifest().Services {
		if ownership.IsInfrastructure(service.FullName()) {
			continue
		}
		c.add(KindGRPCService, service.FullName(), string(service.FullName()))
		if err := c.addPaths(service); err != nil {
			return Claims{}, err
		}
	}
	for _, pkg := range packagesOf(definition.Manifest()) {
		c.add(KindPackage, pkg, string(pkg))
	}
	return c, nil
}

func (c *Claims) add(kind Kind, by protoreflect.FullName, names ...string) {
	for _, name := range names {
		c.names = append(c.names, claim{name, kind, by})
	}
}

func (c *Claims) addPaths(service protoreflect.ServiceDescriptor) error {
	for i := range service.Methods().Len() {
		method := service.Methods().Get(i)
		templates, err := toolspec.Templates(method)
		if err != nil {
			return err
		}
		for _, template := range templates {
			c.paths = append(c.paths, pathClaim{template, method.FullName()})
		}
	}
	if len(c.paths) > maxPaths {
		return fmt.Errorf("%d REST paths, more than %d", len(c.paths), maxPaths)
	}
	return nil
}

// packagesOf returns the packages that a definition speaks for: those of the gRPC services it offers, and those of
// files that no other file imports. Files that are only imported belong to somebody else.
func packagesOf(manifest *toolspec.Manifest) []protoreflect.FullName {
	own := map[string]protoreflect.FileDescriptor{}
	manifest.Files.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		if !ownership.IsShared(file.Package()) {
			own[file.Path()] = file
		}
		return true
	})
	manifest.Files.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		for i := range file.Imports().Len() {
			delete(own, file.Imports().Get(i).Path())
		}
		return true
	})
	for _, service := range manifest.Services {
		own[service.ParentFile().Path()] = service.ParentFile()
	}
	var packages []protoreflect.FullName
	for _, path := range slices.Sorted(maps.Keys(own)) {
		pkg := own[path].Package()
		if pkg != "" && !ownership.IsInfrastructure(pkg) && !slices.Contains(packages, pkg) {
			packages = append(packages, pkg)
		}
	}
	return packages
}
