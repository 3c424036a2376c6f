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
	"google.protobuf.FieldMask":   "string",
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
		return object
	case "empty":
		return object.Set("type", "object").Set("properties", &jsonobject.Object{}).Set("additionalProperties", false)
	case "timestamp":
		return object.Set("type", "string").Set("format", "date-time")
	case "duration":
		return object.Set("type", "string").Set("pattern", `^-?[0-9]+(\.[0-9]{1,9})?s$`)
	case "wrapper":
		return scalar(message.Fields().ByName("value"))
	default:
		return object.Set("type", kind)
	}
}
