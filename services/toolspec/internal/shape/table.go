package shape

import (
	"errors"
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
)

// Message is the shape of a message's JSON. It is immutable and safe for concurrent use.
type Message struct {
	fields  map[string]*field
	ordered []*field
	free    bool // any object: Struct and Any
	// repaired: it or a message in it has a text in which ill-formed Unicode is replaced.
	repaired bool
	// opaque ones are not written in the wire format here.
	opaque bool
}

// field is a member of an object.
type field struct {
	name     string
	index    int // in the order of declaration
	required bool
	null     bool     // a null counts as absent
	oneof    []*field // the members of its oneof, itself among them; nil when it is in none
	value
}

// value is what may stand at one place.
type value struct {
	kind     kind
	min, max int64                              // of an integer
	bits     int                                // of a number with a fraction, or of an integer written as a string
	unsigned bool                               // of an integer written as a string
	repaired bool                               // of a text, in which ill-formed Unicode is replaced
	names    map[string]protoreflect.EnumNumber // of an enumeration
	listed   []string                           // its names in order
	message  *Message
	item     *value // of a list, or the value of a map
	key      *value // of a map

	form   form
	number protowire.Number
	packed bool // in a list whose values share one field
}

type kind uint8

const (
	kindAny kind = iota
	kindNull
	kindBoolean
	kindInteger
	kindLong // a 64-bit integer, written as a string
	kindNumber
	kindString
	kindBytes
	kindEnum
	kindTimestamp
	kindDuration
	kindFieldMask
	kindArray     // of item
	kindFreeArray // of anything
	kindMap       // of item by key
	kindMessage
)

// expected names the JSON type of each kind.
var expected = [...]string{
	kindNull: "null", kindBoolean: "boolean", kindInteger: "integer", kindLong: "string", kindNumber: "number",
	kindString: "string", kindBytes: "string", kindEnum: "string", kindTimestamp: "string", kindDuration: "string",
	kindFieldMask: "string", kindArray: "array", kindFreeArray: "array", kindMap: "object", kindMessage: "object",
}

// Compiler builds the shapes of messages, and shares what occurs in several. It is not safe for concurrent use.
type Compiler struct {
	messages map[protoreflect.MessageDescriptor]*Message
	enums    map[protoreflect.EnumDescriptor]value
	mistakes []error
}

// NewCompiler returns a compiler of shapes in which a null counts as absent, unless the member is required.
func NewCompiler() *Compiler {
	return &Compiler{
		messages: map[protoreflect.MessageDescriptor]*Message{},
		enums:    map[protoreflect.EnumDescriptor]value{},
	}
}

// Compile returns the shape of a message. Messages whose JSON would be ambiguous, or whose options cannot be read, are an
// error.
func (c *Compiler) Compile(message protoreflect.MessageDescriptor) (*Message, error) {
	c.mistakes = nil
	made := c.message(message)
	made.repaired = made.holdsRepaired(map[*Message]bool{})
	return made, errors.Join(c.mistakes...)
}

func (c *Compiler) message(descriptor protoreflect.MessageDescriptor) *Message {
	if made, ok := c.messages[descriptor]; ok {
		return made
	}
	made := &Message{opaque: isOpaque(descriptor)}
	c.messages[descriptor] = made // before its fields, which may hold it
	switch descriptor.FullName() {
	case "google.protobuf.Struct", "google.protobuf.Any":
		made.free = true
		return made
	}
	fields := descriptor.Fields()
	made.fields = make(map[string]*field, fields.Len())
	for i := range fields.Len() {
		if annotation.PartOf(fields.Get(i)) == "" {
			made.add(c.field(fields.Get(i)))
		}
	}
	for i := range descriptor.Oneofs().Len() {
		made.exclude(descriptor.Oneofs().Get(i))
	}
	c.refuseAmbiguity(descriptor, made)
	return made
}

func (c *Compiler) field(descriptor protoreflect.FieldDescriptor) *field {
	said, err := annotation.OfField(descriptor)
	if err != nil {
		c.mistakes = append(c.mistakes, err)
	}
	made := &field{name: descriptor.TextName(), required: said.Required(descriptor)}
	made.null = !made.required && !takesNull(descriptor)
	switch {
	case descriptor.IsMap():
		item, key := c.value(descriptor.MapValue()), c.value(descriptor.MapKey()) // their form is other
		item.repaired = said.ToWellFormed
		made.value = value{kind: kindMap, item: &item, key: &key}
	case descriptor.IsList():
		item := c.value(descriptor)
		item.repaired = said.ToWellFormed
		item.form, item.number, item.packed = formOf(descriptor), descriptor.Number(), descriptor.IsPacked()
		made.value = value{kind: kindArray, item: &item, form: item.form, number: item.number}
	default:
		made.value = c.value(descriptor)
		made.repaired = said.ToWellFormed
		made.form, made.number = formOf(descriptor), descriptor.Number()
	}
	return made
}

