package transcode

import (
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/dynamicpb"
)

// compiler compiles messages that may hold each other.
type compiler struct {
	messages map[protoreflect.FullName]*message
	enums    map[protoreflect.FullName]*enum
}

func newCompiler() *compiler {
	return &compiler{messages: map[protoreflect.FullName]*message{}, enums: map[protoreflect.FullName]*enum{}}
}

func (c *compiler) message(descriptor protoreflect.MessageDescriptor) *message {
	if made, ok := c.messages[descriptor.FullName()]; ok {
		return made
	}
	made := &message{}
	c.messages[descriptor.FullName()] = made // before its fields, which may hold it
	if isOpaque(descriptor) {
		made.opaque, made.of = true, typeOf(descriptor)
		return made
	}
	fields := descriptor.Fields()
	made.fields = make([]field, 0, fields.Len())
	made.others = map[protowire.Number]int{}
	for i := range fields.Len() {
		made.fields = append(made.fields, c.field(fields.Get(i)))
		made.addNumber(fields.Get(i).Number(), i)
	}
	made.blank = make([]slot, fields.Len()+descriptor.Oneofs().Len())
	return made
}

// maxSmall is the largest number of a field, or of an enumeration's value, that has its place in a slice.
const maxSmall = 64

func (m *message) addNumber(number protowire.Number, index int) {
	if number > maxSmall {
		m.others[number] = index
		return
	}
	for int(number) >= len(m.byNumber) {
		m.byNumber = append(m.byNumber, 0)
	}
	m.byNumber[number] = uint16(index + 1) //nolint:gosec // at most maxFields
}

// maxFields is how many fields a message may have to be written without building it.
const maxFields = 1000

// isOpaque reports whether messages are built: those that protojson writes in a way of their own, and those with fields that
// are rare in what services answer.
func isOpaque(descriptor protoreflect.MessageDescriptor) bool {
	if descriptor.ParentFile().Package() == "google.protobuf" || descriptor.ExtensionRanges().Len() > 0 ||
		descriptor.Fields().Len() > maxFields {
		return true
	}
	for i := range descriptor.Fields().Len() {
		field := descriptor.Fields().Get(i)
		switch {
		case field.IsMap(), field.Kind() == protoreflect.GroupKind, field.Cardinality() == protoreflect.Required,
			field.Enum() != nil && field.Enum().IsClosed():
			return true
		}
	}
	return false
}

// typeOf prefers the generated type of the very descriptor.
func typeOf(descriptor protoreflect.MessageDescriptor) protoreflect.MessageType {
	linked, err := protoregistry.GlobalTypes.FindMessageByName(descriptor.FullName())
	if err == nil && linked.Descriptor() == descriptor {
		return linked
	}
	return dynamicpb.NewMessageType(descriptor)
}

func (c *compiler) field(descriptor protoreflect.FieldDescriptor) field {
	f := field{
		kind: descriptor.Kind(), number: descriptor.Number(), list: descriptor.IsList(), wire: wireTypes[descriptor.Kind()],
		name: `,"` + descriptor.TextName() + `":`,
	}
	if oneof := descriptor.ContainingOneof(); oneof != nil {
		f.oneof = descriptor.ContainingMessage().Fields().Len() + oneof.Index()
	}
	if descriptor.Enum() != nil {
		f.enum = c.enum(descriptor.Enum())
	}
	if descriptor.Message() != nil {
		f.held = c.message(descriptor.Message())
	}
	if unset := f.valueUnset(descriptor); unset != "" {
		f.unset = f.name + unset
	}
	return f
}

// valueUnset returns the value that is written when a field is not set; empty when none is.
func (f *field) valueUnset(descriptor protoreflect.FieldDescriptor) string {
	switch {
	case descriptor.ContainingOneof() != nil:
		return ""
	case descriptor.IsList():
		return "[]"
	case descriptor.HasPresence():
		return "null"
	}
	switch f.kind {
	case protoreflect.BoolKind:
		return "false"
	case protoreflect.StringKind, protoreflect.BytesKind:
		return `""`
	case protoreflect.EnumKind:
		return string(f.enum.append(nil, int32(descriptor.Default().Enum())))
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Uint64Kind, protoreflect.Sfixed64Kind,
		protoreflect.Fixed64Kind:
		return `"0"`
	default:
		return "0"
	}
}

var wireTypes = map[protoreflect.Kind]protowire.Type{
	protoreflect.BoolKind: protowire.VarintType, protoreflect.EnumKind: protowire.VarintType,
	protoreflect.Int32Kind: protowire.VarintType, protoreflect.Sint32Kind: protowire.VarintType,
	protoreflect.Uint32Kind: protowire.VarintType, protoreflect.Int64Kind: protowire.VarintType,
	protoreflect.Sint64Kind: protowire.VarintType, protoreflect.Uint64Kind: protowire.VarintType,
	protoreflect.Sfixed32Kind: protowire.Fixed32Type, protoreflect.Fixed32Kind: protowire.Fixed32Type,
	protoreflect.FloatKind: protowire.Fixed32Type, protoreflect.Sfixed64Kind: protowire.Fixed64Type,
	protoreflect.Fixed64Kind: protowire.Fixed64Type, protoreflect.DoubleKind: protowire.Fixed64Type,
	protoreflect.StringKind: protowire.BytesType, protoreflect.BytesKind: protowire.BytesType,
	protoreflect.MessageKind: protowire.BytesType,
}

func (c *compiler) enum(descriptor protoreflect.EnumDescriptor) *enum {
	if made, ok := c.enums[descriptor.FullName()]; ok {
		return made
	}
	made := &enum{null: descriptor.FullName() == "google.protobuf.NullValue", others: map[int32]string{}}
	c.enums[descriptor.FullName()] = made
	values := descriptor.Values()
	for i := range values.Len() {
		number := values.Get(i).Number()
		made.add(int32(number), `"`+string(values.ByNumber(number).Name())+`"`) // of several names for a number always the same
	}
	return made
}

func (e *enum) add(number int32, name string) {
	if number < 0 || number > maxSmall {
		e.others[number] = name
		return
	}
	for int(number) >= len(e.low) {
		e.low = append(e.low, "")
	}
	e.low[number] = name
}
