package transcode

import (
	"math"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// plainVarint returns the value that a number stands for, and whether protobuf writes that value so.
func plainVarint(kind protoreflect.Kind, number uint64) (value protoreflect.Value, ok bool) {
	signed := int64(number) //nolint:gosec // two's complement
	switch kind {
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(number != 0), number <= 1
	case protoreflect.EnumKind:
		return protoreflect.ValueOfEnum(protoreflect.EnumNumber(signed)), signed == int64(int32(signed)) //nolint:gosec // that is asked
	case protoreflect.Int32Kind:
		return protoreflect.ValueOfInt32(int32(signed)), signed == int64(int32(signed)) //nolint:gosec // that is asked
	case protoreflect.Sint32Kind:
		return protoreflect.ValueOfInt32(int32(protowire.DecodeZigZag(number))), number <= math.MaxUint32 //nolint:gosec // that is asked
	case protoreflect.Uint32Kind:
		return protoreflect.ValueOfUint32(uint32(number)), number <= math.MaxUint32 //nolint:gosec // that is asked
	case protoreflect.Int64Kind:
		return protoreflect.ValueOfInt64(signed), true
	case protoreflect.Sint64Kind:
		return protoreflect.ValueOfInt64(protowire.DecodeZigZag(number)), true
	case protoreflect.Uint64Kind:
		return protoreflect.ValueOfUint64(number), true
	}
	return value, false
}

// The sign of a float, and infinity. Greater ones, the sign aside, are not numbers.
const sign32, infinity32 = 1 << 31, 0x7f800000

// plainFixed32 and plainFixed64 return the value that four or eight bytes stand for.
func plainFixed32(kind protoreflect.Kind, bits uint32) protoreflect.Value {
	switch kind {
	case protoreflect.FloatKind:
		return protoreflect.ValueOfFloat32(math.Float32frombits(bits))
	case protoreflect.Sfixed32Kind:
		return protoreflect.ValueOfInt32(int32(bits)) //nolint:gosec // two's complement
	default:
		return protoreflect.ValueOfUint32(bits)
	}
}

func plainFixed64(kind protoreflect.Kind, bits uint64) protoreflect.Value {
	switch kind {
	case protoreflect.DoubleKind:
		return protoreflect.ValueOfFloat64(math.Float64frombits(bits))
	case protoreflect.Sfixed64Kind:
		return protoreflect.ValueOfInt64(int64(bits)) //nolint:gosec // two's complement
	default:
		return protoreflect.ValueOfUint64(bits)
	}
}