// takesNull finds the fields, lists of such values among them, for which protojson reads a null as a value.
func takesNull(descriptor protoreflect.FieldDescriptor) bool {
	return descriptor.Message() != nil && descriptor.Message().FullName() == "google.protobuf.Value" ||
		descriptor.Enum() != nil && descriptor.Enum().FullName() == "google.protobuf.NullValue"
}

func (m *Message) add(f *field) {
	f.index = len(m.ordered)
	m.fields[f.name] = f
	m.ordered = append(m.ordered, f)
}

func (m *Message) exclude(oneof protoreflect.OneofDescriptor) {
	if oneof.Fields().Len() < 2 {
		return
	}
	var members []*field
	for i := range oneof.Fields().Len() {
		if member := m.fields[oneof.Fields().Get(i).TextName()]; member != nil {
			members = append(members, member)
		}
	}
	for _, member := range members {
		member.oneof = members
	}
}

// refuseAmbiguity finds a field whose proto name is the JSON name of another: protojson would take the one for the
// other.
func (c *Compiler) refuseAmbiguity(descriptor protoreflect.MessageDescriptor, made *Message) {
	if len(made.fields) != len(made.ordered) {
		c.mistakes = append(c.mistakes, fmt.Errorf("%s: two fields have the same name", descriptor.FullName()))
	}
	fields := descriptor.Fields()
	for i := range fields.Len() {
		one := fields.Get(i)
		if other := fields.ByJSONName(one.TextName()); other != nil && other != one {
			c.mistakes = append(c.mistakes, fmt.Errorf("%s: %q is also the JSON name of %s", one.FullName(), one.TextName(), other.Name()))
		}
	}
}

func (c *Compiler) value(field protoreflect.FieldDescriptor) value {
	switch field.Kind() {
	case protoreflect.MessageKind, protoreflect.GroupKind:
		return c.messageValue(field.Message())
	case protoreflect.EnumKind:
		return c.enum(field.Enum())
	case protoreflect.BoolKind:
		return value{kind: kindBoolean}
	case protoreflect.StringKind:
		return value{kind: kindString}
	case protoreflect.BytesKind:
		return value{kind: kindBytes}
	case protoreflect.FloatKind:
		return value{kind: kindNumber, bits: 32}
	case protoreflect.DoubleKind:
		return value{kind: kindNumber, bits: 64}
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		return value{kind: kindInteger, max: math.MaxUint32}
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind:
		return value{kind: kindLong, bits: 64}
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return value{kind: kindLong, bits: 64, unsigned: true}
	default:
		return value{kind: kindInteger, min: math.MinInt32, max: math.MaxInt32}
	}
}

func (c *Compiler) messageValue(message protoreflect.MessageDescriptor) value {
	switch message.FullName() {
	case "google.protobuf.Value":
		return value{kind: kindAny}
	case "google.protobuf.ListValue":
		return value{kind: kindFreeArray}
	case "google.protobuf.Timestamp":
		return value{kind: kindTimestamp}
	case "google.protobuf.Duration":
		return value{kind: kindDuration}
	case "google.protobuf.FieldMask":
		return value{kind: kindFieldMask}
	case "google.protobuf.BoolValue", "google.protobuf.BytesValue", "google.protobuf.DoubleValue",
		"google.protobuf.FloatValue", "google.protobuf.Int32Value", "google.protobuf.Int64Value",
		"google.protobuf.StringValue", "google.protobuf.UInt32Value", "google.protobuf.UInt64Value":
		return c.value(message.Fields().ByName("value"))
	}
	return value{kind: kindMessage, message: c.message(message)}
}

func (c *Compiler) enum(enum protoreflect.EnumDescriptor) value {
	if enum.FullName() == "google.protobuf.NullValue" {
		return value{kind: kindNull}
	}
	if made, ok := c.enums[enum]; ok {
		return made
	}
	made := value{kind: kindEnum, names: map[string]protoreflect.EnumNumber{}}
	for i := range enum.Values().Len() {
		name := string(enum.Values().Get(i).Name())
		made.names[name] = enum.Values().Get(i).Number()
		made.listed = append(made.listed, name)
	}
	c.enums[enum] = made
	return made
}
