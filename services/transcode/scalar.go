package transcode

import (
	"encoding/base64"
	"math"
	"strconv"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// scalar appends the number, truth value or name that the bytes begin with, which skip has found to be there.
func (f *field) scalar(dst, wire []byte) []byte {
	switch f.kind {
	case protoreflect.FloatKind:
		return appendFloat(dst, float64(math.Float32frombits(fixed32(wire))), 32)
	case protoreflect.DoubleKind:
		return appendFloat(dst, math.Float64frombits(fixed64(wire)), 64)
	case protoreflect.Fixed32Kind:
		return strconv.AppendUint(dst, uint64(fixed32(wire)), 10)
	case protoreflect.Sfixed32Kind:
		return strconv.AppendInt(dst, int64(int32(fixed32(wire))), 10) //nolint:gosec // two's complement
	case protoreflect.Fixed64Kind:
		return quoted(strconv.AppendUint(append(dst, '"'), fixed64(wire), 10))
	case protoreflect.Sfixed64Kind:
		return quoted(strconv.AppendInt(append(dst, '"'), int64(fixed64(wire)), 10)) //nolint:gosec // two's complement
	}
	value, _ := protowire.ConsumeVarint(wire)
	return f.varint(dst, value)
}

func (f *field) varint(dst []byte, value uint64) []byte {
	switch f.kind {
	case protoreflect.BoolKind:
		return strconv.AppendBool(dst, protowire.DecodeBool(value))
	case protoreflect.EnumKind:
		return f.enum.append(dst, int32(value)) //nolint:gosec // as protobuf cuts it
	case protoreflect.Int32Kind:
		return strconv.AppendInt(dst, int64(int32(value)), 10) //nolint:gosec // as protobuf cuts it
	case protoreflect.Sint32Kind:
		return strconv.AppendInt(dst, int64(int32(protowire.DecodeZigZag(value&math.MaxUint32))), 10) //nolint:gosec // as protobuf cuts it
	case protoreflect.Uint32Kind:
		return strconv.AppendUint(dst, uint64(uint32(value)), 10) //nolint:gosec // as protobuf cuts it
	case protoreflect.Int64Kind:
		return quoted(strconv.AppendInt(append(dst, '"'), int64(value), 10)) //nolint:gosec // two's complement
	case protoreflect.Sint64Kind:
		return quoted(strconv.AppendInt(append(dst, '"'), protowire.DecodeZigZag(value), 10))
	default:
		return quoted(strconv.AppendUint(append(dst, '"'), value, 10))
	}
}

func quoted(dst []byte) []byte { return append(dst, '"') }

func (e *enum) append(dst []byte, number int32) []byte {
	if e.null {
		return append(dst, "null"...)
	}
	if name := e.name(number); name != "" {
		return append(dst, name...)
	}
	return strconv.AppendInt(dst, int64(number), 10)
}

// appendFloat writes numbers as protojson does, which takes it from encoding/json.
func appendFloat(dst []byte, number float64, bits int) []byte {
	switch {
	case math.IsNaN(number):
		return append(dst, `"NaN"`...)
	case math.IsInf(number, 1):
		return append(dst, `"Infinity"`...)
	case math.IsInf(number, -1):
		return append(dst, `"-Infinity"`...)
	}
	const small, large = 1e-6, 1e21
	size := math.Abs(number)
	exponent := size != 0 && (size < small || size >= large)
	if bits == 32 {
		exponent = size != 0 && (float32(size) < small || float32(size) >= large)
	}
	if !exponent {
		return strconv.AppendFloat(dst, number, 'f', -1, bits)
	}
	dst = strconv.AppendFloat(dst, number, 'e', -1, bits)
	if n := len(dst); n >= 4 && dst[n-4] == 'e' && dst[n-3] == '-' && dst[n-2] == '0' { // e-09 is e-9
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst
}

func appendBase64(dst, data []byte) []byte {
	return quoted(base64.StdEncoding.AppendEncode(append(dst, '"'), data))
}

// escapes are those of the bytes that need one; the others stand for themselves.
var escapes = func() (table [256]string) {
	const hex = "0123456789abcdef"
	for c := range ' ' {
		table[c] = `\u00` + string(hex[c>>4]) + string(hex[c&0xf])
	}
	for c, short := range map[byte]string{'"': `"`, '\\': `\`, '\b': "b", '\f': "f", '\n': "n", '\r': "r", '\t': "t"} {
		table[c] = `\` + short
	}
	return table
}()

// plain are the bytes that need no escape.
var plain = func() (table [256]bool) {
	for c := range table {
		table[c] = escapes[c] == ""
	}
	return table
}()

// appendString appends a text as protojson does. It reports false for one that is not UTF-8.
func appendString(dst, text []byte) ([]byte, bool) {
	dst = append(dst, '"')
	start, all := 0, byte(0)
	for i, c := range text {
		if all |= c; plain[c] {
			continue
		}
		dst = append(append(dst, text[start:i]...), escapes[c]...)
		start = i + 1
	}
	if all >= utf8.RuneSelf && !utf8.Valid(text) {
		return dst, false
	}
	return append(append(dst, text[start:]...), '"'), true
}
