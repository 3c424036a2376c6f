package prototest

import (
	_ "embed"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// Kitchen is the text of a file with a message, kitchen.v1.Everything, that has a field of every sort.
//
//go:embed testdata/kitchen.proto
var Kitchen string

// Everything returns the descriptor of that message.
func Everything(t testing.TB) protoreflect.MessageDescriptor {
	t.Helper()
	return Message(t, Kitchen, "kitchen.v1.Everything")
}
