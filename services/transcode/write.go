package transcode

import (
	"encoding/binary"
	"sync"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/compactjson"
)

// writer writes messages. Its methods report false for what is rare or wrong, which is then left to protojson: a field
// twice, a value of another wire type, text that is not UTF-8, and bytes that are no message at all.
type writer struct {
	slots []slot // of the messages that are being written, the outermost first
}

var writers = sync.Pool{New: func() any { return new(writer) }}

// slot is where a field stands: the value of one, or the field from its first to its last value. Without any, until is 0.
type slot struct{ from, until int }

// maxDepth is how deep messages may be nested.
const maxDepth = 64

// message appends a message as an object.
func (w *writer) message(dst, wire []byte, m *message, depth int) ([]byte, bool) {
	if depth == maxDepth {
		return dst, false
	}
	base := len(w.slots)
	w.slots = append(w.slots, m.blank...)
	dst, ok := w.object(dst, wire, m, base, depth)
	w.slots = w.slots[:base]
	return dst, ok
}

func (w *writer) object(dst, wire []byte, m *message, base, depth int) ([]byte, bool) {
	if !w.locate(wire, m, base) {
		return dst, false
	}
	start := len(dst)
	for i := range m.fields {
		f, s := &m.fields[i], w.slots[base+i]
		if s.until == 0 {
			dst = append(dst, f.unset...)
			continue
		}
		var ok bool
		if dst, ok = w.field(append(dst, f.name...), wire[s.from:s.until], f, depth); !ok {
			return dst, false
		}
	}
	if len(dst) == start {
		return append(dst, '{', '}'), true
	}
	dst[start] = '{' // for the comma before the first name
	return append(dst, '}'), true
}

// field appends the value of a field that is set, or its values.
func (w *writer) field(dst, wire []byte, f *field, depth int) ([]byte, bool) {
	if f.list {
		return w.list(append(dst, '['), wire, f, depth)
	}
	return w.value(dst, wire, f, depth)
}

// only appends the value of one field of a message. The others are looked at too: a message that is wrong in them is none.
func (w *writer) only(dst, wire []byte, m *message, index int, unset string) ([]byte, bool) {
	w.slots = append(w.slots[:0], m.blank...)
	if !w.locate(wire, m, 0) {
		return dst, false
	}
	f, s, ok := &m.fields[index], w.slots[index], true
	switch {
	case s.until > 0:
		dst, ok = w.field(dst, wire[s.from:s.until], f, 0)
	case f.list:
		dst = append(dst, '[', ']')
	case unset != "":
		dst = append(dst, unset...)
	default:
		dst, ok = w.message(dst, nil, f.held, 0)
	}
	kept := len(dst)
	for i := range m.fields {
		if s := w.slots[i]; ok && i != index && s.until > 0 {
			dst, ok = w.field(dst, wire[s.from:s.until], &m.fields[i], 0)
		}
	}
	return dst[:min(kept, len(dst))], ok
}

// locate notes where the fields of a message stand.
func (w *writer) locate(wire []byte, m *message, base int) bool {
	slots := w.slots[base:]
	for at := 0; at < len(wire); {
		number, kind, value := tag(wire, at)
		if value < 0 {
			return false
		}
		end := skip(wire, value, kind)
		if end < 0 {
			return false
		}
		if i := m.index(number); i >= 0 {
			f, s := &m.fields[i], &slots[i]
			packed := f.list && kind == protowire.BytesType && f.wire != protowire.BytesType
			switch {
			case kind != f.wire && !packed:
				return false
			case !f.list && (s.until != 0 || f.oneof > 0 && slots[f.oneof].until != 0):
				return false
			case !f.list:
				s.from = value
				if f.oneof > 0 {
					slots[f.oneof].until = end
				}
			case s.until == 0:
				s.from = at
			}
			s.until = end
		}
		at = end
	}
	return true
}

