package openapi

import (
	"context"
	"maps"
	"math"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec/jsonobject"
	"github.com/salaatflow/platform/services/toolspec/schema"
)

// components names the schemas of messages, and writes those that are referred to.
type components struct {
	builders map[direction]*schema.Builder
	names    map[side]string
	wanted   []protoreflect.MessageDescriptor // in the order in which they were named
	sides    []side                           // the side of each wanted message
	taken    map[string]bool
}

type direction bool

const (
	input  direction = true
	output direction = false
)

// side is a message as a request or as a response. The two have different schemas.
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
	limits := schema.Limits{Depth: 32, Bytes: math.MaxInt32} // descriptors were measured at registration
	for _, d := range []direction{input, output} {
		c.builders[d] = schema.NewBuilder(bool(d), func(m protoreflect.MessageDescriptor) string { return c.pointer(d, m) }, limits)
	}
	return c
}

func (c *components) mistakes() []error {
	return []error{c.builders[input].Err(), c.builders[output].Err()}
}

// refer returns a reference to a message's schema. For a message with a JSON form of its own it returns that schema.
func (c *components) refer(d direction, message protoreflect.MessageDescriptor) *jsonobject.Object {
	if schema.IsWellKnown(message) {
		return c.builders[d].Message(message)
	}
	return new(jsonobject.Object).Set("$ref", c.pointer(d, message))
}

// pointer returns the location of a message's schema.
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

// newName returns the short name of a message, with the suffix Input for a request message whose name does not say
// so. If the name is taken, it returns the full name.
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

// write adds the schemas that are referred to, directly or indirectly, sorted by name.
func (c *components) write(ctx context.Context, schemas *jsonobject.Object) error {
	written := map[string]*jsonobject.Object{}
	for i := 0; i < len(c.wanted); i++ { // wanted grows meanwhile
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		written[c.names[c.sides[i]]] = c.builders[c.sides[i].direction].Message(c.wanted[i])
	}
	for _, name := range slices.Sorted(maps.Keys(written)) {
		schemas.Append(name, written[name])
	}
	return nil
}
