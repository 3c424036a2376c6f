package annotation

import (
	"regexp"
	"slices"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
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
	case rules.GetBool() != nil:
		return rules.GetBool().GetConst()
	case rules.GetBytes() != nil:
		return bytesExcludeEmpty(rules.GetBytes())
	case rules.GetEnum() != nil:
		return enumExcludesZero(rules.GetEnum())
	}
	numeric, ok := Numeric(f.Rules)
	return ok && numeric.excludesZero()
}

func stringExcludesEmpty(rules *validate.StringRules) bool {
	in := rules.GetIn()
	switch {
	case max(rules.GetMinLen(), rules.GetLen(), rules.GetMinBytes(), rules.GetLenBytes()) > 0,
		rules.GetConst()+rules.GetPrefix()+rules.GetSuffix()+rules.GetContains() != "",
		len(in) > 0 && !slices.Contains(in, ""), slices.Contains(rules.GetNotIn(), ""), rules.HasNotContains() && rules.GetNotContains() == "":
		return true
	case rules.HasPattern():
		pattern, err := regexp.Compile(rules.GetPattern())
		return err == nil && !pattern.MatchString("")
	}
	return formatExcludesEmpty(rules)
}

// formatExcludesEmpty reports whether a rule wants a form that no empty text has: all but a reference to a URI, which may be empty.
func formatExcludesEmpty(rules *validate.StringRules) bool {
	if rules.WhichWellKnown() == validate.StringRules_WellKnownRegex_case {
		return rules.GetWellKnownRegex() == validate.KnownRegex_KNOWN_REGEX_HTTP_HEADER_NAME
	}
	form := rules.ProtoReflect().WhichOneof(rules.ProtoReflect().Descriptor().Oneofs().ByName("well_known"))
	return form != nil && form.Name() != "uri_ref" && rules.ProtoReflect().Get(form).Bool()
}

func enumExcludesZero(rules *validate.EnumRules) bool {
	in := rules.GetIn()
	return rules.GetConst() != 0 || len(in) > 0 && !slices.Contains(in, 0) || slices.Contains(rules.GetNotIn(), 0)
}

func bytesExcludeEmpty(rules *validate.BytesRules) bool {
	isEmpty := func(value []byte) bool { return len(value) == 0 }
	in := rules.GetIn()
	switch {
	case max(rules.GetMinLen(), rules.GetLen()) > 0,
		len(rules.GetConst())+len(rules.GetPrefix())+len(rules.GetSuffix())+len(rules.GetContains()) > 0,
		len(in) > 0 && !slices.ContainsFunc(in, isEmpty), slices.ContainsFunc(rules.GetNotIn(), isEmpty):
		return true
	case rules.HasPattern():
		pattern, err := regexp.Compile(rules.GetPattern())
		return err == nil && !pattern.MatchString("")
	}
	form := rules.ProtoReflect().WhichOneof(rules.ProtoReflect().Descriptor().Oneofs().ByName("well_known"))
	return form != nil && rules.ProtoReflect().Get(form).Bool()
}

// NeedsMember reports whether one member of a oneof must be given.
func NeedsMember(oneof protoreflect.OneofDescriptor) bool {
	options, err := optionsOf(oneof, &descriptorpb.OneofOptions{})
	if err != nil || options == nil {
		return false
	}
	rules, _ := proto.GetExtension(options, validate.E_Oneof).(*validate.OneofRules)
	return rules.GetRequired()
}