// list appends the values of a field, from the first to the last, and what ends the array. Other fields may stand between.
func (w *writer) list(dst, wire []byte, f *field, depth int) ([]byte, bool) {
	start, ok := len(dst), true
	for at := 0; at < len(wire); {
		number, kind, value := tag(wire, at)
		switch end := skip(wire, value, kind); {
		case number != f.number:
		case kind == f.wire:
			dst, ok = w.value(dst, wire[value:end], f, depth)
			dst = append(dst, ',')
		default:
			dst, ok = w.packed(dst, wire[value:end], f)
		}
		if !ok {
			return dst, false
		}
		at = skip(wire, value, kind)
	}
	if len(dst) == start { // packed, and empty
		return append(dst, ']'), true
	}
	dst[len(dst)-1] = ']' // for the comma behind the last
	return dst, true
}

// packed appends values that stand together in one field, each with a comma behind.
func (w *writer) packed(dst, wire []byte, f *field) ([]byte, bool) {
	_, n := protowire.ConsumeVarint(wire)
	for wire = wire[n:]; len(wire) > 0; wire = wire[n:] {
		if n = skip(wire, 0, f.wire); n < 0 {
			return dst, false
		}
		dst = append(f.scalar(dst, wire), ',')
	}
	return dst, true
}

// value appends the value that the bytes begin with.
func (w *writer) value(dst, wire []byte, f *field, depth int) ([]byte, bool) {
	if f.wire != protowire.BytesType {
		return f.scalar(dst, wire), true
	}
	_, n := protowire.ConsumeVarint(wire)
	text, ok := wire[n:], true
	switch {
	case f.kind == protoreflect.StringKind:
		dst, ok = appendString(dst, text)
	case f.kind == protoreflect.BytesKind:
		dst = appendBase64(dst, text)
	case f.held.opaque:
		dst, ok = appendOpaque(dst, text, f.held)
	default:
		dst, ok = w.message(dst, text, f.held, depth+1)
	}
	return dst, ok
}

// appendOpaque builds a message.
func appendOpaque(dst, wire []byte, m *message) ([]byte, bool) {
	message := m.of.New().Interface()
	if proto.Unmarshal(wire, message) != nil {
		return dst, false
	}
	text, err := compactjson.Append(dst, message)
	return text, err == nil
}

// tag reads the tag of a field, and returns where its value begins, or -1.
func tag(wire []byte, at int) (protowire.Number, protowire.Type, int) {
	read, n := uint64(wire[at]), 1
	if read >= 0x80 {
		if read, n = protowire.ConsumeVarint(wire[at:]); n < 0 {
			return 0, 0, -1
		}
	}
	number, kind := protowire.DecodeTag(read)
	if number < protowire.MinValidNumber || number > protowire.MaxValidNumber {
		return 0, 0, -1
	}
	return number, kind, at + n
}

// skip returns where a value ends, or -1 if it does not end well. Groups do not.
func skip(wire []byte, at int, kind protowire.Type) int {
	switch kind {
	case protowire.VarintType:
		if at < len(wire) && wire[at] < 0x80 {
			return at + 1
		}
		if _, n := protowire.ConsumeVarint(wire[at:]); n >= 0 {
			return at + n
		}
	case protowire.Fixed32Type:
		if len(wire)-at >= 4 {
			return at + 4
		}
	case protowire.Fixed64Type:
		if len(wire)-at >= 8 {
			return at + 8
		}
	case protowire.BytesType:
		if length, n := protowire.ConsumeVarint(wire[at:]); n >= 0 && length <= uint64(len(wire[at+n:])) {
			return at + n + int(length) //nolint:gosec // not more than what is there
		}
	}
	return -1
}

func fixed32(wire []byte) uint32 { return binary.LittleEndian.Uint32(wire) }

func fixed64(wire []byte) uint64 { return binary.LittleEndian.Uint64(wire) }
