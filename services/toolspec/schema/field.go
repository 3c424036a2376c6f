package schema

import (
	"encoding/base64"
	"math"
	"strconv"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
	"github.com/salaatflow/platform/services/toolspec/jsonobject"
)

func (b *Builder) field(field protoreflect.FieldDescriptor, said annotation.Field) *jsonobject.Object {
	var object *jsonobject.Object
	switch {
	case field.IsMap():
		object = b.mapping(field, said.Rules.GetMap())
	case field.IsList():
		object = b.list(field, said.Rules.GetRepeated())
	default:
		object = b.value(field, said.Rules)
		if said.Trim && said.Rules.GetString().GetMinLen() > 0 && object.Get("pattern") == nil {
			object.Set("pattern", `\S`)
		}
	}
	switch {
	case !b.input:
		if mayBeNull(field, said) {
			object = orNull(object)
		}
	case field.HasDefault():
		object.Set("default", defaultValue(field))
	}
	if comment := annotation.Comment(field); comment != "" {
		object.Set("description", comment)
	}
	return object
}

// mayBeNull follows protojson with EmitUnpopulated: an unpopulated field is written as null when it has presence, and
// not at all when it is a member of a oneof.
func mayBeNull(field protoreflect.FieldDescriptor, said annotation.Field) bool {
	return field.HasPresence() && field.ContainingOneof() == nil && !said.Required(field)
}

func (b *Builder) list(field protoreflect.FieldDescriptor, rules *validate.RepeatedRules) *jsonobject.Object {
	object := new(jsonobject.Object).Set("type", "array").Set("items", b.value(field, rules.GetItems()))
	if rules.HasMinItems() {
		object.Set("minItems", rules.GetMinItems())
	}
	if rules.HasMaxItems() {
		object.Set("maxItems", rules.GetMaxItems())
	}
	if rules.GetUnique() {
		object.Set("uniqueItems", true)
	}
	return object
}

func (b *Builder) mapping(field protoreflect.FieldDescriptor, rules *validate.MapRules) *jsonobject.Object {
	object := new(jsonobject.Object).Set("type", "object")
	if names := propertyNames(field.MapKey(), rules.GetKeys()); names.Len() > 0 {
		object.Set("propertyNames", names)
	}
	object.Set("additionalProperties", b.value(field.MapValue(), rules.GetValues()))
	if rules.HasMinPairs() {
		object.Set("minProperties", rules.GetMinPairs())
	}
	if rules.HasMaxPairs() {
		object.Set("maxProperties", rules.GetMaxPairs())
	}
	return object
}

func propertyNames(key protoreflect.FieldDescriptor, rules *validate.FieldRules) *jsonobject.Object {
	names := &jsonobject.Object{}
	switch key.Kind() {
	case protoreflect.StringKind:
		setRules(names, rules)
	case protoreflect.BoolKind:
		names.Set("enum", []string{"true", "false"})
	default:
		names.Set("pattern", integerPattern)
	}
	return names
}

// integerPattern is how protojson writes 64-bit numbers and map keys.
const integerPattern = `^(0|-?[1-9][0-9]*)$`

// value returns the schema of a single value of the field: of the field itself, of an item or of a map value.
func (b *Builder) value(field protoreflect.FieldDescriptor, rules *validate.FieldRules) *jsonobject.Object {
	if message := field.Message(); message != nil && !IsWellKnown(message) {
		if reference := b.reference(message); reference != "" {
			return new(jsonobject.Object).Set("$ref", reference)
		}
		return b.Message(message)
	}
	var object *jsonobject.Object
	switch {
	case field.Message() != nil:
		object = b.wellKnown(field.Message())
	case field.Enum() != nil:
		return b.enumeration(field, rules.GetEnum())
	default:
		object = scalar(field)
	}
	setRules(object, rules)
	return object
}

func scalar(field protoreflect.FieldDescriptor) *jsonobject.Object {
	object := &jsonobject.Object{}
	switch field.Kind() {
	case protoreflect.BoolKind:
		return object.Set("type", "boolean")
	case protoreflect.FloatKind, protoreflect.DoubleKind:
		return object.Set("type", "number")
	case protoreflect.StringKind:
		return object.Set("type", "string")
	case protoreflect.BytesKind:
		return object.Set("type", "string").Set("contentEncoding", "base64")
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind,
		protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return object.Set("type", "string").Set("pattern", integerPattern)
	default:
		return object.Set("type", "integer")
	}
}

func (b *Builder) enumeration(field protoreflect.FieldDescriptor, rules *validate.EnumRules) *jsonobject.Object {
	values := field.Enum().Values()
	if field.Enum().FullName() == "google.protobuf.NullValue" {
		return new(jsonobject.Object).Set("type", "null")
	}
	names := []any{}
	for i := range values.Len() {
		value := values.Get(i)
		if enumAllows(rules, int32(value.Number())) && b.spend(field.ContainingMessage(), len(value.Name())) {
			names = append(names, string(value.Name()))
		}
	}
	return new(jsonobject.Object).Set("type", "string").Set("enum", names)
}

// orNull lets a schema admit null besides.
func orNull(object *jsonobject.Object) *jsonobject.Object {
	if object.Get("$ref") != nil || object.Get("const") != nil {
		null := new(jsonobject.Object).Set("type", "null")
		return new(jsonobject.Object).Set("anyOf", []any{object, null})
	}
	kind, ok := object.Get("type").(string)
	if !ok || kind == "null" { // anything, or nothing but null
		return object
	}
	object.Set("type", []string{kind, "null"})
	if names, ok := object.Get("enum").([]any); ok {
		object.Set("enum", append(names, nil))
	}
	return object
}

func defaultValue(field protoreflect.FieldDescriptor) any {
	switch value := field.Default().Interface().(type) {
	case protoreflect.EnumNumber:
		return string(field.DefaultEnumValue().Name())
	case []byte:
		return base64.StdEncoding.EncodeToString(value)
	case int64:
		return strconv.FormatInt(value, 10)
	case uint64:
		return strconv.FormatUint(value, 10)
	case float32:
		return finite(float64(value), value)
	case float64:
		return finite(value, value)
	default:
		return value
	}
}

// finite spells a number that JSON has not as protojson does.
func finite(number float64, value any) any {
	switch {
	case math.IsNaN(number):
		return "NaN"
	case math.IsInf(number, 1):
		return "Infinity"
	case math.IsInf(number, -1):
		return "-Infinity"
	}
	return value
}
