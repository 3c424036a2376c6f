package prototest

import (
	_ "embed"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"
)

//go:embed testdata/kitchen.proto
var kitchen string

// Everything returns the descriptor of a message with a field of every sort.
func Everything(t testing.TB) protoreflect.MessageDescriptor {
	t.Helper()
	return Message(t, kitchen, "kitchen.v1.Everything")
}
