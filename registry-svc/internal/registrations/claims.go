package registrations

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
	KindPackage     Kind = "proto package"
	KindService     Kind = "service name"
)

// maxPaths is how many REST paths one definition may claim.
const maxPaths = 512

type claim struct {
	name string
	kind Kind
}

// claims are what a definition claims: names, in the order in which they are refused, and paths.
type claims struct {
	service string
	names   []claim
	paths   []toolspec.Template
}

func claimsOf(definition *catalog.Definition) (claims, error) {
	c := claims{service: definition.Service}
	tools := definition.Manifest.Tools
	for _, tool := range tools {
		c.add(KindTool, tool.Name)
	}
	for _, tool := range tools {
		c.add(KindAlias, tool.Aliases...)
	}
	for _, tool := range tools {
		for _, intent := range tool.Intents {
			c.add(KindIntent, intent.Name)
		}
	}
	for _, service := range definition.Manifest.Services {
		if ownership.IsInfrastructure(service.FullName()) {
			continue
		}
		c.add(KindGRPCService, string(service.FullName()))
		if err := c.addPaths(service); err != nil {
			return claims{}, err
		}
	}
	for _, pkg := range packagesOf(definition.Manifest) {
		c.add(KindPackage, string(pkg))
	}
	return c, nil
}

func (c *claims) add(kind Kind, names ...string) {
	for _, name := range names {
		c.names = append(c.names, claim{name, kind})
	}
}

func (c *claims) addPaths(service protoreflect.ServiceDescriptor) error {
	for i := range service.Methods().Len() {
		templates, err := toolspec.Templates(service.Methods().Get(i))
		if err != nil {
			return err
		}
		c.paths = append(c.paths, templates...)
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
