package catalog

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"runtime"
	"sync"
	"weak"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
)

// File is a FileDescriptorProto as it is sent. Definitions share those that are the same, such as what all services import. It is
// not changed.
type File struct {
	// Sum is the SHA-256 of the content.
	Sum     [sha256.Size]byte
	Content []byte
}

// files are those that some definition has, and keeps none alive: SHA-256 -> weak.Pointer[File].
var files sync.Map

// ShareFile returns the file of a content, which must not be changed afterwards.
func ShareFile(content []byte) *File {
	sum := sha256.Sum256(content)
	if found, ok := files.Load(sum); ok {
		if file := found.(weak.Pointer[File]).Value(); file != nil {
			return file
		}
	}
	file := &File{Sum: sum, Content: content}
	pointer := weak.Make(file)
	files.Store(sum, pointer)
	runtime.AddCleanup(file, func(sum [sha256.Size]byte) { files.CompareAndDelete(sum, pointer) }, sum)
	return file
}

// encoded is a definition as it is sent, without its hash.
type encoded struct {
	service, version string
	grpcServices     []string
	files            []*File

	summed [sha256.Size]byte // the SHA-256 of what appendTo appends
	length int               // of that; 0 if it was not summed yet
}

func encode(service, version string, grpcServices []string, set *descriptorpb.FileDescriptorSet) (*encoded, error) {
	e := &encoded{service: service, version: version, grpcServices: grpcServices, files: make([]*File, len(set.GetFile()))}
	for i, file := range set.GetFile() {
		content, err := proto.MarshalOptions{AllowPartial: true, Deterministic: true}.Marshal(file)
		if err != nil {
			return nil, fmt.Errorf("the definition cannot be encoded: %w", err)
		}
		e.files[i] = ShareFile(content)
	}
	return e, nil
}

// The numbers of the fields of a Definition, and of the files in a FileDescriptorSet.
const (
	hashNumber    protowire.Number = 1
	serviceNumber protowire.Number = 2
	versionNumber protowire.Number = 3
	grpcNumber    protowire.Number = 4
	filesNumber   protowire.Number = 5
	fileNumber    protowire.Number = 1
)

// appendTo appends the fields of the Definition but its hash, as protobuf writes them deterministically.
func (e *encoded) appendTo(b []byte) []byte {
	b = e.appendHead(b)
	for _, file := range e.files {
		b = append(appendFileHead(b, file), file.Content...)
	}
	return b
}

// appendHead appends what appendTo appends before the first file.
func (e *encoded) appendHead(b []byte) []byte {
	for _, field := range []struct {
		number protowire.Number
		value  string
	}{{serviceNumber, e.service}, {versionNumber, e.version}} {
		if field.value != "" {
			b = protowire.AppendString(protowire.AppendTag(b, field.number, protowire.BytesType), field.value)
		}
	}
	for _, name := range e.grpcServices {
		b = protowire.AppendString(protowire.AppendTag(b, grpcNumber, protowire.BytesType), name)
	}
	size := 0
	for _, file := range e.files {
		size += protowire.SizeTag(fileNumber) + protowire.SizeBytes(len(file.Content))
	}
	return protowire.AppendVarint(protowire.AppendTag(b, filesNumber, protowire.BytesType), uint64(size))
}

// appendFileHead appends what comes before the content of a file.
func appendFileHead(b []byte, file *File) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, fileNumber, protowire.BytesType), uint64(len(file.Content)))
}

// size is an upper bound of what appendTo appends.
func (e *encoded) size() int {
	size := 64 + len(e.service) + len(e.version)
	for _, name := range e.grpcServices {
		size += len(name) + 8
	}
	for _, file := range e.files {
		size += len(file.Content) + 8
	}
	return size
}

func (e *encoded) hash() string {
	sum, _ := e.sum()
	return hex.EncodeToString(sum[:])
}

// sum returns the SHA-256 of what appendTo appends, and the length of that. It is for one goroutine until it was called.
func (e *encoded) sum() (sum [sha256.Size]byte, length int) {
	if e.length == 0 {
		whole := e.appendTo(make([]byte, 0, e.size()))
		e.summed, e.length = sha256.Sum256(whole), len(whole)
	}
	return e.summed, e.length
}

// descriptors returns the files as messages.
func (e *encoded) descriptors() []*descriptorpb.FileDescriptorProto {
	set := make([]*descriptorpb.FileDescriptorProto, len(e.files))
	for i, file := range e.files {
		set[i] = &descriptorpb.FileDescriptorProto{}
		if err := (proto.UnmarshalOptions{AllowPartial: true}).Unmarshal(file.Content, set[i]); err != nil {
			panic(fmt.Sprintf("what was encoded here cannot be decoded: %v", err)) // it was when the definition was read
		}
	}
	return set
}

func (e *encoded) contents() [][]byte {
	contents := make([][]byte, len(e.files))
	for i, file := range e.files {
		contents[i] = file.Content
	}
	return contents
}

// Files returns the files that declare what is offered, with all that they import. The slice must not be changed.
func (d *Definition) Files() []*File { return d.wire.files }

// GRPCServices returns the full names of the gRPC services that are offered. The slice must not be changed.
func (d *Definition) GRPCServices() []string { return d.wire.grpcServices }

// Encode returns the definition as the registry sends it, encoded.
func (d *Definition) Encode() []byte {
	b := protowire.AppendTag(make([]byte, 0, len(d.Hash)+d.wire.size()), hashNumber, protowire.BytesType)
	return d.wire.appendTo(protowire.AppendString(b, d.Hash))
}

// Pieces yields what Encode returns in pieces, without copying the files. A piece must not be changed, and holds until the next.
func (d *Definition) Pieces() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		b := protowire.AppendTag(make([]byte, 0, 256), hashNumber, protowire.BytesType)
		b = d.wire.appendHead(protowire.AppendString(b, d.Hash))
		if !yield(b) {
			return
		}
		for _, file := range d.wire.files {
			if b = appendFileHead(b[:0], file); !yield(b) || !yield(file.Content) {
				return
			}
		}
	}
}

// Message returns the definition as the registry sends it, whose fields but the hash are encoded already: it is for sending alone.
func (d *Definition) Message() *registryv1.Definition {
	message := &registryv1.Definition{Hash: d.Hash}
	message.ProtoReflect().SetUnknown(d.wire.appendTo(make([]byte, 0, d.wire.size())))
	return message
}

// Proto returns the definition as the registry sends it. It is decoded anew for each call.
func (d *Definition) Proto() *registryv1.Definition {
	return &registryv1.Definition{
		Hash: d.Hash, Service: d.Service, Version: d.Version, GrpcServices: d.wire.grpcServices,
		Files: &descriptorpb.FileDescriptorSet{File: d.wire.descriptors()},
	}
}
