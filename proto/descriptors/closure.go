package descriptors

import (
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
)

// ownFirst finds our own files, which have comments, before the linked ones, which have none.
type ownFirst struct{ own *protoregistry.Files }

func (r ownFirst) FindFileByPath(path string) (protoreflect.FileDescriptor, error) {
	if file, err := r.own.FindFileByPath(path); err == nil {
		return file, nil
	}
	return protoregistry.GlobalFiles.FindFileByPath(path)
}

func (r ownFirst) FindDescriptorByName(name protoreflect.FullName) (protoreflect.Descriptor, error) {
	if found, err := r.own.FindDescriptorByName(name); err == nil {
		return found, nil
	}
	return protoregistry.GlobalFiles.FindDescriptorByName(name)
}

// closure collects files, each once and after its imports.
type closure struct {
	set  *descriptorpb.FileDescriptorSet
	seen map[string]bool
}

func newClosure() *closure {
	return &closure{set: &descriptorpb.FileDescriptorSet{}, seen: map[string]bool{}}
}

func (c *closure) add(file protoreflect.FileDescriptor) {
	if c.seen[file.Path()] {
		return
	}
	c.seen[file.Path()] = true
	for i := range file.Imports().Len() {
		c.add(file.Imports().Get(i).FileDescriptor)
	}
	c.set.File = append(c.set.File, protodesc.ToFileDescriptorProto(file))
}
