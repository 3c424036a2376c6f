package main

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec"
)

// typeIndex collects the messages that responses contain, so that each is described once.
type typeIndex struct {
	messages []protoreflect.MessageDescriptor
}

func (x *typeIndex) add(message protoreflect.MessageDescriptor) {
	for _, known := range x.messages {
		if known.FullName() == message.FullName() {
			return
		}
	}
	x.messages = append(x.messages, message)
}

func (x *typeIndex) write(out *strings.Builder) {
	for i := 0; i < len(x.messages); i++ { // it grows in the loop
		message := x.messages[i]
		if i == 0 {
			out.WriteString("\n# Types\n")
		}
		fmt.Fprintf(out, "\n## %s\n\n%s\n\n", message.Name(), comment(message))
		writeMembers(out, message, x)
	}
}

// writeMembers writes a table of a message's members.
func writeMembers(out *strings.Builder, message protoreflect.MessageDescriptor, types *typeIndex) {
	out.WriteString("| member | type | description |\n|---|---|---|\n")
	for i := range message.Fields().Len() {
		field := message.Fields().Get(i)
		if toolspec.IsPart(field) {
			continue
		}
		fmt.Fprintf(out, "| `%s` | %s | %s |\n", field.TextName(), memberType(field, types), cell(comment(field)))
	}
}

func memberType(field protoreflect.FieldDescriptor, types *typeIndex) string {
	switch {
	case field.IsMap():
		return "object of " + valueType(field.MapValue(), types)
	case field.IsList():
		return "array of " + valueType(field, types)
	case field.HasPresence() && field.Message() == nil:
		return valueType(field, types) + " or null"
	}
	return valueType(field, types)
}

func valueType(field protoreflect.FieldDescriptor, types *typeIndex) string {
	switch field.Kind() {
	case protoreflect.BoolKind:
		return "boolean"
	case protoreflect.FloatKind, protoreflect.DoubleKind:
		return "number"
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind, protoreflect.Uint32Kind,
		protoreflect.Fixed32Kind:
		return "integer"
	case protoreflect.MessageKind, protoreflect.GroupKind:
		message := field.Message()
		if message.ParentFile().Package() == "google.protobuf" {
			return "[" + string(message.Name()) + "](https://protobuf.dev/programming-guides/json/)"
		}
		types.add(message)
		return "[" + string(message.Name()) + "](#" + strings.ToLower(string(message.Name())) + ")"
	default: // 64-bit integers, bytes and enumerations are strings in JSON
		return "string"
	}
}

func comment(of protoreflect.Descriptor) string {
	return strings.Join(strings.Fields(of.ParentFile().SourceLocations().ByDescriptor(of).LeadingComments), " ")
}
