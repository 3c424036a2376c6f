// Package prototest compiles .proto text in tests, the way a service of somebody else's would have it compiled: its
// options have types of their own, not the linked ones.
package prototest

import (
	"context"
	"maps"
	"testing"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/linker"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	_ "buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate" // may be imported by the text
	_ "google.golang.org/genproto/googleapis/api/annotations"                   // may be imported by the text
	_ "google.golang.org/genproto/googleapis/api/httpbody"                      // may be imported by the text

	_ "github.com/salaatflow/platform/proto/salaatflow/tools/v1" // may be imported by the text
)

// Compile compiles files, given as path and text, which may import each other and what is linked. It returns those of
// the sorted paths first.
func Compile(t testing.TB, texts map[string]string) *protoregistry.Files {
	t.Helper()
	files, err := protodesc.NewFiles(Set(t, texts))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// Set compiles files, given as path and text, to a self-contained set in topological order, with comments.
func Set(t testing.TB, texts map[string]string) *descriptorpb.FileDescriptorSet {
	t.Helper()
	compiler := protocompile.Compiler{
		SourceInfoMode: protocompile.SourceInfoStandard,
		Resolver: protocompile.CompositeResolver{
			&protocompile.SourceResolver{Accessor: protocompile.SourceAccessorFromMap(texts)},
			protocompile.ResolverFunc(linked),
		},
	}
	var paths []string
	for path := range maps.Keys(texts) {
		paths = append(paths, path)
	}
	files, err := compiler.Compile(context.Background(), paths...)
	if err != nil {
		t.Fatal(err)
	}
	set, seen := &descriptorpb.FileDescriptorSet{}, map[string]bool{}
	for _, file := range files {
		add(set, seen, file)
	}
	return set
}

// Message compiles one file and returns the message of this full name.
func Message(t testing.TB, text string, name protoreflect.FullName) protoreflect.MessageDescriptor {
	t.Helper()
	found, err := Compile(t, map[string]string{"test.proto": text}).FindDescriptorByName(name)
	if err != nil {
		t.Fatal(err)
	}
	message, ok := found.(protoreflect.MessageDescriptor)
	if !ok {
		t.Fatalf("%s is not a message", name)
	}
	return message
}

func linked(path string) (protocompile.SearchResult, error) {
	file, err := protoregistry.GlobalFiles.FindFileByPath(path)
	if err != nil {
		return protocompile.SearchResult{}, err
	}
	return protocompile.SearchResult{Proto: protodesc.ToFileDescriptorProto(file)}, nil
}

func add(set *descriptorpb.FileDescriptorSet, seen map[string]bool, file protoreflect.FileDescriptor) {
	if seen[file.Path()] {
		return
	}
	seen[file.Path()] = true
	for i := range file.Imports().Len() {
		add(set, seen, file.Imports().Get(i).FileDescriptor)
	}
	if result, ok := file.(linker.Result); ok {
		set.File = append(set.File, result.FileDescriptorProto())
		return
	}
	set.File = append(set.File, protodesc.ToFileDescriptorProto(file))
}
