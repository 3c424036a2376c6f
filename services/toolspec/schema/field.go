package schema

import (
	"encoding/base64"
	"math"
	"strconv"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
	"github.com/salaatflow/platform/services/toolspec/jsonobject"
)

func (b *Builder) field(field protoreflect.FieldDescriptor, said annotation.Field) *jsonobject.Object {
	object := b.ruled(field, said)
	if !b.input && mayBeNull(field, said) {
		object = orNull(object)
	}
	if b.input && field.HasDefault() && !field.IsList() && !field.IsMap() {
		object.Set("default", defaultValue(field))
	}
	if comment := annotation.Comment(field); comment != "" {
		object.Set("description", comment)
	}
	return object
}

// ruled returns the schema of a field that has a value.
func (b *Builder) ruled(field protoreflect.FieldDescriptor, said annotation.Field) *jsonobject.Object {
	rules := said.Rules
	if b.input {
		rules = said.Written
	}
	place := place{field: field, rules: rules, trimmed: said.Trim, filled: rules.GetRequired() && !field.HasPresence(),
		exempt: !field.HasPresence() && !rules.GetRequired() && ignoresZero(rules)}
	switch {
	case field.IsMap():
		return b.orZero(place, b.mapping)
	case field.IsList():
		return b.orZero(place, b.list)
	}
	return b.orZero(place, b.value)
}

// place is where values stand that rules are about: a field, the items of a list, or the values of a map.
type place struct {
	field   protoreflect.FieldDescriptor
	rules   *validate.FieldRules
	trimmed bool
	filled  bool // it may not be empty, or zero
	exempt  bool // what is empty, or zero, need not keep the rules
	inside  bool // of a list or map
}

// items is the place of what is in a list or a map.
func (p place) items(field protoreflect.FieldDescriptor, rules *validate.FieldRules) place {
	if rules.GetIgnore() == validate.Ignore_IGNORE_ALWAYS {
		rules = nil
	}
	return place{field: field, rules: rules, trimmed: p.trimmed, exempt: ignoresZero(rules), inside: true}
}

func ignoresZero(rules *validate.FieldRules) bool {
	return rules.GetIgnore() == validate.Ignore_IGNORE_IF_ZERO_VALUE
}

// orZero returns the schema of a place for all values, or for those that need not keep the rules besides.
func (b *Builder) orZero(p place, write func(place) *jsonobject.Object) *jsonobject.Object {
	if zero := zeroOf(p); b.input && p.exempt && zero != nil {
		return new(jsonobject.Object).Set("anyOf", []any{write(p), zero})
	}
	return write(p)
}

// zeroOf returns the schema of the zero value of a place; nil where there is none.
func zeroOf(p place) *jsonobject.Object {
	object := &jsonobject.Object{}
	switch {
	case p.field.IsMap() && !p.inside:
		return object.Set("type", "object").Set("maxProperties", 0)
	case p.field.IsList() && !p.inside:
		return object.Set("type", "array").Set("maxItems", 0)
	case p.field.Message() != nil:
		return nil
	case p.field.Enum() != nil:
		names := []any{}
		for i := range p.field.Enum().Values().Len() {
			if value := p.field.Enum().Values().Get(i); value.Number() == 0 {
				names = append(names, string(value.Name()))
			}
		}
		return object.Set("type", "string").Set("enum", names)
	case p.trimmed && p.field.Kind() == protoreflect.StringKind:
		return object.Set("type", "string").Set("pattern", `^\s*$`)
	}
	switch isFloat := p.field.Kind() == protoreflect.FloatKind; {
	case isFloat && p.inside:
		return setAll(object.Set("type", "number"), rounded(0))
	case isFloat:
		return setAll(object.Set("type", "number"), roundedToZero())
	}
	var zero any = 0
	switch object = scalar(p.field); {
	case object.Get("type") == "boolean":
		zero = false
	case object.Get("pattern") != nil:
		zero = "0"
	case object.Get("type") == "string":
		zero = ""
	}
	return new(jsonobject.Object).Set("type", object.Get("type")).Set("const", zero)
}

// mayBeNull follows protojson with EmitUnpopulated: an unpopulated field is written as null when it has presence, and not at all when it
// is a member of a oneof.
func mayBeNull(field protoreflect.FieldDescriptor, said annotation.Field) bool {
	return field.HasPresence() && field.ContainingOneof() == nil && !said.Required(field)
}

func (b *Builder) list(p place) *jsonobject.Object {
	rules := p.rules.GetRepeated()
	items := b.orZero(p.items(p.field, rules.GetItems()), b.value)
	object := new(jsonobject.Object).Set("type", "array").Set("items", items)
	if rules.HasMinItems() || p.filled {
		object.Set("minItems", atLeastOne(rules.GetMinItems(), p.filled))
	}
	if rules.HasMaxItems() {
		object.Set("maxItems", rules.GetMaxItems())
	}
	if rules.GetUnique() && p.field.Message() == nil {
		object.Set("uniqueItems", true)
	}
	return object
}

func atLeastOne(least uint64, filled bool) uint64 {
	if filled {
		return max(least, 1)
	}
	return least
}

func (b *Builder) mapping(p place) *jsonobject.Object {
	rules := p.rules.GetMap()
	object := new(jsonobject.Object).Set("type", "object")
	if names := b.propertyNames(p.field.MapKey(), rules.GetKeys()); names.Len() > 0 {
		object.Set("propertyNames", names)
	}
	object.Set("additionalProperties", b.orZero(p.items(p.field.MapValue(), rules.GetValues()), b.value))
	if rules.HasMinPairs() || p.filled {
		object.Set("minProperties", atLeastOne(rules.GetMinPairs(), p.filled))
	}
	if rules.HasMaxPairs() {
		object.Set("maxProperties", rules.GetMaxPairs())
	}
	return object
}

