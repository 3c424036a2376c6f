package annotation

import (
	"slices"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Required reports whether a request without the field is always refused: its rules require it, or they exclude the zero
// value that an absent field without presence has.
func (f Field) Required(field protoreflect.FieldDescriptor) bool {
	switch {
	case field.Cardinality() == protoreflect.Required, f.Rules.GetRequired():
		return true
	case f.Rules == nil, field.HasPresence():
		return false
	}
	switch rules := f.Rules; {
	case rules.GetRepeated() != nil:
		return rules.GetRepeated().GetMinItems() > 0
	case rules.GetMap() != nil:
		return rules.GetMap().GetMinPairs() > 0
	case rules.GetString() != nil:
		return stringExcludesEmpty(rules.GetString())
	case rules.GetBytes() != nil:
		return rules.GetBytes().GetMinLen() > 0 || rules.GetBytes().GetLen() > 0
	case rules.GetEnum() != nil:
		return enumExcludesZero(rules.GetEnum())
	}
	numeric, ok := Numeric(f.Rules)
	return ok && numeric.excludesZero()
}

func stringExcludesEmpty(rules *validate.StringRules) bool {
	in := rules.GetIn()
	return rules.GetMinLen() > 0 || rules.GetLen() > 0 || rules.GetConst() != "" ||
		len(in) > 0 && !slices.Contains(in, "") || slices.Contains(rules.GetNotIn(), "")
}

func enumExcludesZero(rules *validate.EnumRules) bool {
	in := rules.GetIn()
	return rules.GetConst() != 0 || len(in) > 0 && !slices.Contains(in, 0) || slices.Contains(rules.GetNotIn(), 0)
}
