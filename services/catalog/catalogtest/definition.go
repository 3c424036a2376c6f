package catalogtest

import (
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/toolspec"
)

// NewDefinition returns the definition of what a service offers, or what is wrong with it.
func NewDefinition(
	service, version string, grpcServices []string, files *descriptorpb.FileDescriptorSet, limits toolspec.Limits,
) (*catalog.Definition, error) {
	draft, err := catalog.NewDraft(service, version, grpcServices, files)
	if err != nil {
		return nil, err
	}
	return draft.Definition(limits)
}
