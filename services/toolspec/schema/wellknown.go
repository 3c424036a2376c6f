package schema

import (
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec/jsonobject"
)

// IsWellKnown reports whether protojson writes a message in a special way.
func IsWellKnown(message protoreflect.MessageDescriptor) bool {
	_, known := wellKnown[message.FullName()]
	return known
}

// IsObject reports whether protojson writes a message as a JSON object.
func IsObject(message protoreflect.MessageDescriptor) bool {
	kind, known := wellKnown[message.FullName()]
	return !known || kind == "object" || kind == "empty"
}

// wellKnown are the messages that protojson writes in a way of their own, and what their JSON is. For wrappers it is
// what they wrap.
var wellKnown = map[protoreflect.FullName]string{
	"google.protobuf.Any":         "object",
	"google.protobuf.Struct":      "object",
	"google.protobuf.Empty":       "empty",
	"google.protobuf.Value":       "any",
	"google.protobuf.ListValue":   "array",
	"google.protobuf.Timestamp":   "timestamp",
	"google.protobuf.Duration":    "duration",
	"google.protobuf.FieldMask":   "mask",
	"google.protobuf.BoolValue":   "wrapper",
	"google.protobuf.BytesValue":  "wrapper",
	"google.protobuf.DoubleValue": "wrapper",
	"google.protobuf.FloatValue":  "wrapper",
	"google.protobuf.Int32Value":  "wrapper",
	"google.protobuf.Int64Value":  "wrapper",
	"google.protobuf.StringValue": "wrapper",
	"google.protobuf.UInt32Value": "wrapper",
	"google.protobuf.UInt64Value": "wrapper",
}

// wellKnown returns the schema of such a message; nil for any other.
func (b *Builder) wellKnown(message protoreflect.MessageDescriptor) *jsonobject.Object {
	object := &jsonobject.Object{}
	switch kind := wellKnown[message.FullName()]; kind {
	case "":
		return nil
	case "any":
		return b.open(object)
	case "empty":
		return object.Set("type", "object").Set("properties", &jsonobject.Object{}).Set("additionalProperties", false)
	case "timestamp":
		object.Set("type", "string").Set("format", "date-time")
		if b.input {
			object.Set("pattern", timestampPattern)
		}
		return object
	case "duration":
		if b.input {
			return object.Set("type", "string").Set("pattern", durationPattern)
		}
		return object.Set("type", "string").Set("pattern", `^-?[0-9]+(\.[0-9]{1,9})?s$`)
	case "mask":
		object.Set("type", "string")
		if b.input {
			object.Set("pattern", maskPattern)
		}
		return object
	case "wrapper":
		return b.scalar(place{field: message.Fields().ByName("value")})
	case "array":
		object.Set("type", kind)
		if b.input && b.anyValue != "" {
			object.Set("items", b.open(&jsonobject.Object{}))
		}
		return object
	default:
		object.Set("type", kind)
		if b.input && b.anyValue != "" {
			object.Set("propertyNames", new(jsonobject.Object).Set("pattern", noNUL))
			object.Set("additionalProperties", b.open(&jsonobject.Object{}))
		}
		return object
	}
}

// anyValue names the schema of any value in arguments. No field has a name like it.
const anyValue = "any-value"

// open refers to the schema of any value, where there is one.
func (b *Builder) open(object *jsonobject.Object) *jsonobject.Object {
	if b.input && b.anyValue != "" {
		b.hasAnyValue = true
		object.Set("$ref", b.anyValue)
	}
	return object
}

// writeAnyValue writes the schema of any value: no text in it contains NUL.
func (b *Builder) writeAnyValue() *jsonobject.Object {
	itself := new(jsonobject.Object).Set("$ref", b.anyValue)
	return new(jsonobject.Object).Set("pattern", noNUL).Set("items", itself).
		Set("propertyNames", new(jsonobject.Object).Set("pattern", noNUL)).Set("additionalProperties", itself)
}

// timestampPattern is that of RFC 3339, with the days that there are.
const timestampPattern = `^(?:(?:000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})-` +
	`(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|` +
	`(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:0[48]|[2468][048]|[13579][26])00)-02-29)` +
	`T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$`

// maskPattern is that of names of fields in camelCase, and of names in them.
const maskPattern = `^(?:[A-Za-z][A-Za-z0-9]*(?:[.,][A-Za-z][A-Za-z0-9]*)*)?$`
