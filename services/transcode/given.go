package transcode

import (
	"iter"
	"sync"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/runtime/protoimpl"
)

// Given yields the fields that a request has, with their values, in the order of their declaration. A Request of numbers, truth values
// and texts is not built for it. What is not valid, such as a nil message, has none.
func Given(request proto.Message) iter.Seq2[protoreflect.FieldDescriptor, protoreflect.Value] {
	return func(yield func(protoreflect.FieldDescriptor, protoreflect.Value) bool) {
		if r, ok := request.(*Request); ok && r.isPlain() {
			for _, field := range r.plain.Load().fields {
				if !yield(field.FieldDescriptor, field.value) {
					return
				}
			}
			return
		}
		message := request.ProtoReflect()
		if !message.IsValid() {
			return
		}
		fields := message.Descriptor().Fields()
		for i := range fields.Len() {
			if field := fields.Get(i); message.Has(field) && !yield(field, message.Get(field)) {
				return
			}
		}
	}
}

// Find returns the field of a request that has a name, and its value; nil if the request does not have it.
func Find(request proto.Message, name protoreflect.Name) (protoreflect.FieldDescriptor, protoreflect.Value) {
	if r, ok := request.(*Request); ok && r.isPlain() {
		for _, field := range r.plain.Load().fields {
			if field.Name() == name {
				return field.FieldDescriptor, field.value
			}
		}
		return nil, protoreflect.Value{}
	}
	message := request.ProtoReflect()
	field := message.Descriptor().Fields().ByName(name)
	if field == nil || !message.Has(field) {
		return nil, protoreflect.Value{}
	}
	return field, message.Get(field)
}

// NameOf returns the full name of a request's type.
func NameOf(request proto.Message) protoreflect.FullName {
	if r, ok := request.(*Request); ok {
		return r.of.Descriptor().FullName()
	}
	return request.ProtoReflect().Descriptor().FullName()
}

// AppendCanonical appends a request in the wire format, always the same for the same request, as proto.MarshalOptions do that are
// Deterministic.
func AppendCanonical(to []byte, request proto.Message) ([]byte, error) {
	if r, ok := request.(*Request); ok && r.isPlain() {
		return append(to, r.wire...), nil
	}
	return proto.MarshalOptions{Deterministic: true}.MarshalAppend(to, request)
}

// given is a field that a request has.
type given struct {
	protoreflect.FieldDescriptor
	value protoreflect.Value
}

// looked is what a request has: each field a number, a truth value, a text or bytes, and given once, in order. It is nothing where the
// wire format is not what protobuf makes of the request.
type looked struct {
	fields    []given
	canonical bool
	usual     [4]given
}

// isPlain reports whether the wire format is what protobuf makes of the request, which then has the fields in plain. Two who ask at
// once both read it.
func (r *Request) isPlain() bool {
	if r.plain.Load() == nil {
		read := &looked{}
		read.fields, read.canonical = plainFields(read.usual[:0], r.of, r.wire)
		r.plain.Store(read)
	}
	return r.plain.Load().canonical
}

func plainFields(found []given, of protoreflect.MessageType, wire []byte) (_ []given, ok bool) {
	known, fields := plainFieldsOf(of), of.Descriptor().Fields()
	last, index := protowire.Number(0), -1
	for len(wire) > 0 {
		number, kind, n := protowire.ConsumeTag(wire)
		if n < 0 || n != protowire.SizeTag(number) || number <= last {
			return nil, false
		}
		var field plainField
		switch {
		case known == nil:
			field = newPlainField(fields.ByNumber(number))
		case int(number) < len(known):
			field = known[number]
		}
		if field.descriptor == nil || field.index <= index || field.wire != kind {
			return nil, false
		}
		last, index, wire = number, field.index, wire[n:]
		value, zero, n := plainValue(field.kind, kind, wire)
		if n < 0 || zero && !field.presence {
			return nil, false
		}
		found, wire = append(found, given{field.descriptor, value}), wire[n:]
	}
	return found, true
}

// plainField is what there is to know of a field with at most one value, which is no message, and which excludes no other field. The
// zero plainField is of others.
type plainField struct {
	descriptor protoreflect.FieldDescriptor
	kind       protoreflect.Kind
	wire       protowire.Type
	index      int
	presence   bool
}

func newPlainField(of protoreflect.FieldDescriptor) plainField {
	if of == nil || !isSingle(of) {
		return plainField{}
	}
	return plainField{descriptor: of, kind: of.Kind(), wire: wireTypes[of.Kind()], index: of.Index(), presence: of.HasPresence()}
}

// linkedFields are the plain fields of messages that are linked, by the message's type: a slice by number.
var linkedFields sync.Map

// plainFieldsOf returns the plain fields of a message by their numbers; nil for one that is not linked, since those of strangers come
// and go, and for one of large numbers.
func plainFieldsOf(of protoreflect.MessageType) []plainField {
	if _, linked := of.(*protoimpl.MessageInfo); !linked {
		return nil
	}
	if known, ok := linkedFields.Load(of); ok {
		return known.([]plainField)
	}
	const large = 256
	fields, most := of.Descriptor().Fields(), 0
	for i := range fields.Len() {
		most = max(most, int(fields.Get(i).Number()))
	}
	var known []plainField
	if most < large {
		known = make([]plainField, most+1)
		for i := range fields.Len() {
			known[fields.Get(i).Number()] = newPlainField(fields.Get(i))
		}
	}
	linkedFields.Store(of, known)
	return known
}

// isSingle reports whether a field has at most one value, which is no message, and excludes no other field.
func isSingle(field protoreflect.FieldDescriptor) bool {
	if field.Cardinality() != protoreflect.Optional || field.Message() != nil || field.Enum() != nil && field.Enum().IsClosed() {
		return false
	}
	oneof := field.ContainingOneof()
	return oneof == nil || oneof.IsSynthetic()
}

// plainValue returns the value that wire begins with, whether it is zero, and its length; negative if protobuf would write it otherwise.
func plainValue(kind protoreflect.Kind, as protowire.Type, wire []byte) (value protoreflect.Value, zero bool, n int) {
	switch as {
	case protowire.VarintType:
		number, n := protowire.ConsumeVarint(wire)
		value, ok := plainVarint(kind, number)
		if n != protowire.SizeVarint(number) || !ok {
			return value, false, -1
		}
		return value, number == 0, n
	case protowire.Fixed32Type:
		number, n := protowire.ConsumeFixed32(wire)
		if kind == protoreflect.FloatKind && number&^sign32 > infinity32 { // not a number, of which some become others on the way
			return value, false, -1
		}
		return plainFixed32(kind, number), number == 0, n
	case protowire.Fixed64Type:
		number, n := protowire.ConsumeFixed64(wire)
		return plainFixed64(kind, number), number == 0, n
	case protowire.BytesType:
		text, n := protowire.ConsumeBytes(wire)
		switch {
		case n != protowire.SizeBytes(len(text)):
			return value, false, -1
		case kind == protoreflect.BytesKind:
			return protoreflect.ValueOfBytes(text), len(text) == 0, n
		case !utf8.Valid(text):
			return value, false, -1
		}
		return protoreflect.ValueOfString(string(text)), len(text) == 0, n
	}
	return value, false, -1
}
