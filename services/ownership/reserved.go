package ownership

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/proto/descriptors"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/toolspec"
)

// Reserved returns what the platform's services offer, as this build knows it, by owner: its names are theirs before they
// register and when they are gone. The definitions have no version. They must not be changed: those of the default are read once.
func (o Owners) Reserved() ([]*catalog.Definition, error) {
	if maps.Equal(o.byPackage, defaults.Owners) {
		return reservedByDefault()
	}
	return o.reserved()
}

var reservedByDefault = sync.OnceValues(func() ([]*catalog.Definition, error) { return Default().reserved() })

func (o Owners) reserved() ([]*catalog.Definition, error) {
	services, err := descriptors.Services()
	if err != nil {
		return nil, err
	}
	offered := map[string][]string{}
	for _, service := range services {
		if owner, _ := o.Of(service.FullName()); owner != "" {
			offered[owner] = append(offered[owner], string(service.FullName()))
		}
	}
	var reserved []*catalog.Definition
	for _, owner := range slices.Sorted(maps.Keys(offered)) {
		files, err := descriptors.Set(offered[owner]...)
		if err != nil {
			return nil, err
		}
		definition, err := read(owner, offered[owner], files)
		if err != nil {
			return nil, fmt.Errorf("what %s offers: %w", owner, err)
		}
		reserved = append(reserved, definition)
	}
	return reserved, nil
}

// read reads a definition without compiling its rules, which takes as long again: those of the contract are known to be
// right.
func read(owner string, grpcServices []string, files *descriptorpb.FileDescriptorSet) (*catalog.Definition, error) {
	hash, err := catalog.Hash(owner, "", grpcServices, files)
	if err != nil {
		return nil, err
	}
	return catalog.ReadDefinition(&registryv1.Definition{
		Hash: hash, Service: owner, GrpcServices: grpcServices, Files: files,
	}, toolspec.DefaultLimits())
}
