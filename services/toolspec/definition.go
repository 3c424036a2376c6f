package toolspec

import (
	"errors"
	"fmt"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
)

// Manifest is what a service of whatever origin offers, read from its own descriptors alone. It is not changed after
// FromFiles and safe for concurrent use.
type Manifest struct {
	// Files are the service's files. They are not in protoregistry.GlobalFiles, and may differ from files of the
	// same name there.
	Files *protoregistry.Files
	// Services are the gRPC services that were asked for, in that order.
	Services []protoreflect.ServiceDescriptor
	// Tools are their tools by name.
	Tools []*Tool
	// Prompts are their prompts by name.
	Prompts []*Prompt
	// Resources are their resources. Of those that a URI fits, the one that says most of it comes first.
	Resources []*Resource

	rpcs   []*Tool       // the tools, and what else is called as they are
	linked []*linkedFile // kept for as long as the manifest is, so that others can share them
}

// FromFiles reads the tools of the gRPC services of these full names from files that are encoded, each a FileDescriptorProto, and
// import nothing but each other. Nothing in them is trusted: over a limit, incomplete, contradictory or malicious, they are an
// error that describes the problem and leaves nothing behind. They are not changed or kept. Manifests share the descriptors of
// files that are the same and import the same, such as those that all services import.
func FromFiles(contents [][]byte, grpcServices []string, limits Limits) (manifest *Manifest, err error) {
	defer func() {
		if recovered := recover(); recovered != nil {
			manifest, err = nil, fmt.Errorf("descriptor set: it cannot be linked: %v", recovered)
		}
	}()
	limits = limits.orDefault()
	if err := limits.checkSize(contents); err != nil {
		return nil, err
	}
	linker := newLinker(limits.Depth)
	if err := linker.link(contents); err != nil {
		return nil, fmt.Errorf("descriptor set: %w", err)
	}
	if err := checkWellKnown(linker.files); err != nil {
		return nil, err
	}
	services, err := findServices(linker.files, grpcServices)
	if err != nil {
		return nil, err
	}
	tools, offered, err := build(services, limits)
	if err != nil {
		return nil, err
	}
	manifest = &Manifest{
		Files: linker.files, Services: services, Tools: tools, Prompts: offered.prompts, Resources: offered.resources,
		rpcs: slices.Concat(tools, offered.rpcs), linked: linker.linked,
	}
	rules := newForeignRules(manifest.rpcs)
	for _, rpc := range manifest.rpcs {
		rpc.details.rules = rules
	}
	return manifest, nil
}

// checkSize refuses files that are too many or too large together, as they are encoded in a FileDescriptorSet.
func (l Limits) checkSize(contents [][]byte) error {
	size := 0
	for _, content := range contents {
		size += protowire.SizeTag(1) + protowire.SizeBytes(len(content))
	}
	if size > l.Bytes {
		return fmt.Errorf("descriptor set: %d bytes, more than %d", size, l.Bytes)
	}
	if files := len(contents); files > l.Files {
		return fmt.Errorf("descriptor set: %d files, more than %d", files, l.Files)
	}
	return nil
}

func nestedDeeper(message *descriptorpb.DescriptorProto, depth int) bool {
	if depth == 0 {
		return true
	}
	for _, nested := range message.GetNestedType() {
		if nestedDeeper(nested, depth-1) {
			return true
		}
	}
	return false
}

func findServices(files *protoregistry.Files, names []string) ([]protoreflect.ServiceDescriptor, error) {
	var (
		services []protoreflect.ServiceDescriptor
		mistakes []error
		seen     = map[string]bool{}
	)
	for _, name := range names {
		found, err := files.FindDescriptorByName(protoreflect.FullName(name))
		service, ok := found.(protoreflect.ServiceDescriptor)
		switch {
		case seen[name]:
			mistakes = append(mistakes, fmt.Errorf("gRPC service %q is named twice", name))
		case err != nil:
			mistakes = append(mistakes, fmt.Errorf("gRPC service %q is not in the descriptor set", name))
		case !ok:
			mistakes = append(mistakes, fmt.Errorf("%q is no gRPC service", name))
		default:
			services = append(services, service)
		}
		seen[name] = true
	}
	return services, errors.Join(mistakes...)
}
