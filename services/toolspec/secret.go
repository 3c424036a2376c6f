package toolspec

import (
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
)

// HasSecret reports whether a message has a field that is marked debug_redact, at any depth: what holds it is not stored with answers.
func HasSecret(message protoreflect.MessageDescriptor) bool {
	return hasSecret(message, map[protoreflect.FullName]bool{})
}

func hasSecret(message protoreflect.MessageDescriptor, seen map[protoreflect.FullName]bool) bool {
	if seen[message.FullName()] {
		return false
	}
	seen[message.FullName()] = true
	fields := message.Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		options, _ := field.Options().(*descriptorpb.FieldOptions)
		if options.GetDebugRedact() || field.Message() != nil && hasSecret(field.Message(), seen) {
			return true
		}
	}
	return false
}
