package shape

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// AppendWire appends a JSON object as this message in the wire format. It checks the object as Check does, in the same pass, and
// reports false when something is wrong with it. It also does for what it leaves to protojson: maps, groups, and the messages of
// google.protobuf. What it appends then is not to be used.
func (m *Message) AppendWire(dst, raw []byte) (wire []byte, ok bool) {
	if m.opaque {
		return dst, false
	}
	if len(raw) == 0 {
		raw = emptyObject
	}
	c := checker{scanner: scanner{data: raw}, writes: true, wire: dst}
	ok = c.document(m)
	return c.wire, ok
}

var emptyObject = []byte("{}")

// form is how a value is written in the wire format.
type form uint8

const (
	formOther form = iota // is left to protojson
	formVarint
	formZigZag
	formFixed32
	formFixed64
	formFloat
	formDouble
	formBytes // of texts, and of messages
)

var forms = map[protoreflect.Kind]form{
	protoreflect.BoolKind: formVarint, protoreflect.EnumKind: formVarint,
	protoreflect.Int32Kind: formVarint, protoreflect.Uint32Kind: formVarint, protoreflect.Sint32Kind: formZigZag,
	protoreflect.Int64Kind: formVarint, protoreflect.Uint64Kind: formVarint, protoreflect.Sint64Kind: formZigZag,
	protoreflect.Fixed32Kind: formFixed32, protoreflect.Sfixed32Kind: formFixed32, protoreflect.FloatKind: formFloat,
	protoreflect.Fixed64Kind: formFixed64, protoreflect.Sfixed64Kind: formFixed64, protoreflect.DoubleKind: formDouble,
	protoreflect.StringKind: formBytes, protoreflect.BytesKind: formBytes, protoreflect.MessageKind: formBytes,
}

var wireTypes = [...]protowire.Type{
	formVarint: protowire.VarintType, formZigZag: protowire.VarintType, formFixed32: protowire.Fixed32Type,
	formFixed64: protowire.Fixed64Type, formFloat: protowire.Fixed32Type, formDouble: protowire.Fixed64Type,
	formBytes: protowire.BytesType,
}

// formOf returns the form of a field's values.
func formOf(field protoreflect.FieldDescriptor) form {
	switch {
	case field.IsMap(), field.Message() != nil && isOpaque(field.Message()),
		field.Enum() != nil && field.Enum().FullName() == "google.protobuf.NullValue":
		return formOther
	default:
		return forms[field.Kind()]
	}
}

// isOpaque finds the messages whose JSON is not that of their fields, and more: all that protojson may treat in a way of its own.
func isOpaque(message protoreflect.MessageDescriptor) bool {
	return message.ParentFile().Package() == "google.protobuf"
}

// tag begins a value, if it is one that is written.
func (c *checker) tag(v *value) {
	if !v.packed {
		c.wire = protowire.AppendTag(c.wire, v.number, wireTypes[v.form])
	}
}

// integer writes an integer, a boolean, or the number of an enumeration's name. It returns true.
func (c *checker) integer(v *value, number uint64) bool {
	if !c.writes {
		return true
	}
	c.tag(v)
	switch v.form {
	case formZigZag:
		c.wire = protowire.AppendVarint(c.wire, protowire.EncodeZigZag(int64(number))) //nolint:gosec // the same bits
	case formFixed32:
		c.wire = protowire.AppendFixed32(c.wire, uint32(number)) //nolint:gosec // within the field's bounds
	case formFixed64:
		c.wire = protowire.AppendFixed64(c.wire, number)
	default:
		c.wire = protowire.AppendVarint(c.wire, number)
	}
	return true
}

// fraction writes a number that is finite. It returns true.
func (c *checker) fraction(v *value, number []byte) bool {
	if !c.writes {
		return true
	}
	parsed, err := strconv.ParseFloat(string(number), v.bits)
	if err != nil {
		return false
	}
	c.tag(v)
	if v.form == formFloat {
		c.wire = protowire.AppendFixed32(c.wire, math.Float32bits(float32(parsed)))
	} else {
		c.wire = protowire.AppendFixed64(c.wire, math.Float64bits(parsed))
	}
	return true
}

// text writes what a text stands for, which is nothing wrong.
func (c *checker) text(v *value, t text) bool {
	switch {
	case !c.writes:
		return true
	case v.kind == kindEnum:
		return c.integer(v, uint64(v.names[t.String()])) //nolint:gosec // as negative numbers are written
	case v.kind == kindLong:
		return c.long(v, t.String())
	}
	c.tag(v)
	switch {
	case v.kind == kindBytes:
		decoded, err := base64Of(t.String())
		if err != nil {
			return false
		}
		c.wire = protowire.AppendBytes(c.wire, decoded)
	case t.escaped:
		c.wire = protowire.AppendString(c.wire, unescape(t.raw))
	default:
		c.wire = protowire.AppendBytes(c.wire, t.raw)
	}
	return true
}

// long writes an integer that is a text in JSON.
func (c *checker) long(v *value, t string) bool {
	if v.unsigned {
		number, err := strconv.ParseUint(t, 10, 64)
		return err == nil && c.integer(v, number)
	}
	number, err := strconv.ParseInt(t, 10, 64)
	return err == nil && c.integer(v, uint64(number)) //nolint:gosec // as negative numbers are written
}

// held checks a message in a message, and writes it.
func (c *checker) held(v *value) bool {
	if !c.writes {
		return c.object(v.message)
	}
	c.tag(v)
	start := len(c.wire)
	if !c.object(v.message) {
		return false
	}
	c.lengthAt(start)
	return true
}

// list checks a list, and writes it. Packed values share one field, which an empty list has not.
func (c *checker) list(v *value) bool {
	if !c.writes || !v.item.packed {
		return c.array(v)
	}
	begin := len(c.wire)
	c.wire = protowire.AppendTag(c.wire, v.number, protowire.BytesType)
	start := len(c.wire)
	if !c.array(v) {
		return false
	}
	if len(c.wire) == start {
		c.wire = c.wire[:begin]
		return true
	}
	c.lengthAt(start)
	return true
}

// lengthAt puts the length of what was written since a place before it.
func (c *checker) lengthAt(start int) {
	var room [binary.MaxVarintLen64]byte
	length := protowire.AppendVarint(room[:0], uint64(len(c.wire)-start)) //nolint:gosec // it has grown since
	c.wire = slices.Insert(c.wire, start, length...)
}

// base64Of follows protojson: standard or URL alphabet, with padding or without. No white space is skipped in it.
func base64Of(t string) ([]byte, error) {
	if strings.ContainsAny(t, "\r\n") {
		return nil, base64.CorruptInputError(strings.IndexAny(t, "\r\n"))
	}
	encoding := base64.StdEncoding
	if strings.ContainsAny(t, "-_") {
		encoding = base64.URLEncoding
	}
	if len(t)%4 != 0 {
		encoding = encoding.WithPadding(base64.NoPadding)
	}
	return encoding.DecodeString(t)
}
