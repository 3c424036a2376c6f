// Package catalog is an immutable picture of which services offer which tools. The registry answers from one, and whoever
// watches the registry builds the same.
package catalog

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/types/descriptorpb"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/toolspec"
)

// Definition is what a service of one version offers. It is immutable and safe for concurrent use.
type Definition struct {
	// Hash is the hex SHA-256 of the content: service, version, gRPC services and files.
	Hash string
	// Service and Version name whose definition it is.
	Service, Version string
	// Bytes is the size of the definition as it is sent.
	Bytes int
	// ToolNames are the names of its tools, sorted.
	ToolNames []string

	wire     *encoded
	content  content
	manifest *toolspec.Manifest // nil of a lean definition
	methods  map[string]struct{}
	face     func() string
}

// ReadDefinition returns the definition that the registry sent, with the hash as sent and without compiling its rules.
// Definitions of the same content share one manifest.
func ReadDefinition(sent *registryv1.Definition, limits toolspec.Limits) (*Definition, error) {
	wire, err := encode(sent.GetService(), sent.GetVersion(), sent.GetGrpcServices(), sent.GetFiles())
	if err != nil {
		return nil, err
	}
	return read(sent.GetHash(), wire, limits)
}

// ReadShared is ReadDefinition of a definition whose files are sent apart from it.
func ReadShared(sent *registryv1.SharedDefinition, files []*File, limits toolspec.Limits) (*Definition, error) {
	return read(sent.GetHash(), &encoded{
		service: sent.GetService(), version: sent.GetVersion(), grpcServices: sent.GetGrpcServices(), files: files,
	}, limits)
}

func read(hash string, wire *encoded, limits toolspec.Limits) (*Definition, error) {
	sum, size := wire.sum()
	of := content{sum, limits}
	manifest, err := wire.manifest(of)
	if err != nil {
		return nil, err
	}
	d := &Definition{
		Hash: hash, Service: wire.service, Version: wire.version, wire: wire, content: of, manifest: manifest, methods: methodsOf(manifest),
		Bytes: size + protowire.SizeTag(hashNumber) + protowire.SizeBytes(len(hash)),
	}
	for _, tool := range manifest.Tools {
		d.ToolNames = append(d.ToolNames, strings.Clone(tool.Name)) // which keeps nothing of the manifest
	}
	d.face = sync.OnceValue(func() string { return faceOf(wire.descriptors(), wire.grpcServices, d.Manifest().Tools) })
	return d, nil
}

// Manifest returns the tools and the descriptors they come from, resolved among the definition's own files.
func (d *Definition) Manifest() *toolspec.Manifest {
	if d.manifest != nil {
		return d.manifest
	}
	manifest, err := d.wire.manifest(d.content)
	if err != nil {
		panic(fmt.Sprintf("the definition of %s %s could be read before: %v", d.Service, d.Version, err)) // the same content
	}
	return manifest
}

// Lean returns the definition without its manifest, which is read anew whenever nobody else has it: it takes twenty times as much
// memory as what is sent.
func (d *Definition) Lean() *Definition {
	lean := *d
	lean.manifest = nil
	lean.face = sync.OnceValue(func() string {
		return faceOf(lean.wire.descriptors(), lean.wire.grpcServices, lean.Manifest().Tools)
	})
	return &lean
}

// Offers reports whether the definition has the RPC of this full name, "/package.Service/Method".
func (d *Definition) Offers(fullMethod string) bool {
	_, ok := d.methods[fullMethod]
	return ok
}

// Methods returns the full names of the definition's RPCs, sorted.
func (d *Definition) Methods() []string {
	names := make([]string, 0, len(d.methods))
	for name := range d.methods {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func methodsOf(manifest *toolspec.Manifest) map[string]struct{} {
	methods := map[string]struct{}{}
	for _, service := range manifest.Services {
		for i := range service.Methods().Len() {
			methods[toolspec.FullMethod(service.Methods().Get(i))] = struct{}{}
		}
	}
	return methods
}

// Hash returns the hash of a definition of this content. One build of the registry always returns the same hash for the same
// content. Two builds may differ: then one content has two hashes for a while, which costs a definition and does no harm.
func Hash(
	service, version string, grpcServices []string, files *descriptorpb.FileDescriptorSet,
) (string, error) {
	draft, err := NewDraft(service, version, grpcServices, files)
	if err != nil {
		return "", err
	}
	return draft.Hash, nil
}
