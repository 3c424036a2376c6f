package catalog

import (
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/services/toolspec"
)

// Draft is what a service offers, encoded, before anybody has read what it says. It is immutable and safe for concurrent use.
type Draft struct {
	// Hash is what the Hash of its definition would be.
	Hash string

	wire *encoded
}

// NewDraft returns the draft of a definition, or an error if it cannot be encoded. It does not keep the files.
func NewDraft(service, version string, grpcServices []string, files *descriptorpb.FileDescriptorSet) (*Draft, error) {
	wire, err := encode(service, version, grpcServices, files)
	if err != nil {
		return nil, err
	}
	return &Draft{Hash: wire.hash(), wire: wire}, nil
}

// Files returns the files, encoded, in the order in which they were given. The slice must not be changed.
func (d *Draft) Files() []*File { return d.wire.files }

// Definition returns the definition, or what is wrong with it.
func (d *Draft) Definition(limits toolspec.Limits) (*Definition, error) {
	definition, err := read(d.Hash, d.wire, limits)
	if err != nil {
		return nil, err
	}
	if definition.manifest == nil {
		definition.manifest = definition.Manifest()
	}
	if err := definition.manifest.CheckRules(); err != nil {
		return nil, err
	}
	return definition, nil
}