func (b *Builder) propertyNames(key protoreflect.FieldDescriptor, rules *validate.FieldRules) *jsonobject.Object {
	names := &jsonobject.Object{}
	switch {
	case rules.GetIgnore() == validate.Ignore_IGNORE_ALWAYS:
		rules = nil
	case b.input && ignoresZero(rules):
		zero := map[protoreflect.Kind]string{protoreflect.StringKind: "", protoreflect.BoolKind: "false"}
		empty, ok := zero[key.Kind()]
		if !ok {
			empty = "0"
		}
		kept := proto.Clone(rules).(*validate.FieldRules)
		kept.ClearIgnore()
		return names.Set("anyOf", []any{b.propertyNames(key, kept), new(jsonobject.Object).Set("const", empty)})
	}
	switch key.Kind() {
	case protoreflect.StringKind:
		b.text(names, rules.GetString(), false, false)
	case protoreflect.BoolKind:
		names.Set("enum", []string{"true", "false"})
		if rules.GetBool().HasConst() {
			names.Set("enum", []string{strconv.FormatBool(rules.GetBool().GetConst())})
		}
	default:
		if !b.input {
			return names.Set("pattern", integerPattern)
		}
		numeric, _ := annotation.Numeric(rules)
		names.Set("pattern", integerRange(key.Kind(), numeric))
		if number := numeric.Const; number != nil {
			names.Set("const", longText(number))
		}
		setKeys(names, "enum", numeric.In)
		if len(numeric.NotIn) > 0 {
			names.Set("not", setKeys(&jsonobject.Object{}, "enum", numeric.NotIn))
		}
	}
	return names
}

func setKeys(object *jsonobject.Object, keyword string, numbers []any) *jsonobject.Object {
	if len(numbers) == 0 {
		return object
	}
	texts := make([]any, len(numbers))
	for i, number := range numbers {
		texts[i] = longText(number)
	}
	return object.Set(keyword, texts)
}

// integerPattern is how protojson writes 64-bit numbers and map keys.
const integerPattern = `^(0|-?[1-9][0-9]*)$`

// value returns the schema of a single value of the field: of the field itself, of an item or of a map value.
func (b *Builder) value(p place) *jsonobject.Object {
	if message := p.field.Message(); message != nil && !IsWellKnown(message) {
		if reference := b.reference(message); reference != "" {
			return new(jsonobject.Object).Set("$ref", reference)
		}
		return b.Message(message)
	}
	switch {
	case p.field.Message() == nil && p.field.Enum() != nil:
		return b.enumeration(p)
	case p.field.Message() == nil:
		return b.scalar(p)
	case wellKnown[p.field.Message().FullName()] == "wrapper":
		wrapped := p.field.Message().Fields().ByName("value")
		return b.scalar(place{field: wrapped, rules: p.rules})
	}
	return b.wellKnown(p.field.Message())
}

// scalar returns the schema of what is no message.
func (b *Builder) scalar(p place) *jsonobject.Object {
	object := scalar(p.field)
	switch kind := p.field.Kind(); kind {
	case protoreflect.StringKind:
		b.text(object, p.rules.GetString(), p.trimmed, p.filled)
	case protoreflect.BoolKind:
		if p.rules.GetBool().HasConst() {
			object.Set("const", p.rules.GetBool().GetConst())
		}
		if p.filled {
			object.Set("not", new(jsonobject.Object).Set("const", false))
		}
	case protoreflect.BytesKind:
		if b.input {
			object.Set("pattern", base64Pattern)
		}
		if b.input && p.filled {
			object.Set("minLength", 1)
		}
	default:
		rules, _ := annotation.Numeric(p.rules)
		b.number(object, kind, rules, p.filled)
		setNumberExamples(object, rules)
	}
	return object
}

// setNumberExamples adds the examples of a number, as it is written there.
func setNumberExamples(object *jsonobject.Object, rules annotation.NumericRules) {
	var examples []any
	for _, number := range rules.Examples {
		switch {
		case !representable(number):
		case object.Get("type") == "string":
			examples = append(examples, longText(number))
		default:
			examples = append(examples, number)
		}
	}
	if len(examples) > 0 {
		object.Set("examples", examples)
	}
}

// base64Pattern is that of the standard alphabet or of the one for URLs, with padding or without.
const base64Pattern = `^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$|` +
	`^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2}(?:==)?|[A-Za-z0-9_-]{3}=?)?$`

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

func (b *Builder) enumeration(p place) *jsonobject.Object {
	values := p.field.Enum().Values()
	if p.field.Enum().FullName() == "google.protobuf.NullValue" {
		return new(jsonobject.Object).Set("type", "null")
	}
	names := []any{}
	for i := range values.Len() {
		value := values.Get(i)
		allowed := enumAllows(p.rules.GetEnum(), int32(value.Number())) && (!p.filled || value.Number() != 0)
		if allowed && b.spend(p.field.ContainingMessage(), len(value.Name())) {
			names = append(names, string(value.Name()))
		}
	}
	return new(jsonobject.Object).Set("type", "string").Set("enum", names)
}

// orNull lets a schema admit null besides. It does so by alternatives, since some readers know a type by one name alone.
func orNull(object *jsonobject.Object) *jsonobject.Object {
	kind := object.Get("type")
	if kind == "null" || object.Len() == 0 { // nothing but null, or anything
		return object
	}
	null := new(jsonobject.Object).Set("type", "null")
	if some, ok := object.Get("anyOf").([]any); ok && object.Len() == 1 {
		return object.Set("anyOf", append(some, null))
	}
	return new(jsonobject.Object).Set("anyOf", []any{object, null})
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
