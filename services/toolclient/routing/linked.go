package routing

import (
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/dynamicpb"
)

// linkedTypes knows of files whether the program links the same, since comparing two takes a millisecond and many messages are of one
// file.
type linkedTypes map[protoreflect.FileDescriptor]bool

// of prefers the generated type that the program links, but only when it was generated from the same file: an older generated type
// would drop the fields that a newer service answers.
func (l linkedTypes) of(message protoreflect.MessageDescriptor) protoreflect.MessageType {
	linked, err := protoregistry.GlobalTypes.FindMessageByName(message.FullName())
	if err == nil && l.same(message.ParentFile(), linked.Descriptor().ParentFile()) {
		return linked
	}
	return dynamicpb.NewMessageType(message)
}

func (l linkedTypes) same(file, linked protoreflect.FileDescriptor) bool {
	if file.Path() != linked.Path() {
		return false
	}
	same, known := l[file]
	if !known {
		same = sameFile(file, linked)
		l[file] = same
	}
	return same
}

func sameFile(a, b protoreflect.FileDescriptor) bool {
	one, other := protodesc.ToFileDescriptorProto(a), protodesc.ToFileDescriptorProto(b)
	one.SourceCodeInfo, other.SourceCodeInfo = nil, nil
	return proto.Equal(one, other)
}
