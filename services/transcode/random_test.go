package transcode_test

import (
	"math"
	"math/rand/v2"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// filler fills messages with what is random, and likely to matter.
type filler struct{ *rand.Rand }

func (r filler) fill(message protoreflect.Message, depth int) {
	fields := message.Descriptor().Fields()
	sparse := r.IntN(3) // of three messages one is full, one half empty, one almost empty
	for i := range fields.Len() {
		field := fields.Get(i)
		if field.Message() != nil && depth == 0 || sparse > 0 && r.IntN(1+2*sparse*sparse) > 0 {
			continue
		}
		switch {
		case field.IsMap():
			entries := message.Mutable(field).Map()
			for range r.IntN(3) {
				value := entries.NewValue()
				if field.MapValue().Message() != nil {
					r.fill(value.Message(), depth-1)
				} else {
					value = r.scalar(field.MapValue())
				}
				entries.Set(r.scalar(field.MapKey()).MapKey(), value)
			}
		case field.IsList():
			list := message.Mutable(field).List()
			for range r.IntN(4) {
				if field.Message() != nil {
					r.fill(list.AppendMutable().Message(), depth-1)
				} else {
					list.Append(r.scalar(field))
				}
			}
		case field.Message() != nil:
			r.fill(message.Mutable(field).Message(), depth-1)
		default:
			message.Set(field, r.scalar(field))
		}
	}
}

func (r filler) scalar(field protoreflect.FieldDescriptor) protoreflect.Value {
	number := r.number()
	switch field.Kind() {
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(number&1 == 1)
	case protoreflect.EnumKind:
		values := field.Enum().Values()
		if r.IntN(8) == 0 {
			return protoreflect.ValueOfEnum(protoreflect.EnumNumber(number))
		}
		return protoreflect.ValueOfEnum(values.Get(r.IntN(values.Len())).Number())
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind:
		return protoreflect.ValueOfInt32(int32(number))
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		return protoreflect.ValueOfUint32(uint32(number))
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind:
		return protoreflect.ValueOfInt64(int64(number))
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return protoreflect.ValueOfUint64(number)
	case protoreflect.FloatKind:
		return protoreflect.ValueOfFloat32(float32(r.float()))
	case protoreflect.DoubleKind:
		return protoreflect.ValueOfFloat64(r.float())
	case protoreflect.BytesKind:
		return protoreflect.ValueOfBytes([]byte(r.text()))
	default:
		return protoreflect.ValueOfString(r.text())
	}
}

func (r filler) number() uint64 {
	special := []uint64{
		0, 1, 2, 127, 128, math.MaxInt32, 1 << 31, math.MaxUint32, 1 << 32, math.MaxInt64, 1 << 63, math.MaxUint64,
	}
	if n := r.IntN(2 * len(special)); n < len(special) {
		return special[n]
	}
	return r.Uint64() >> r.IntN(64)
}

func (r filler) float() float64 {
	special := []float64{
		0, math.Copysign(0, -1), 1, -1.5, 0.1, 1e21, 1e20, 1e-6, 1e-7, -1e-9, 1e100, math.MaxFloat64, math.SmallestNonzeroFloat64,
		math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat32, math.SmallestNonzeroFloat32, 123456789.125,
	}
	if n := r.IntN(2 * len(special)); n < len(special) {
		return special[n]
	}
	return math.Float64frombits(r.Uint64())
}

func (r filler) text() string {
	parts := []string{
		"", "a", "Recite", `"`, `\`, "\n", "\r\t\b\f", "\x00", "\x1f", "\x7f", "é", "نماز", "\u2028", "\ufffd", "🕌",
		"<&>", "https://example.com/", " ",
	}
	text := ""
	for range r.IntN(5) {
		text += parts[r.IntN(len(parts))]
	}
	return text
}

// disturb changes bytes of the wire format: it may stay a message, one with fields twice or in another order among them.
func (r filler) disturb(wire []byte) []byte {
	wire = append([]byte(nil), wire...)
	for range 1 + r.IntN(3) {
		switch r.IntN(7) {
		case 0: // cut off
			wire = wire[:r.IntN(len(wire)+1)]
		case 1: // a byte changed
			if len(wire) > 0 {
				wire[r.IntN(len(wire))] = byte(r.Uint32())
			}
		case 2: // the same once more
			wire = append(wire, wire...)
		case 3: // a field that nobody knows
			wire = protowire.AppendVarint(protowire.AppendTag(wire, protowire.Number(1+r.IntN(70)), protowire.VarintType), r.number())
		case 4: // one that is perhaps known, of another type
			wire = protowire.AppendString(protowire.AppendTag(wire, protowire.Number(1+r.IntN(20)), protowire.BytesType), r.text())
		case 5: // the end before the beginning
			fields := split(wire)
			r.Shuffle(len(fields), func(i, j int) { fields[i], fields[j] = fields[j], fields[i] })
			wire = wire[:0:0]
			for _, field := range fields {
				wire = append(wire, field...)
			}
		case 6: // a group
			number := protowire.Number(1 + r.IntN(20))
			wire = protowire.AppendTag(wire, number, protowire.StartGroupType)
			wire = protowire.AppendTag(wire, number, protowire.EndGroupType)
		}
		if len(wire) > 1<<16 {
			return wire
		}
	}
	return wire
}

// split returns the fields of a message, and what cannot be read as the last of them.
func split(wire []byte) [][]byte {
	var fields [][]byte
	for len(wire) > 0 {
		_, _, n := protowire.ConsumeField(wire)
		if n < 0 {
			n = len(wire)
		}
		fields = append(fields, wire[:n])
		wire = wire[n:]
	}
	return fields
}

// wire returns a random message in the wire format.
func (r filler) wire(of protoreflect.MessageType) ([]byte, error) {
	message := of.New()
	r.fill(message, 3)
	return proto.MarshalOptions{AllowPartial: true}.Marshal(message.Interface())
}
