package toolspec

import (
	"errors"
	"fmt"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
)

// Manifest is what a service of whatever origin offers, read from its own descriptors alone. It is not changed after
// FromDefinition and safe for concurrent use.
type Manifest struct {
	// Files are the service's files. They are not in protoregistry.GlobalFiles, and may differ from files of the
	// same name there.
	Files *protoregistry.Files
	// Services are the gRPC services that were asked for, in that order.
	Services []protoreflect.ServiceDescriptor
	// Tools are their tools by name.
	Tools []*Tool
}

// FromDefinition reads the tools of the gRPC services of these full names from a self-contained descriptor set. Nothing
// in the set is trusted: over a limit, incomplete, contradictory or malicious, it is an error that describes the problem
// and leaves nothing behind. The set is not changed or kept.
func FromDefinition(set *descriptorpb.FileDescriptorSet, grpcServices []string, limits Limits) (manifest *Manifest, err error) {
	defer func() {
		if recovered := recover(); recovered != nil {
			manifest, err = nil, fmt.Errorf("descriptor set: it cannot be linked: %v", recovered)
		}
	}()
	limits = limits.orDefault()
	if err := limits.checkSet(set); err != nil {
		return nil, err
	}
	own, err := reparse(set)
	if err != nil {
		return nil, err
	}
	files, err := protodesc.NewFiles(own)
	if err != nil {
		return nil, fmt.Errorf("descriptor set: %w", err)
	}
	if err := checkWellKnown(files); err != nil {
		return nil, err
	}
	services, err := findServices(files, grpcServices)
	if err != nil {
		return nil, err
	}
	tools, err := build(services, limits)
	if err != nil {
		return nil, err
	}
	rules := newForeignRules(tools)
	for _, tool := range tools {
		tool.rules = rules
	}
	return &Manifest{Files: files, Services: services, Tools: tools}, nil
}

func (l Limits) checkSet(set *descriptorpb.FileDescriptorSet) error {
	if size := proto.Size(set); size > l.Bytes {
		return fmt.Errorf("descriptor set: %d bytes, more than %d", size, l.Bytes)
	}
	if files := len(set.GetFile()); files > l.Files {
		return fmt.Errorf("descriptor set: %d files, more than %d", files, l.Files)
	}
	for _, file := range set.GetFile() {
		for _, message := range file.GetMessageType() {
			if nestedDeeper(message, l.Depth) {
				return fmt.Errorf("descriptor set: %s: messages are declared in %s more than %d deep",
					file.GetName(), message.GetName(), l.Depth)
			}
		}
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

// reparse reads the set anew with the linked option types, so that neither dynamic option types nor the caller's own
// pointers are met further on.
func reparse(set *descriptorpb.FileDescriptorSet) (*descriptorpb.FileDescriptorSet, error) {
	raw, err := proto.MarshalOptions{AllowPartial: true}.Marshal(set)
	if err != nil {
		return nil, fmt.Errorf("descriptor set: %w", err)
	}
	own := &descriptorpb.FileDescriptorSet{}
	if err := (proto.UnmarshalOptions{AllowPartial: true}).Unmarshal(raw, own); err != nil {
		return nil, fmt.Errorf("descriptor set: %w", err)
	}
	return own, nil
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
