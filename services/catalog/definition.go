// Package catalog is an immutable picture of which services offer which tools. The registry answers from one, and whoever
// watches the registry builds the same.
package catalog

import (
	"slices"
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
	summary  *summary           // nil of a lean definition
	manifest *toolspec.Manifest // nil unless it was read to be checked
	rpcs     []RPC              // by name
	face     func() string
}

// ReadDefinition returns the definition that the registry sent, with the hash as sent and without compiling its rules.
// Definitions of the same content share one manifest.
func ReadDefinition(sent *registryv1.Definition, limits toolspec.Limits) (*Definition, error) {
	wire, err := encode(sent.GetService(), sent.GetVersion(), sent.GetGrpcServices(), sent.GetFiles())
	if err != nil {
		return nil, err
	}
	return readSent(sent.GetHash(), wire, limits)
}

// ReadShared is ReadDefinition of a definition whose files are sent apart from it.
func ReadShared(sent *registryv1.SharedDefinition, files []*File, limits toolspec.Limits) (*Definition, error) {
	return readSent(sent.GetHash(), &encoded{
		service: sent.GetService(), version: sent.GetVersion(), grpcServices: sent.GetGrpcServices(), files: files,
	}, limits)
}

// readSent reads a definition of which only what is called is needed.
func readSent(hash string, wire *encoded, limits toolspec.Limits) (*Definition, error) {
	d, err := read(hash, wire, limits)
	if err != nil {
		return nil, err
	}
	d.manifest = nil
	return d, nil
}

func read(hash string, wire *encoded, limits toolspec.Limits) (*Definition, error) {
	sum, size := wire.sum()
	of := content{sum, limits}
	known, manifest, err := summarize(wire, of)
	if err != nil {
		return nil, err
	}
	d := &Definition{
		Hash: hash, Service: wire.service, Version: wire.version, wire: wire, content: of, summary: known, manifest: manifest,
		rpcs: known.rpcs, ToolNames: known.toolNames,
		Bytes: size + protowire.SizeTag(hashNumber) + protowire.SizeBytes(len(hash)),
	}
	d.face = sync.OnceValue(func() string { return faceOf(wire.descriptors(), wire.grpcServices, d.Manifest().Tools) })
	return d, nil
}

// Manifest returns the tools and the descriptors they come from, resolved among the definition's own files. It is read again whenever
// nobody else has it, since it takes twenty times as much memory as what is sent: who needs it again soon keeps it.
func (d *Definition) Manifest() *toolspec.Manifest {
	if d.manifest != nil {
		return d.manifest
	}
	if d.summary != nil {
		if recent := d.summary.recent.Load(); recent != nil {
			return recent
		}
	}
	return d.wire.readAgain(d.content)
}

// Tools returns the tools by name, which are the same each time. They read what takes much memory when they are called, and give it
// up again when others are called. The slice must not be changed.
func (d *Definition) Tools() []*toolspec.Tool {
	return d.lean().Tools
}

// Prompts returns the prompts by name, as Tools does the tools.
func (d *Definition) Prompts() []*toolspec.Prompt { return d.lean().Prompts }

// Resources returns the resources, as Tools does the tools. Of those that a URI fits, the one that says most of it comes first.
func (d *Definition) Resources() []*toolspec.Resource { return d.lean().Resources }

func (d *Definition) lean() toolspec.Lean {
	if d.summary != nil {
		return d.summary.Lean
	}
	known, _, err := summarize(d.wire, d.content)
	if err != nil {
		panic(d.wire.unreadable(err))
	}
	return known.Lean
}

// HasPaths reports whether some RPC has a path of REST. It may be asked of any but a lean definition.
func (d *Definition) HasPaths() bool { return d.summary == nil || d.summary.hasPaths }

// Lean returns the definition without its manifest and its tools, which are read anew whenever nobody else has them.
func (d *Definition) Lean() *Definition {
	lean := *d
	lean.manifest, lean.summary = nil, nil
	lean.face = sync.OnceValue(func() string {
		return faceOf(lean.wire.descriptors(), lean.wire.grpcServices, lean.Manifest().Tools)
	})
	return &lean
}

// Offers reports whether the definition has the RPC of this full name, "/package.Service/Method".
func (d *Definition) Offers(fullMethod string) bool {
	_, found := slices.BinarySearchFunc(d.rpcs, fullMethod, compareToName)
	return found
}

// Methods returns the full names of the definition's RPCs, sorted.
func (d *Definition) Methods() []string {
	names := make([]string, len(d.rpcs))
	for i, rpc := range d.rpcs {
		names[i] = rpc.Name
	}
	return names
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
