package routing

import (
	"sync"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/dynamicpb"
)

// linkedTypes knows of files whether the program links the same, since comparing two takes a millisecond and many messages are of one
// file. It is safe for concurrent use.
type linkedTypes struct {
	mu    sync.Mutex
	known map[protoreflect.FileDescriptor]bool // only of files that have the path of a linked one
}

// mostLinked is of how many files that is known: more than any program links.
const mostLinked = 256

// linked is the program's.
var linked linkedTypes

// of prefers the generated type that the program links, but only when it was generated from the same file: an older generated type
// would drop the fields that a newer service answers.
func (l *linkedTypes) of(message protoreflect.MessageDescriptor) protoreflect.MessageType {
	linked, err := protoregistry.GlobalTypes.FindMessageByName(message.FullName())
	if err == nil && l.same(message.ParentFile(), linked.Descriptor().ParentFile()) {
		return linked
	}
	return dynamicpb.NewMessageType(message)
}

func (l *linkedTypes) same(file, linked protoreflect.FileDescriptor) bool {
	if file.Path() != linked.Path() {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	same, known := l.known[file]
	if !known {
		same = sameFile(file, linked)
		if l.known == nil || len(l.known) >= mostLinked {
			l.known = map[protoreflect.FileDescriptor]bool{}
		}
		l.known[file] = same
	}
	return same
}

func sameFile(a, b protoreflect.FileDescriptor) bool {
	one, other := protodesc.ToFileDescriptorProto(a), protodesc.ToFileDescriptorProto(b)
	one.SourceCodeInfo, other.SourceCodeInfo = nil, nil
	return proto.Equal(one, other)
}
