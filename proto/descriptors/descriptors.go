// Package descriptors holds the descriptors of the platform's own proto files. They include the comments, which
// generated Go code drops, so that tools and their parameters can be described at run time.
//
// Everything in it is read-only after the first call and safe for concurrent use.
package descriptors

import (
	"bytes"
	"cmp"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"sync"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	// The files that our own import. They are taken from the linked Go code, and their options must be known when our
	// files are read.
	_ "buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	_ "google.golang.org/genproto/googleapis/api/annotations"
	_ "google.golang.org/genproto/googleapis/api/httpbody"

	_ "github.com/salaatflow/platform/proto/salaatflow/tools/v1" // for the same
)

// salaatflow.binpb.gz is the FileDescriptorSet of our own files with source info, without imports, compressed. `make generate` writes
// it.
//
//go:embed salaatflow.binpb.gz
var embedded []byte

// Services returns the descriptors of the gRPC services with these full names, such as salaatflow.tasks.v1.TaskService,
// in the given order. Without names it returns all services of the platform, ordered by full name. Their
// SourceLocations have the comments. An unknown name is an error.
func Services(names ...string) ([]protoreflect.ServiceDescriptor, error) {
	own, err := load()
	if err != nil {
		return nil, err
	}
	return own.find(names)
}

// Set returns what an instance registers: the files that declare the gRPC services with these full names and everything
// they import, each file after its imports. Our own files have source info. Without names it covers all services of the
// platform. The caller owns the result. Equal names give an equal result.
func Set(services ...string) (*descriptorpb.FileDescriptorSet, error) {
	own, err := load()
	if err != nil {
		return nil, err
	}
	found, err := own.find(services)
	if err != nil {
		return nil, err
	}
	closure := newClosure()
	for _, service := range found {
		closure.add(service.ParentFile())
	}
	return closure.set, nil
}

// library is the embedded files, linked together.
type library struct {
	files    *protoregistry.Files
	services []protoreflect.ServiceDescriptor // by full name
}

func unpack(packed []byte) (*descriptorpb.FileDescriptorSet, error) {
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	encoded, err := io.ReadAll(reader)
	if err != nil {
		return nil, err
	}
	set := &descriptorpb.FileDescriptorSet{}
	return set, proto.Unmarshal(encoded, set)
}

var load = sync.OnceValues(func() (*library, error) {
	set, err := unpack(embedded)
	if err != nil {
		return nil, fmt.Errorf("embedded descriptor set: %w", err)
	}
	own := &library{files: &protoregistry.Files{}}
	for _, file := range set.GetFile() { // ordered topologically by buf
		if err := own.register(file); err != nil {
			return nil, fmt.Errorf("embedded descriptor set: %w", err)
		}
	}
	slices.SortFunc(own.services, func(a, b protoreflect.ServiceDescriptor) int {
		return cmp.Compare(a.FullName(), b.FullName())
	})
	return own, nil
})

func (l *library) register(file *descriptorpb.FileDescriptorProto) error {
	linked, err := protodesc.NewFile(file, ownFirst{l.files})
	if err != nil {
		return err
	}
	for i := range linked.Services().Len() {
		l.services = append(l.services, linked.Services().Get(i))
	}
	return l.files.RegisterFile(linked)
}

func (l *library) find(names []string) ([]protoreflect.ServiceDescriptor, error) {
	if len(names) == 0 {
		return slices.Clone(l.services), nil
	}
	found := make([]protoreflect.ServiceDescriptor, 0, len(names))
	for _, name := range names {
		i, ok := slices.BinarySearchFunc(l.services, protoreflect.FullName(name),
			func(s protoreflect.ServiceDescriptor, n protoreflect.FullName) int {
				return cmp.Compare(s.FullName(), n)
			})
		if !ok {
			return nil, fmt.Errorf("no gRPC service %q among the platform's own descriptors", name)
		}
		found = append(found, l.services[i])
	}
	return found, nil
}
