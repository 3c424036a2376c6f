package annotation

import (
	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// allowZero returns the rules of a field that are ignored for its zero value as rules which the zero value keeps: those
// it may break are dropped, and it joins the list of allowed values.
func allowZero(rules *validate.FieldRules) *validate.FieldRules {
	lenient := proto.Clone(rules).(*validate.FieldRules)
	message := lenient.ProtoReflect()
	kind := message.WhichOneof(message.Descriptor().Oneofs().ByName("type"))
	if kind == nil {
		return lenient
	}
	typed := message.Mutable(kind).Message()
	typed.Range(func(rule protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		switch name := rule.Name(); {
		case name == "in" && rule.Message() == nil:
			value.List().Append(value.List().NewElement())
		case !keptByZero[name]:
			typed.Clear(rule)
		}
		return true
	})
	return lenient
}

// keptByZero are the rules that a zero value, an empty text or an empty list never breaks.
var keptByZero = map[protoreflect.Name]bool{
	"max_len": true, "max_bytes": true, "max_items": true, "max_pairs": true, "unique": true, "items": true, "keys": true,
	"values": true, "defined_only": true, "finite": true, "example": true,
}
