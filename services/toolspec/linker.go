package toolspec

import (
	"crypto/sha256"
	"fmt"
	"runtime"
	"sync"
	"weak"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
)

// linkedFile is a file whose imports are resolved, which several manifests may have.
type linkedFile struct{ protoreflect.FileDescriptor }

// linkKey is the SHA-256 of the content of a file and of all that it imports.
type linkKey [sha256.Size]byte

// linkedFiles are the files that some manifest has, and keeps none alive: linkKey -> weak.Pointer[linkedFile].
var linkedFiles sync.Map

// linker makes the descriptors of files that import each other and nothing else.
type linker struct {
	depth  int // how deeply messages may be declared in each other
	files  *protoregistry.Files
	linked []*linkedFile

	unread map[string]*unlinked // by path
	keys   map[string]linkKey   // of those that are linked, by path
}

// unlinked is a file that is not linked yet.
type unlinked struct {
	file    *descriptorpb.FileDescriptorProto
	content []byte
	begun   bool
}

func newLinker(depth int) *linker {
	return &linker{depth: depth, files: &protoregistry.Files{}, unread: map[string]*unlinked{}, keys: map[string]linkKey{}}
}

// link links files, which come in any order. They are read with the linked option types, so that no dynamic ones are met further
// on.
func (l *linker) link(contents [][]byte) error {
	paths := make([]string, len(contents))
	for i, content := range contents {
		file := &descriptorpb.FileDescriptorProto{}
		if err := (proto.UnmarshalOptions{AllowPartial: true}).Unmarshal(content, file); err != nil {
			return err
		}
		for _, message := range file.GetMessageType() {
			if nestedDeeper(message, l.depth) {
				return fmt.Errorf("%s: messages are declared in %s more than %d deep", file.GetName(), message.GetName(), l.depth)
			}
		}
		paths[i] = file.GetName()
		if l.unread[paths[i]] != nil {
			return fmt.Errorf("file %q appears multiple times", paths[i])
		}
		l.unread[paths[i]] = &unlinked{file: file, content: content}
	}
	for _, path := range paths {
		if err := l.add(path); err != nil {
			return err
		}
	}
	return nil
}

// add links a file, after those that it imports. An import that is not there is what linking refuses.
func (l *linker) add(path string) error {
	next := l.unread[path]
	if _, done := l.keys[path]; done || next == nil {
		return nil
	}
	if next.begun {
		return fmt.Errorf("import cycle: file %q imports itself, by way of others or not", path)
	}
	next.begun = true
	sum := sha256.New()
	own := sha256.Sum256(next.content)
	sum.Write(own[:])
	for _, imported := range next.file.GetDependency() {
		if err := l.add(imported); err != nil {
			return err
		}
		key := l.keys[imported]
		sum.Write(key[:])
	}
	key := linkKey(sum.Sum(nil))
	file, err := l.shared(key, next.file)
	if err != nil {
		return err
	}
	if err := l.files.RegisterFile(file.FileDescriptor); err != nil {
		return err
	}
	l.keys[path], l.linked = key, append(l.linked, file)
	return nil
}

// shared returns the file of a key that some manifest has, or links it.
func (l *linker) shared(key linkKey, file *descriptorpb.FileDescriptorProto) (*linkedFile, error) {
	if found, ok := linkedFiles.Load(key); ok {
		if shared := found.(weak.Pointer[linkedFile]).Value(); shared != nil {
			return shared, nil
		}
	}
	descriptor, err := protodesc.NewFile(file, l.files)
	if err != nil {
		return nil, err
	}
	linked := &linkedFile{descriptor}
	pointer := weak.Make(linked)
	linkedFiles.Store(key, pointer)
	runtime.AddCleanup(linked, func(key linkKey) { linkedFiles.CompareAndDelete(key, pointer) }, key)
	return linked, nil
}
