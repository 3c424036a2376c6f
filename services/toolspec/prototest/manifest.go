package prototest

import (
	"fmt"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/services/toolspec"
)

// Manifest reads the tools of gRPC services from a self-contained descriptor set, as toolspec.FromFiles does of its files.
func Manifest(set *descriptorpb.FileDescriptorSet, grpcServices []string, limits toolspec.Limits) (*toolspec.Manifest, error) {
	contents := make([][]byte, len(set.GetFile()))
	for i, file := range set.GetFile() {
		var err error
		if contents[i], err = (proto.MarshalOptions{AllowPartial: true, Deterministic: true}).Marshal(file); err != nil {
			return nil, fmt.Errorf("descriptor set: %w", err)
		}
	}
	return toolspec.FromFiles(contents, grpcServices, limits)
}
