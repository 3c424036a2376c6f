// Package catalog is an immutable picture of which services offer which tools. The registry answers from one, and whoever
// watches the registry builds the same.
package catalog

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"sync"

	"google.golang.org/protobuf/proto"
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
	// Manifest holds the tools and the descriptors they come from, resolved among the definition's own files.
	Manifest *toolspec.Manifest

	wire    *registryv1.Definition
	methods map[string]struct{}
	face    func() string
}

// NewDefinition returns the definition of what a service offers, or what is wrong with it. It keeps the files, which must
// not be changed afterwards.
func NewDefinition(
	service, version string, grpcServices []string, files *descriptorpb.FileDescriptorSet, limits toolspec.Limits,
) (*Definition, error) {
	hash, err := Hash(service, version, grpcServices, files)
	if err != nil {
		return nil, err
	}
	definition, err := ReadDefinition(&registryv1.Definition{
		Hash: hash, Service: service, Version: version, GrpcServices: grpcServices, Files: files,
	}, limits)
	if err != nil {
		return nil, err
	}
	if err := definition.Manifest.CheckRules(); err != nil {
		return nil, err
	}
	return definition, nil
}

// ReadDefinition returns the definition that the registry sent, with the hash as sent and without compiling its rules. It
// keeps the message, which must not be changed afterwards. Definitions of the same content share one manifest.
func ReadDefinition(wire *registryv1.Definition, limits toolspec.Limits) (*Definition, error) {
	manifest, err := manifestOf(wire, limits)
	if err != nil {
		return nil, err
	}
	return &Definition{
		Hash:     wire.GetHash(),
		Service:  wire.GetService(),
		Version:  wire.GetVersion(),
		Bytes:    proto.Size(wire),
		Manifest: manifest,
		wire:     wire,
		methods:  methodsOf(manifest),
		face: sync.OnceValue(func() string {
			return faceOf(wire.GetFiles().GetFile(), wire.GetGrpcServices(), manifest.Tools)
		}),
	}, nil
}

// Proto returns the definition as the registry sends it. It must not be changed.
func (d *Definition) Proto() *registryv1.Definition { return d.wire }

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
	content, err := proto.MarshalOptions{Deterministic: true}.Marshal(&registryv1.Definition{
		Service: service, Version: version, GrpcServices: grpcServices, Files: files,
	})
	if err != nil {
		return "", fmt.Errorf("the definition cannot be encoded: %w", err)
	}
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:]), nil
}
