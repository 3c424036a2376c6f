package openapi

import (
	"maps"
	"math"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec/jsonobject"
	"github.com/salaatflow/platform/services/toolspec/schema"
)

// components names the schemas of messages, and writes those that something refers to.
type components struct {
	builders map[direction]*schema.Builder
	names    map[side]string
	wanted   []protoreflect.MessageDescriptor // in the order in which they were named,
	sides    []side                           // and which side of each
	taken    map[string]bool
}

type direction bool

const (
	input  direction = true
	output direction = false
)

// side is a message as it is taken or as it is answered; the two have different schemas.
type side struct {
	direction direction
	message   protoreflect.FullName
}

func newComponents() *components {
	c := &components{
		builders: map[direction]*schema.Builder{},
		names:    map[side]string{},
		taken: map[string]bool{
			"ToolDescription": true, "ToolResult": true, "Problem": true, "Violation": true, "ErrorCode": true, // in base.json
			"DetectedIntent": true, "ChatAnswer": true,
		},
	}
	limits := schema.Limits{Depth: 32, Bytes: math.MaxInt32} // what is described was measured when it was registered
	for _, d := range []direction{input, output} {
		c.builders[d] = schema.NewBuilder(bool(d), func(m protoreflect.MessageDescriptor) string { return c.pointer(d, m) }, limits)
	}
	return c
}

func (c *components) mistakes() []error {
	return []error{c.builders[input].Err(), c.builders[output].Err()}
}

// refer returns a schema that refers to a message, or that says it, when protojson writes it in a way of its own.
func (c *components) refer(d direction, message protoreflect.MessageDescriptor) *jsonobject.Object {
	if schema.IsWellKnown(message) {
		return c.builders[d].Message(message)
	}
	return new(jsonobject.Object).Set("$ref", c.pointer(d, message))
}

// pointer returns where the schema of a message stands.
func (c *components) pointer(d direction, message protoreflect.MessageDescriptor) string {
	s := side{d, message.FullName()}
	name, named := c.names[s]
	if !named {
		name = c.newName(d, message)
		c.names[s] = name
		c.taken[name] = true
		c.wanted, c.sides = append(c.wanted, message), append(c.sides, s)
	}
	return "#/components/schemas/" + name
}

// newName calls a message by its short name, and one that is taken and is no request Input besides. Two of one short
// name are kept apart by their full names.
func (c *components) newName(d direction, message protoreflect.MessageDescriptor) string {
	suffix := ""
	if d == input && !strings.HasSuffix(string(message.Name()), "Request") {
		suffix = "Input"
	}
	if name := string(message.Name()) + suffix; !c.taken[name] {
		return name
	}
	return string(message.FullName()) + suffix
}

// write adds the schemas that were referred to, and those that they refer to in turn, by name.
func (c *components) write(schemas *jsonobject.Object) {
	written := map[string]*jsonobject.Object{}
	for i := 0; i < len(c.wanted); i++ { // it grows meanwhile
		written[c.names[c.sides[i]]] = c.builders[c.sides[i].direction].Message(c.wanted[i])
	}
	for _, name := range slices.Sorted(maps.Keys(written)) {
		schemas.Append(name, written[name])
	}
}
